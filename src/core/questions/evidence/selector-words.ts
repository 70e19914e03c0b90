import { findOwnerService } from '../../kubernetes/defaults';
import { matchesLabels } from '../../kubernetes/pods';
import { isFields } from '../../kubernetes/policy/selector';
import { getNamespace, namespacedName, type ClusterObjects, type Labels } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { quoteWords } from './quoted-words';
import { writeLabels } from './told-pods';
import { listFragments } from './yaml-fragments';

/** Labels that a controller gives each generation of Pods: no selector of a Service has them. */
const OF_GENERATION: ReadonlySet<string> = new Set(['pod-template-hash', 'controller-revision-hash']);

/** Labels of a fragment that is no whole object; undefined: it has none, or words of a template. */
function readLabels(value: unknown, field: 'selector' | 'labels'): Labels | undefined {
  const own = isFields(value) && value['kind'] === undefined ? value[field] : undefined;
  const map = isFields(own) && isFields(own['matchLabels']) ? own['matchLabels'] : own;
  if (!isFields(map)) return undefined;
  const entries = Object.entries(map).filter(([key]) => !OF_GENERATION.has(key));
  const isPlain = entries.every(([, each]) => typeof each === 'string' && !each.includes('{{'));
  return entries.length > 0 && isPlain ? (Object.fromEntries(entries) as Labels) : undefined;
}

/** The one set of labels that fragments of the texts have in a field; undefined: none, or several. */
function findOnly(
  texts: readonly { readonly text: string }[],
  field: 'selector' | 'labels',
  word: RegExp,
): Labels | undefined {
  const all = texts.flatMap(({ text }) =>
    listFragments(text, word)
      .map((value) => readLabels(value, field))
      .filter((each) => each !== undefined),
  );
  const [first] = all;
  return new Set(all.map((each) => JSON.stringify(each))).size === 1 ? first : undefined;
}

/** Services that a listing says have no endpoints, of which no text tells more. */
function listUnserved({ services, endpointSlices }: Pick<ClusterObjects, 'services' | 'endpointSlices'>) {
  const known = new Set(services.map((each) => namespacedName(each)));
  const own = endpointSlices.map((slice) => ({
    name: findOwnerService(slice) ?? '',
    namespace: getNamespace(slice),
    isServed: (slice.endpoints ?? []).length > 0,
  }));
  return own.filter(({ name, namespace, isServed }) => {
    const isOther = own.some((each) => each.isServed && each.name === name && each.namespace === namespace);
    return name !== '' && name !== 'kubernetes' && !isServed && !isOther && !known.has(`${namespace}/${name}`);
  });
}

/**
 * Finds Services that a table lists without endpoints and no object describes: beside a selector and labels that fragments of the texts tell and
 * that do not fit, the command that makes them fit; else what has to be compared.
 */
export function findUnmatched(
  told: Pick<ClusterObjects, 'services' | 'endpointSlices'>,
  texts: readonly { readonly text: string }[],
): readonly EvidenceFinding[] {
  const unserved = listUnserved(told);
  const [first] = unserved;
  if (!first) return [];
  const selector = findOnly(texts, 'selector', /\bselector:/);
  const labels = findOnly(texts, 'labels', /\blabels:/);
  const isTold = selector !== undefined && labels !== undefined && !matchesLabels(labels, selector);
  const inside = first.namespace === 'default' ? '' : `-n ${first.namespace} `;
  const steps = [{ op: 'replace', path: '/spec/selector', value: labels }];
  const values = {
    services: quoteWords([...new Set(unserved.map(({ name }) => name))]),
    service: first.name,
    count: unserved.length,
    selector: writeLabels(selector ?? {}),
    labels: writeLabels(labels ?? {}),
    patch: `kubectl ${inside}patch service ${first.name} --type=json -p '${JSON.stringify(steps)}'`,
  };
  const id = isTold ? 'unmatched-labels' : 'none-listed';
  const says = phrase(`evidence.${id}`, values);
  const next = phrase(`evidence.next.${id}`, values);
  return [{ id, severity: 'error', says, next, words: [first.name, '<none>'] }];
}
