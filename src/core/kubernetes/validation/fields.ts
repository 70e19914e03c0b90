import { parseCidr, parseIp } from '../../net/ip';
import { isRoutingObject } from '../ingress/kinds';
import { isNetworkPolicy } from '../policy/network-policy';
import { withoutLeadingZeros } from '../service-port';
import type { OtherObject } from '../types';
import { isBuilt, type GrammarId } from './grammars';

/**
 * Fields by their paths: `ports[].name` of each entry, `labels{}` the values and `labels{key}` the keys of a map,
 * `spec.**` every text below.
 */
export type FieldTable = Readonly<Record<string, GrammarId>>;

/** One text that is not built as its field has it. */
export interface TextProblem {
  readonly path: readonly (string | number)[];
  readonly grammar: GrammarId;
  readonly text: string;
}

/** The fields of a table at another path. */
export function fieldsBelow(path: string, table: FieldTable): FieldTable {
  return Object.fromEntries(Object.entries(table).map(([field, grammar]) => [`${path}.${field}`, grammar]));
}

const META: FieldTable = {
  namespace: 'dns-label',
  'labels{key}': 'label-key',
  'labels{}': 'label-value',
  'annotations{key}': 'annotation-key',
  generateName: 'word',
  uid: 'word',
  creationTimestamp: 'word',
  deletionTimestamp: 'word',
  'ownerReferences[].apiVersion': 'word',
  'ownerReferences[].kind': 'word',
  'ownerReferences[].name': 'object-name',
};

const metaFields = (name: GrammarId): FieldTable => ({
  apiVersion: 'full-name',
  ...fieldsBelow('metadata', { ...META, name }),
});

const CONDITIONS: FieldTable = { 'conditions[].type': 'full-name', 'conditions[].status': 'word' };

const CONTAINER: FieldTable = {
  name: 'dns-label',
  image: 'line',
  'ports[].name': 'port-name',
  'ports[].hostIP': 'address',
  'ports[].protocol': 'protocol',
};

const POD_SPEC: FieldTable = {
  nodeName: 'dns-name',
  hostname: 'dns-label',
  subdomain: 'dns-label',
  'dnsConfig.nameservers[]': 'address',
  'dnsConfig.searches[]': 'host',
  'dnsConfig.options[].name': 'word',
  'dnsConfig.options[].value': 'word',
  ...fieldsBelow('containers[]', CONTAINER),
  ...fieldsBelow('initContainers[]', CONTAINER),
};

const NODE: FieldTable = {
  ...metaFields('dns-name'),
  'spec.podCIDR': 'range',
  'spec.podCIDRs[]': 'range',
  'spec.taints[].key': 'label-key',
  'spec.taints[].value': 'label-value',
  'spec.taints[].effect': 'word',
  'status.addresses[].type': 'word',
  'status.addresses[].address': 'host',
  'status.nodeInfo.kernelVersion': 'line',
  'status.nodeInfo.kubeletVersion': 'line',
  'status.nodeInfo.kubeProxyVersion': 'line',
  ...fieldsBelow('status', CONDITIONS),
};

const POD: FieldTable = {
  ...metaFields('dns-name'),
  ...fieldsBelow('spec', POD_SPEC),
  'status.phase': 'word',
  'status.podIP': 'address',
  'status.podIPs[].ip': 'address',
  'status.hostIP': 'address',
  ...fieldsBelow('status', CONDITIONS),
};

const DEPLOYMENT: FieldTable = {
  ...metaFields('dns-name'),
  'spec.selector.matchLabels{key}': 'label-key',
  'spec.selector.matchLabels{}': 'label-value',
  'spec.template.metadata.labels{key}': 'label-key',
  'spec.template.metadata.labels{}': 'label-value',
  ...fieldsBelow('spec.template.spec', POD_SPEC),
};

