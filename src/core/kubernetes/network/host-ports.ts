import { printableName } from '../validation/printable';
import { once, type Memo, asLast } from '../../lib/memo';
import { phrase, type PhraseIdBelow } from '../../lib/phrase';
import { sha256Hex } from '../../lib/sha';
import type { TableName } from '../../linux/hooks';
import {
  makeCidr,
  contains,
  formatCidr,
  parseCidr,
  getBits,
  formatIp,
  isUnspecified,
  parseIp,
  type IpAddress,
  type IpFamily,
} from '../../net/ip';
import { hasEnded, listPodIPs } from '../pods';
import { getNamespace, type ClusterObjects, type PodObject } from '../types';
import type { GeneratedChain, GeneratedRule, GeneratedXtables, Origin } from '../proxy/mode';
import { listPodCIDRs } from '../proxy/shared/local-traffic';
import type { HostPort, MappedPod } from '../writers/writer';
import type { CniNetwork, PortMap } from './cni-config';
import { podLayout } from './layouts';
import { nodeSettings, type NodeSettings } from './node-settings';

const DNAT = 'CNI-HOSTPORT-DNAT';
const SETMARK = 'CNI-HOSTPORT-SETMARK';
const MASQ = 'CNI-HOSTPORT-MASQ';
/** portmap as it is without a configuration of its own. */
const PORTMAP: PortMap = { snat: true, masqAll: false, markMasqBit: 13, conditions: { ipv4: '', ipv6: '' } };
const EVERYWHERE = { ipv4: '0.0.0.0/0', ipv6: '::/0' } as const;

/** Rules others than kube-proxy have on a node: the portmap plugin's for hostPorts, and the policy of FORWARD. */
export interface NodeRules {
  readonly forwardPolicy: NodeSettings['forwardPolicy'];
  readonly layout: NodeSettings['layout'];
  readonly podCIDRs: readonly string[];
  readonly mappings: readonly HostPort[];
  readonly cni?: CniNetwork;
  /** Pods that the main plugin of CNI masquerades outside of their network. */
  readonly masqueraded: readonly MappedPod[];
}

/** Two Pods of one node that want the same port of it. */
interface PortTwice {
  readonly pod: MappedPod;
  /** The Pod that came first and has the port. */
  readonly first: MappedPod;
  readonly port: number;
}

export interface Admitted {
  readonly mappings: readonly HostPort[];
  readonly twice: readonly PortTwice[];
}

/**
 * Host ports of one node's Pods; Pods of the host's own network listen there themselves. kubelet does not admit a Pod
 * whose port another one has (the scheduler's NodePorts, pkg/kubelet/lifecycle): that has none.
 */
export function admitPorts(pods: readonly PodObject[]): Admitted {
  const mappings: HostPort[] = [];
  const twice = pods.flatMap((pod) => {
    const wanted = pod.spec.hostNetwork ? [] : listHostPorts(pod);
    const taken = wanted.flatMap((own) => {
      const other = mappings.find((each) => isSamePort(each, own));
      return other ? [{ pod: own.pod, first: other.pod, port: own.hostPort }] : [];
    });
    if (taken.length === 0) mappings.push(...wanted);
    return taken;
  });
  return { mappings, twice };
}

/** The same of every node that has such Pods. */
export const admittedByNode = once((pods: ClusterObjects['pods']): ReadonlyMap<string, Admitted> => {
  const all = new Map<string, PodObject[]>();
  for (const pod of pods) {
    const { nodeName, containers } = pod.spec;
    const asks = containers?.some(({ ports }) => ports?.some(({ hostPort }) => hostPort));
    if (nodeName === undefined || !asks || hasEnded(pod)) continue;
    const known = all.get(nodeName) ?? [];
    if (known.push(pod) === 1) all.set(nodeName, known);
  }
  return new Map([...all].map(([node, own]) => [node, admitPorts(own)]));
});

function isSamePort(one: HostPort, other: HostPort): boolean {
  const isAny = ({ hostIP = '0.0.0.0' }: HostPort): boolean => hostIP === '0.0.0.0' || hostIP === '::';
  const isSame = one.protocol === other.protocol && one.hostPort === other.hostPort;
  return isSame && (isAny(one) || isAny(other) || one.hostIP === other.hostIP);
}

