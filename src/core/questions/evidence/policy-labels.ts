import { isFields, listFields } from '../../kubernetes/policy/selector';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { listFragments } from './yaml-fragments';

type Labels = Readonly<Record<string, string>>;

const OF_POLICY = /\bnetwork ?polic|\bdefault[- ]deny\b/i;
const HAS_LABELS = /\bmatchLabels:|^\s*[-a-z0-9./]{1,120}: [^\s:]{1,63}\s*$/m;
/** Keys of labels that say which program a Pod is. */
const NAMES: ReadonlySet<string> = new Set([
  'app',
  'name',
  'k8s-app',
  'app.kubernetes.io/name',
  'app.kubernetes.io/instance',
  'app.kubernetes.io/component',
]);

const readLabels = (value: unknown): Labels =>
  isFields(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([key, of]) => (typeof of === 'string' && NAMES.has(key) ? [[key, of]] : [])),
      )
    : {};

/** Labels by which a fragment selects Pods: of its podSelector, or of rules below it. */
function listSelected(value: unknown): readonly Labels[] {
  if (Array.isArray(value)) return listFields(value).flatMap(listSelected);
  if (!isFields(value)) return [];
  const { podSelector } = value;
  const own = isFields(podSelector) ? [readLabels(podSelector['matchLabels'])] : [];
  const below = ['spec', 'ingress', 'egress', 'from', 'to'].flatMap((key) => listSelected(value[key]));
  return [...own, ...below].filter((labels) => Object.keys(labels).length > 0);
}

/** Labels that a fragment says of Pods: it is nothing else, or they stand in the metadata of a Pod or of its template. */
function listCarried(value: unknown): readonly Labels[] {
  if (!isFields(value)) return [];
  const { metadata, spec, kind } = value;
  const template = isFields(spec) && isFields(spec['template']) ? spec['template']['metadata'] : undefined;
  const metas = [kind === 'Pod' ? metadata : undefined, template];
  const whole =
    kind === undefined && Object.values(value).every((each) => typeof each === 'string') ? [readLabels(value)] : [];
  const labels = isFields(value['labels']) ? [readLabels(value['labels'])] : [];
  return [...whole, ...labels, ...metas.flatMap((meta) => (isFields(meta) ? [readLabels(meta['labels'])] : []))].filter(
    (each) => Object.keys(each).length > 0,
  );
}

/** A label of a selector whose key Pods of the text have with other values alone. */
function findMissed(selected: readonly Labels[], carried: readonly Labels[]) {
  for (const labels of selected) {
    for (const [key, value] of Object.entries(labels)) {
      const values = carried.flatMap((each) => each[key] ?? []);
      const near = values.find((each) => each.includes(value) || value.includes(each));
      if (near !== undefined && !values.includes(value)) return { key, value, near };
    }
  }
  return undefined;
}

function findInText(text: string): readonly EvidenceFinding[] {
  if (!OF_POLICY.test(text)) return [];
  const fragments = listFragments(text, HAS_LABELS);
  const values = findMissed(fragments.flatMap(listSelected), fragments.flatMap(listCarried));
  if (!values) return [];
  return [
    {
      id: 'policy-labels',
      severity: 'warning',
      says: phrase('evidence.policy-labels', values),
      next: phrase('evidence.next.policy-labels', values),
      words: [values.key, values.value],
    },
  ];
}

/**
 * Finds podSelectors of policies that name a label of a program which the Pods of the text have with another value, one of the two a part of the
 * other (`till`, `shop-till`): the rule then takes none of those Pods.
 */
export function findPolicyLabels(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts.flatMap(({ text }) => findInText(text)).slice(0, 1);
}