/** Names from 1.34 on may begin with a digit (RelaxedServiceNameValidation); that older releases refuse it is said of the object. */
const SERVICE: FieldTable = {
  ...metaFields('dns-label'),
  ...fieldsBelow('spec', {
    'selector{key}': 'label-key',
    'selector{}': 'label-value',
    clusterIP: 'cluster-ip',
    'clusterIPs[]': 'cluster-ip',
    'ports[].name': 'dns-label',
    'ports[].targetPort': 'port-name',
    'ports[].appProtocol': 'label-key',
    'externalIPs[]': 'address',
    externalName: 'host',
    loadBalancerIP: 'address',
    loadBalancerClass: 'label-key',
    'loadBalancerSourceRanges[]': 'range',
    trafficDistribution: 'word',
  }),
  'status.loadBalancer.ingress[].ip': 'address',
  'status.loadBalancer.ingress[].hostname': 'host',
  'status.loadBalancer.ingress[].ipMode': 'word',
};

const ENDPOINT: FieldTable = {
  hostname: 'dns-label',
  nodeName: 'dns-name',
  'targetRef.kind': 'word',
  'targetRef.namespace': 'dns-label',
  'targetRef.name': 'object-name',
  'targetRef.uid': 'word',
};

const SLICE: FieldTable = {
  ...metaFields('dns-name'),
  'ports[].name': 'dns-label',
  'ports[].appProtocol': 'label-key',
  ...fieldsBelow('endpoints[]', {
    ...ENDPOINT,
    'addresses[]': 'host',
    zone: 'label-value',
    'hints.forZones[].name': 'label-value',
    'hints.forNodes[].name': 'dns-name',
  }),
};

const ENDPOINTS: FieldTable = {
  ...metaFields('dns-name'),
  ...fieldsBelow('subsets[].addresses[]', { ...ENDPOINT, ip: 'address' }),
  ...fieldsBelow('subsets[].notReadyAddresses[]', { ...ENDPOINT, ip: 'address' }),
  'subsets[].ports[].name': 'dns-label',
};

/** The texts of an object of each kind that reach a rule, a command, a report or a picture. */
const KINDS: Readonly<Record<string, FieldTree>> = {
  Node: plantFields(NODE),
  Pod: plantFields(POD),
  Deployment: plantFields(DEPLOYMENT),
  Service: plantFields(SERVICE),
  EndpointSlice: plantFields(SLICE),
  Endpoints: plantFields(ENDPOINTS),
};

const OTHER: FieldTable = { kind: 'word', ...metaFields('object-name') };
const TEMPLATE: FieldTable = {
  ...metaFields('object-name'),
  'spec.template.metadata.labels{key}': 'label-key',
  'spec.template.metadata.labels{}': 'label-value',
  ...fieldsBelow('spec.template.spec', POD_SPEC),
};
const ANY = plantFields(OTHER);
const WORKLOAD = plantFields(TEMPLATE);
const READ = plantFields({ ...OTHER, 'metadata.name': 'dns-name', 'spec.**': 'line', 'status.**': 'line' });
const WORKLOADS = /^(?:StatefulSet|ReplicaSet|ReplicationController|DaemonSet)$/;

/** The fields of an object of any kind. */
function findFields(object: OtherObject): FieldTree {
  const known = Object.hasOwn(KINDS, object.kind) ? KINDS[object.kind] : undefined;
  if (known) return known;
  if (WORKLOADS.test(object.kind)) return WORKLOAD;
  return isRoutingObject(object) || isNetworkPolicy(object) ? READ : ANY;
}

/** The texts of an object that are not built as their fields have it. An empty text is as good as none. */
export function fieldProblems(object: OtherObject): readonly TextProblem[] {
  return problemsIn(object, findFields(object));
}

/** An address or a prefix with zeros in front of a number, and as kube-proxy reads it. */
export interface PaddedAddress {
  readonly path: TextProblem['path'];
  readonly text: string;
  /** `10.96.10.7` of `10.96.010.7`. */
  readonly read: string;
}