const NO_PORTS: readonly HostPort[] = [];

/** The hostPorts that a Pod's containers ask for. */
export function listHostPorts(object: PodObject): HostPort[] {
  const pod = mappedPod(object);
  return (object.spec.containers ?? []).flatMap(({ ports }, container) =>
    (ports ?? []).flatMap(({ hostPort, containerPort, protocol = 'TCP', hostIP }, index) => {
      if (!hostPort) return [];
      const field = `spec.containers[${container}].ports[${index}].hostPort`;
      const mapping = {
        pod,
        protocol: printableName(protocol.toLowerCase()),
        hostPort,
        containerPort,
        field,
      };
      return [hostIP === undefined || hostIP === '' ? mapping : { ...mapping, hostIP }];
    }),
  );
}

/** The rules of a node that are not kube-proxy's; undefined: it has none. */
export function nodeRules({ nodes, pods }: ClusterObjects, name: string, memo: Memo): NodeRules | undefined {
  const node = nodes.find(({ metadata }) => metadata.name === name);
  if (!node) return undefined;
  const { forwardPolicy, layout, cni, writers = [] } = nodeSettings(node);
  const isMapped = !writers.includes('hostports') && (!cni || cni.portmap !== undefined);
  const mappings = isMapped ? (admittedByNode(pods, memo).get(name)?.mappings ?? NO_PORTS) : NO_PORTS;
  const masqueraded = cni?.ipMasq ? (podsByNode(pods, memo).get(name) ?? []) : [];
  if (mappings.length + masqueraded.length === 0 && forwardPolicy !== 'DROP') return undefined;
  const about = { forwardPolicy, layout, podCIDRs: listPodCIDRs(node), mappings, masqueraded };
  return sameRules(cni ? { ...about, cni } : about, memo, name);
}

/** The Pods of each node that have a network of their own. */
const podsByNode = once((pods: ClusterObjects['pods']): ReadonlyMap<string, readonly MappedPod[]> => {
  const all = new Map<string, MappedPod[]>();
  for (const pod of pods) {
    const { nodeName, hostNetwork } = pod.spec;
    if (nodeName === undefined || hostNetwork || hasEnded(pod) || listPodIPs(pod).length === 0) continue;
    const known = all.get(nodeName) ?? [];
    if (known.push(mappedPod(pod)) === 1) all.set(nodeName, known);
  }
  return all;
});

function mappedPod(pod: PodObject): MappedPod {
  return { namespace: getNamespace(pod), name: pod.metadata.name, ips: listPodIPs(pod) };
}

const sameRules = asLast<NodeRules>();

type Tables = Map<TableName, ReadonlyMap<string, GeneratedChain>>;

/**
 * Adds to kube-proxy's rules those beside them on the node: the policy of FORWARD, and a hostPort's rules as the CNI plugin
 * portmap makes them (plugins/meta/portmap/portmap_iptables.go). kube-proxy puts its jumps first when it starts, portmap
 * appends its own: a nodePort or Service address wins over a hostPort. Chains of a container end in letters of a hash of its
 * id, which no object tells: they are made up.
 */
export function withNodeRules(xtables: GeneratedXtables, rules: NodeRules, family: IpFamily): GeneratedXtables {
  const tables: Tables = new Map(xtables.tables);
  const own = rules.mappings.filter(({ pod, hostIP }) => findAddress(pod, family) && fits(hostIP, family));
  if (own.length > 0)
    tables.set('nat', withHostPorts(tables.get('nat') ?? builtIn(NAT), { ...rules, mappings: own }, family));
  const left = rules.masqueraded.filter((pod) => findAddress(pod, family));
  if (left.length > 0)
    tables.set('nat', withMasquerade(tables.get('nat') ?? builtIn(NAT), { ...rules, masqueraded: left }, family));
  const { forwardPolicy } = rules;
  if (forwardPolicy) {
    const filter = new Map(tables.get('filter') ?? builtIn(FILTER));
    filter.set('FORWARD', { rules: [], ...filter.get('FORWARD'), name: 'FORWARD', policy: forwardPolicy });
    tables.set('filter', filter);
  }
  return { tables };
}

const NAT = ['PREROUTING', 'INPUT', 'OUTPUT', 'POSTROUTING'] as const;
const FILTER = ['INPUT', 'FORWARD', 'OUTPUT'] as const;

