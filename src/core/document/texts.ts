import { badTexts, grammarOf, valueAt } from '../kubernetes/config-fields';
import { KEPT_FIELDS } from '../kubernetes/config-table';
import {
  fieldsBelow,
  fieldProblems,
  formatPath,
  plantFields,
  problemsIn,
  type TextProblem,
  type FieldTable,
} from '../kubernetes/validation/fields';
import type { KubeProxyConfig, OtherObject } from '../kubernetes/types';
import { phrase, type Phrase } from '../lib/phrase';
import { shown } from '../lib/plain';
import type { Document, StoppedProxy } from './document';

const SETTINGS: FieldTable = fieldsBelow('settings', {
  'serviceClusterIPRange[]': 'range',
  'clusterCIDR[]': 'range',
  'physicalNetwork[]': 'range',
  'loadBalancerPool[]': 'pool',
  clusterDomain: 'host',
});

const FLOW: FieldTable = {
  'flows[].**': 'line',
  ...fieldsBelow('script', {
    'events[].deployment': 'full-name',
    'events[].pod': 'full-name',
    'events[].service': 'full-name',
    'events[].node': 'dns-name',
    'events[].selector{key}': 'label-key',
    'events[].selector{}': 'label-value',
    'clients[].flow': 'line',
    'lag{key}': 'dns-name',
  }),
};

const FACTS: FieldTable = {
  'interfaces[].name': 'word',
  'interfaces[].addresses[]': 'line',
  'interfaces[].kind': 'word',
  'routes[].dst': 'line',
  'routes[].via': 'line',
  'routes[].dev': 'word',
  'sysctls{key}': 'word',
  'hairpin{key}': 'word',
  'ports{key}': 'line',
};

/** The texts of a document beside the objects of its cluster; what was pasted stays as it came. */
const TEXTS = plantFields({
  title: 'line',
  release: 'word',
  'cilium{key}': 'word',
  'cilium{}': 'line',
  'stopped{key}': 'dns-name',
  'stopped{}.release': 'word',
  ...SETTINGS,
  ...FLOW,
  'told[].id': 'line',
  'told[].title': 'line',
  ...fieldsBelow('pasted', {
    'texts[].id': 'line',
    'texts[].title': 'line',
    'texts[].node': 'line',
    'texts[].machines{key}': 'line',
    'texts[].machines{}': 'line',
    'nodes{key}': 'line',
    'rebuilt.**': 'line',
    ...fieldsBelow('facts', FACTS),
  }),
  ...fieldsBelow('pasted.nodes{}.facts', FACTS),
});

const CLUSTER = ['nodes', 'pods', 'deployments', 'services', 'endpointSlices', 'others'] as const;

/** The first of the objects' texts, and where its object stands. */
function inObjects(objects: readonly unknown[], path: readonly string[]): TextProblem | undefined {
  for (const [index, object] of objects.entries()) {
    const [problem] = fieldProblems(object as OtherObject);
    if (problem) return { ...problem, path: [...path, index, ...problem.path] };
  }
  return undefined;
}

function inConfig(config: KubeProxyConfig, path: readonly string[]): TextProblem | undefined {
  for (const field of KEPT_FIELDS) {
    const [text] = badTexts(field, valueAt(config, field.path) ?? '');
    if (text !== undefined) return { path: [...path, ...field.path.split('.')], grammar: grammarOf(field), text };
  }
  return undefined;
}

function inStopped(stopped: Readonly<Record<string, StoppedProxy>>): TextProblem | undefined {
  for (const [node, { services, endpointSlices, kubeProxy }] of Object.entries(stopped)) {
    const path = ['stopped', node];
    const found =
      inObjects(services, [...path, 'services']) ??
      inObjects(endpointSlices, [...path, 'endpointSlices']) ??
      inConfig(kubeProxy, [...path, 'kubeProxy']);
    if (found) return found;
  }
  return undefined;
}

/**
 * The first text of a document from outside that is not built of the letters its field has: such a text could be read
 * as more than a name wherever it is printed. Undefined: there is none. Names that are wrong in another way, as those a
 * page before this one let somebody type, are said of their objects (kubernetes/validate.ts) and do no harm.
 */
export function findInvalidText(document: Document): Phrase | undefined {
  const { cluster, kubeProxy, stopped = {} } = document;
  const found =
    CLUSTER.map((list) => inObjects(cluster[list] ?? [], ['cluster', list])).find(Boolean) ??
    problemsIn(document, TEXTS)[0] ??
    inConfig(kubeProxy, ['kubeProxy']) ??
    inStopped(stopped);
  if (!found) return undefined;
  const { path, grammar, text } = found;
  const values = { name: 'document', field: shown(formatPath(path)), value: shown(text) };
  return phrase(`document.field.${grammar}`, values);
}