const OF_ADDRESSES: ReadonlySet<GrammarId> = new Set<GrammarId>(['address', 'cluster-ip', 'range', 'host']);
/** A name that is asked of DNS as it stands, whatever it looks like. */
const NAMES = new Set(['externalName', 'hostname', 'searches']);

/**
 * Problems of {@link fieldProblems}, and in the same pass the addresses that kube-proxy reads otherwise than they are
 * written: numbers with zeros in front are decimal (k8s.io/utils/net ParseIPSloppy, ParseCIDRSloppy).
 */
export function inspectFields(object: OtherObject): {
  readonly problems: readonly TextProblem[];
  readonly padded: readonly PaddedAddress[];
} {
  const problems: TextProblem[] = [];
  const padded: PaddedAddress[] = [];
  visit(object, findFields(object), [], (path, grammar, text) => {
    if (!isBuilt(grammar, text)) problems.push({ path, grammar, text });
    else if (OF_ADDRESSES.has(grammar)) {
      const read = withoutLeadingZeros(text);
      if (read !== text && isAddress(read) && !path.some((part) => NAMES.has(String(part))))
        padded.push({ path, text, read });
    }
  });
  return { problems, padded };
}

const isAddress = (text: string): boolean => parseIp(text).ok || (text.includes('/') && parseCidr(text).ok);

/** The same of any plain data and a table of its fields. */
export function problemsIn(value: unknown, fields: FieldTree): readonly TextProblem[] {
  const problems: TextProblem[] = [];
  const refuse = (path: TextProblem['path'], grammar: GrammarId, text: string): void => {
    if (!isBuilt(grammar, text)) problems.push({ path, grammar, text });
  };
  visit(value, fields, [], refuse);
  return problems;
}

/** A table by the parts of its paths: fields of one object are looked up once. */
export interface FieldTree {
  grammar?: GrammarId;
  readonly inner: Map<string, FieldTree>;
}

/** A table as {@link problemsIn} looks fields up in it. */
export function plantFields(table: FieldTable): FieldTree {
  const root: FieldTree = { inner: new Map() };
  for (const [path, grammar] of Object.entries(table)) {
    let at = root;
    for (const part of path.split(/\.|(?=\[\]|\{)/)) {
      const next = at.inner.get(part) ?? { inner: new Map() };
      at.inner.set(part, next);
      at = next;
    }
    at.grammar = grammar;
  }
  return root;
}

type Refuse = (path: TextProblem['path'], grammar: GrammarId, text: string) => void;

function visit(value: unknown, tree: FieldTree, path: TextProblem['path'], refuse: Refuse): void {
  if (typeof value === 'string') {
    if (tree.grammar) refuse(path, tree.grammar, value);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const items = tree.inner.get('[]');
  if (Array.isArray(value)) {
    if (items) for (const [index, item] of value.entries()) visit(item, items, [...path, index], refuse);
    else if (tree.inner.has('**')) visitAll(value, tree, path, refuse);
    return;
  }
  visitFields(value, tree, path, refuse);
}

function visitFields(value: object, tree: FieldTree, path: TextProblem['path'], refuse: Refuse): void {
  if (tree.inner.has('**')) return visitAll(value, tree, path, refuse);
  const [keys, values] = [tree.inner.get('{key}'), tree.inner.get('{}')];
  for (const [key, inner] of Object.entries(value)) {
    if (keys?.grammar) refuse([...path, key], keys.grammar, key);
    const next = tree.inner.get(key) ?? values;
    if (next) visit(inner, next, [...path, key], refuse);
  }
}

/** Every text below, and every key: `**`. */
function visitAll(value: object, tree: FieldTree, path: TextProblem['path'], refuse: Refuse): void {
  const all = tree.inner.get('**');
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    if (all?.grammar) refuse(at, all.grammar, key);
    if (typeof inner === 'string' && all?.grammar) refuse(at, all.grammar, inner);
    else if (typeof inner === 'object' && inner !== null) visitAll(inner as object, tree, at, refuse);
  }
}

/** `spec.ports[0].port`. */
export function formatPath(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}