function builtIn(names: readonly string[]): ReadonlyMap<string, GeneratedChain> {
  return new Map(names.map((name) => [name, { name, policy: 'ACCEPT', rules: [] }]));
}

function findAddress({ ips }: HostPort['pod'], family: IpFamily): IpAddress | undefined {
  const parsed = ips.map((text) => parseIp(text));
  return parsed.flatMap((each) => (each.ok && each.value.family === family ? [each.value] : []))[0];
}

function fits(hostIP: string | undefined, family: IpFamily): boolean {
  if (hostIP === undefined) return true;
  const parsed = parseIp(hostIP);
  return parsed.ok && parsed.value.family === family;
}

function withHostPorts(
  nat: ReadonlyMap<string, GeneratedChain>,
  { mappings, ...rules }: NodeRules,
  family: IpFamily,
): ReadonlyMap<string, GeneratedChain> {
  const chains = new Map(nat);
  const shared = makeOrigin(mappings[0] as HostPort, 'shared');
  const put = (name: string, rules: readonly GeneratedRule[], isFirst = false): void => {
    const known = chains.get(name) ?? { name, rules: [] };
    chains.set(name, { ...known, rules: isFirst ? [...rules, ...known.rules] : [...known.rules, ...rules] });
  };
  const one = (text: string): readonly GeneratedRule[] => [{ text, origin: shared }];
  const { snat, markMasqBit, externalSetMarkChain } = portmapOf(rules);
  const mark = `0x${(2 ** markMasqBit).toString(16)}`;
  for (const hook of ['PREROUTING', 'OUTPUT']) put(hook, one(`-m addrtype --dst-type LOCAL -j ${DNAT}`));
  if (snat && externalSetMarkChain === undefined) {
    put('POSTROUTING', one(`-m comment --comment "CNI portfwd requiring masquerade" -j ${MASQ}`), true);
    put(SETMARK, one(`-m comment --comment "CNI portfwd masquerade mark" -j MARK --set-xmark ${mark}/${mark}`));
    put(MASQ, one(`-m mark --mark ${mark}/${mark} -j MASQUERADE`));
  }
  for (const pod of new Set(mappings.map((mapping) => mapping.pod))) {
    const own = mappings.filter((mapping) => mapping.pod === pod);
    const network = networkName(rules);
    const id = sandboxOf(pod);
    const chain = `CNI-DN-${sha256Hex(network + id).slice(0, 21)}`;
    const conditions = portmapOf(rules).conditions[family];
    put(DNAT, entryRules(own, { chain, conditions, comment: `dnat name: \\"${network}\\" id: \\"${id}\\"` }));
    put(
      chain,
      own.flatMap((mapping) => portRules(mapping, rules, family)),
    );
  }
  return chains;
}

type NodeLayout = Pick<NodeRules, 'layout' | 'podCIDRs' | 'cni'>;

const portmapOf = ({ cni }: NodeLayout): PortMap => cni?.portmap ?? PORTMAP;
const networkName = ({ cni, layout }: NodeLayout): string => cni?.name ?? podLayout(layout).network;
const sandboxOf = (pod: MappedPod): string => sha256Hex(`${namespacedName(pod)} ${pod.ips.join()}`);

const MULTICAST = { ipv4: '224.0.0.0/4', ipv6: 'ff00::/8' } as const;

/**
 * `ipMasq` of the plugins bridge and ptp (pkg/ip/ipmasq_iptables_linux.go): who leaves the network of the Pods is seen
 * as the node, a chain a Pod. Its name ends in letters of a hash of the container's id, which are made up here.
 */
