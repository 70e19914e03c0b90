import { once } from '../../lib/memo';
import {
  contains,
  formatCidr,
  formatIp,
  getBits,
  hostCidr,
  makeCidr,
  parseCidr,
  parseIp,
  type Cidr,
  type IpFamily,
} from '../../net/ip';
import { hasEnded, listPodIPs } from '../pods';
import { containerPorts } from '../controllers/endpoint-pods';
import { getNamespace, namespacedName, type ClusterObjects, type OtherObject, type PodObject } from '../types';
import { printableName } from '../validation/printable';
import { isFields, listFields, listExpressions, selectsLabels } from './selector';

/** A NetworkPolicy for one family: whom it is about, and what it lets through, as matches of iptables. */
export interface CompiledPolicy {
  /** `default/allow-web`. */
  readonly name: string;
  /** The Pods it selects, by `namespace/name`. */
  readonly pods: ReadonlySet<string>;
  /** Absent: it says nothing of that direction. An empty list lets nothing through; an empty match everything. */
  readonly ingress?: readonly string[];
  readonly egress?: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** The Pods of a cluster, and what a policy asks of their namespaces. */
interface PolicyPods {
  readonly pods: readonly PodObject[];
  readonly labels: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly family: IpFamily;
}

const NONE: readonly OtherObject[] = [];

/** Is it a NetworkPolicy of networking.k8s.io (or of extensions, where it began)? */
export function isNetworkPolicy({ kind, apiVersion = 'networking.k8s.io/v1' }: OtherObject): boolean {
  return kind === 'NetworkPolicy' && /^(?:networking\.k8s\.io|extensions)\//.test(apiVersion);
}

/** Every block of addresses that a NetworkPolicy of a cluster names, exceptions too, as they are written. */
export function listPolicyBlocks({ others = NONE }: Pick<ClusterObjects, 'others'>): readonly string[] {
  const peers = others.filter(isNetworkPolicy).flatMap((object) => {
    const spec = fieldsOf((object as unknown as Fields)['spec']);
    const rules = [...listFields(spec['ingress']), ...listFields(spec['egress'])];
    return rules.flatMap(({ from, to }) => [...listFields(from), ...listFields(to)]);
  });
  return peers.flatMap(({ ipBlock }) => {
    const { cidr, except } = fieldsOf(ipBlock);
    return [cidr, ...listExpressions(except)].filter((text) => typeof text === 'string');
  });
}

/** All NetworkPolicies of a cluster, in the order of their names (k8s.io/api networking/v1). */
export function compilePolicies(
  { pods, others = NONE }: ClusterObjects,
  family: IpFamily,
  memo: Parameters<typeof policiesOf>[1],
): readonly CompiledPolicy[] {
  return policiesOf(others, memo, pods, family);
}

const policiesOf = once(
  (others: readonly OtherObject[], _memo, pods: readonly PodObject[], family: IpFamily): readonly CompiledPolicy[] => {
    const labels = new Map(
      others.flatMap(({ kind, metadata }) =>
        kind === 'Namespace' ? [[metadata?.name ?? '', metadata?.labels ?? {}] as const] : [],
      ),
    );
    const ground: PolicyPods = { pods: pods.filter((pod) => !pod.spec.hostNetwork && !hasEnded(pod)), labels, family };
    return others
      .filter(isNetworkPolicy)
      .map((object) => compilePolicy(object, ground))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  },
);

function compilePolicy(object: OtherObject, ground: PolicyPods): CompiledPolicy {
  const { name = '', namespace = 'default' } = object.metadata ?? {};
  const written = (object as unknown as Fields)['spec'];
  const spec = isFields(written) ? written : {};
  const selected = ground.pods.filter(
    (pod) => getNamespace(pod) === namespace && selectsLabels(fieldsOf(spec['podSelector']), pod.metadata.labels),
  );
  const types = listExpressions(spec['policyTypes']);
  const isEgress = types.length > 0 ? types.includes('Egress') : spec['egress'] !== undefined;
  const isIngress = types.length === 0 || types.includes('Ingress');
  const made = (way: 'ingress' | 'egress'): readonly string[] => [
    ...new Set(listFields(spec[way]).flatMap((rule) => listMatches(rule, way, { namespace, selected, ground }))),
  ];
  return {
    name: printableName(`${namespace}/${name}`),
    pods: new Set(selected.map(namespacedName)),
    ...(isIngress ? { ingress: made('ingress') } : {}),
    ...(isEgress ? { egress: made('egress') } : {}),
  };
}

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

interface PolicyScope {
  readonly namespace: string;
  readonly selected: readonly PodObject[];
  readonly ground: PolicyPods;
}

/** The other end of what is allowed: a network, and the Pod whose address it is. */
interface Peer {
  readonly cidr?: Cidr;
  readonly pod?: PodObject;
}

/** One rule is every peer with every port. */
function listMatches(rule: Fields, way: 'ingress' | 'egress', site: PolicyScope): string[] {
  const listed = listFields(rule[way === 'ingress' ? 'from' : 'to']);
  const peers = listed.length === 0 ? [{}] : listed.flatMap((peer) => listPeers(peer, site));
  const ports = listFields(rule['ports']);
  return peers.flatMap((peer) => {
    const end = peer.cidr ? `${way === 'ingress' ? '-s' : '-d'} ${formatCidr(peer.cidr)} ` : '';
    if (ports.length === 0) return [end];
    return ports.flatMap((port) => portMatches(port, { way, peer, site }).map((text) => `${end}${text} `));
  });
}

function listPeers(peer: Fields, { namespace, ground }: PolicyScope): readonly Peer[] {
  const { ipBlock, podSelector, namespaceSelector } = peer;
  if (isFields(ipBlock)) return blocks(ipBlock, ground.family).map((cidr) => ({ cidr }));
  const inNamespace = (pod: PodObject): boolean => {
    const own = getNamespace(pod);
    if (!isFields(namespaceSelector)) return own === namespace;
    return selectsLabels(namespaceSelector, { 'kubernetes.io/metadata.name': own, ...ground.labels.get(own) });
  };
  return ground.pods
    .filter((pod) => inNamespace(pod) && selectsLabels(fieldsOf(podSelector), pod.metadata.labels))
    .flatMap((pod) => addresses(pod, ground.family).map((cidr) => ({ cidr, pod })));
}

function addresses(pod: PodObject, family: IpFamily): Cidr[] {
  return listPodIPs(pod).flatMap((text) => {
    const parsed = parseIp(text);
    return parsed.ok && parsed.value.family === family ? [hostCidr(parsed.value)] : [];
  });
}

/** A block without its exceptions, as the fewest networks. */
function blocks(block: Fields, family: IpFamily): readonly Cidr[] {
  const read = (text: unknown): Cidr[] => {
    const parsed = parseCidr(typeof text === 'string' ? text : '');
    return parsed.ok && parsed.value.address.family === family ? [parsed.value] : [];
  };
  const except = listExpressions(block['except']).flatMap(read);
  return except.reduce((left, hole) => left.flatMap((cidr) => without(cidr, hole)), read(block['cidr']));
}

/** A network less another: halved until what is taken out is a half of its own. */
function without(cidr: Cidr, hole: Cidr): Cidr[] {
  if (hole.prefix <= cidr.prefix && contains(hole, cidr.address)) return [];
  if (!contains(cidr, hole.address) || cidr.prefix >= getBits(cidr.address.family)) return [cidr];
  const prefix = cidr.prefix + 1;
  const low = makeCidr(cidr.address, prefix);
  const at = Math.floor(cidr.prefix / 32);
  const words = low.address.words.map((word, i) => (i === at ? (word | (1 << (31 - (cidr.prefix % 32)))) >>> 0 : word));
  const high = makeCidr({ ...low.address, words }, prefix);
  return [...without(low, hole), ...without(high, hole)];
}

interface PortSite {
  readonly way: 'ingress' | 'egress';
  readonly peer: Peer;
  readonly site: PolicyScope;
}

/** A port by number, range or name; a name is each Pod's own. */
function portMatches({ protocol, port, endPort }: Fields, { way, peer, site }: PortSite): string[] {
  const proto = (typeof protocol === 'string' ? protocol : 'TCP').toLowerCase();
  const match = (ports: string | number): string => `-p ${proto} -m ${proto} --dport ${ports}`;
  if (port === undefined) return [`-p ${proto}`];
  if (typeof port === 'number') return [match(typeof endPort === 'number' ? `${port}:${endPort}` : port)];
  if (typeof port !== 'string') return [];
  if (way === 'egress') return peer.pod ? numbers(peer.pod, port, proto).map(match) : [];
  return site.selected.flatMap((pod) =>
    numbers(pod, port, proto).flatMap((number) =>
      addresses(pod, site.ground.family).map(
        ({ address, prefix }) => `-d ${formatIp(address)}/${prefix} ${match(number)}`,
      ),
    ),
  );
}

function numbers(pod: PodObject, name: string, proto: string): number[] {
  return containerPorts(pod)
    .filter((port) => port.name === name && (port.protocol ?? 'TCP').toLowerCase() === proto)
    .map(({ containerPort }) => containerPort);
}