function withMasquerade(
  nat: ReadonlyMap<string, GeneratedChain>,
  rules: NodeRules,
  family: IpFamily,
): ReadonlyMap<string, GeneratedChain> {
  const chains = new Map(nat);
  const jumps = rules.masqueraded.map((pod): GeneratedRule => {
    const address = findAddress(pod, family) as IpAddress;
    const [network, id] = [networkName(rules), sandboxOf(pod)];
    const name = `CNI-${sha256Hex(network + id).slice(0, 24)}`;
    const words = `-m comment --comment "name: \\"${network}\\" id: \\"${id}\\""`;
    const origin: Origin = {
      kind: 'Pod',
      namespace: pod.namespace,
      name: pod.name,
      field: 'status.podIP',
      why: phrase('kubernetes.cni-masquerade', { pod: namespacedName(pod) }),
    };
    const texts = [
      `-d ${networkOfPod(address, { ...rules, layout: 'bridge' })} ${words} -j ACCEPT`,
      `! -d ${MULTICAST[family]} ${words} -j MASQUERADE`,
    ];
    chains.set(name, { name, rules: texts.map((text) => ({ text, origin })) });
    return { text: `-s ${formatIp(address)}/${getBits(family)} ${words} -j ${name}`, origin };
  });
  const before = chains.get('POSTROUTING') ?? { name: 'POSTROUTING', policy: 'ACCEPT' as const, rules: [] };
  return chains.set('POSTROUTING', { ...before, rules: [...before.rules, ...jumps] });
}

function namespacedName({ namespace, name }: HostPort['pod']): string {
  return `${namespace}/${name}`;
}

/** multiport takes this many ports. */
const MOST_PORTS = 15;

function entryRules(
  own: readonly HostPort[],
  { chain, comment, conditions }: { readonly chain: string; readonly comment: string; readonly conditions: string },
): GeneratedRule[] {
  const more = conditions === '' ? '' : ` ${conditions}`;
  return [...new Set(own.map(({ protocol }) => protocol))].toSorted().flatMap((protocol) => {
    const same = own.filter((mapping) => mapping.protocol === protocol);
    const rules: GeneratedRule[] = [];
    for (let at = 0; at < same.length; at += MOST_PORTS) {
      const ports = same.slice(at, at + MOST_PORTS).map(({ hostPort }) => hostPort);
      const text = `-p ${protocol} -m comment --comment "${comment}" -m multiport --dports ${ports.join()}${more} -j ${chain}`;
      rules.push({ text, origin: makeOrigin(same[at] as HostPort, 'entry') });
    }
    return rules;
  });
}

/** Masquerade what comes from the Pods' own network and from the host's loopback, then translate. */
function portRules(mapping: HostPort, rules: NodeLayout, family: IpFamily): GeneratedRule[] {
  const { pod, protocol, hostPort, containerPort, hostIP = '' } = mapping;
  const address = findAddress(pod, family) as IpAddress;
  const parsed = parseIp(hostIP);
  const bits = getBits(family);
  const to = parsed.ok && !isUnspecified(parsed.value) ? ` -d ${formatIp(parsed.value)}/${bits}` : '';
  const port = `-p ${protocol} -m ${protocol} --dport ${hostPort}`;
  const { snat, masqAll, externalSetMarkChain = SETMARK } = portmapOf(rules);
  const mark = (from: string): GeneratedRule => ({
    text: `-s ${from}${to} ${port} -j ${externalSetMarkChain}`,
    origin: makeOrigin(mapping, 'mark'),
  });
  const text = formatIp(address);
  const place = family === 'ipv4' ? `${text}:${containerPort}` : `[${text}]:${containerPort}`;
  return [
    ...(snat ? [mark(masqAll ? EVERYWHERE[family] : networkOfPod(address, rules))] : []),
    ...(snat && !masqAll && family === 'ipv4' ? [mark('127.0.0.1/32')] : []),
    {
      text: `${to.trimStart()}${to === '' ? '' : ' '}${port} -j DNAT --to-destination ${place}`,
      origin: makeOrigin(mapping, 'dnat'),
    },
  ];
}

/** The Pod's address with the prefix its interface has: the podCIDR's on a bridge, the whole address on a link of its own. */
function networkOfPod(address: IpAddress, { layout, podCIDRs }: NodeLayout): string {
  const ranges = podLayout(layout).bridge === undefined ? [] : podCIDRs.map((text) => parseCidr(text));
  const around = ranges.flatMap((range) => (range.ok && contains(range.value, address) ? [range.value] : []))[0];
  return formatCidr(around ?? makeCidr(address, getBits(address.family)));
}

function makeOrigin({ pod, field, hostPort }: HostPort, why: PhraseIdBelow<'kubernetes.host-port'>): Origin {
  const values = { pod: namespacedName(pod), port: hostPort };
  const { namespace, name } = pod;
  return { kind: 'Pod', namespace, name, field, why: phrase(`kubernetes.host-port.${why}`, values) };
}
