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
import { hasEnded, listPodIPs } from '../controllers/deployment';
import { getNamespace, type ClusterObjects, type PodObject } from '../types';
import type { GeneratedChain, GeneratedRule, GeneratedXtables, Origin } from '../proxy/mode';
import { listPodCIDRs } from '../proxy/shared/local-traffic';
import type { HostPort } from '../writers/writer';
import { podLayout } from './layouts';
import { nodeSettings, type NodeSettings } from './node-settings';

const DNAT = 'CNI-HOSTPORT-DNAT';
const SETMARK = 'CNI-HOSTPORT-SETMARK';
const MASQ = 'CNI-HOSTPORT-MASQ';
/** `markMasqBit` 13. */
const MARK = '0x2000/0x2000';

/** Rules others than kube-proxy have on a node: the portmap plugin's for hostPorts, and the policy of FORWARD. */
export interface NodeRules {
  readonly forwardPolicy: NodeSettings['forwardPolicy'];
  readonly layout: NodeSettings['layout'];
  readonly podCIDRs: readonly string[];
  readonly mappings: readonly HostPort[];
}

/** Which Pods of which node have hostPorts; Pods of the host's own network listen there themselves. */
export const mappingsByNode = once((pods: ClusterObjects['pods']): ReadonlyMap<string, readonly HostPort[]> => {
  const all = new Map<string, HostPort[]>();
  for (const pod of pods) {
    const { nodeName, hostNetwork, containers } = pod.spec;
    if (nodeName === undefined || hostNetwork || !containers?.some(({ ports }) => ports?.some((p) => p.hostPort)))
      continue;
    if (hasEnded(pod)) continue;
    const known = all.get(nodeName) ?? [];
    known.push(...listHostPorts(pod));
    all.set(nodeName, known);
  }
  return all;
});

/** The hostPorts that a Pod's containers ask for. */
export function listHostPorts(object: PodObject): HostPort[] {
  const pod = { namespace: getNamespace(object), name: object.metadata.name, ips: listPodIPs(object) };
  return (object.spec.containers ?? []).flatMap(({ ports }, container) =>
    (ports ?? []).flatMap(({ hostPort, containerPort, protocol = 'TCP', hostIP }, index) => {
      if (!hostPort) return [];
      const field = `spec.containers[${container}].ports[${index}].hostPort`;
      const mapping = { pod, protocol: protocol.toLowerCase(), hostPort, containerPort, field };
      return [hostIP === undefined || hostIP === '' ? mapping : { ...mapping, hostIP }];
    }),
  );
}

/** The rules of a node that are not kube-proxy's; undefined: it has none. */
export function nodeRules({ nodes, pods }: ClusterObjects, name: string, memo: Memo): NodeRules | undefined {
  const node = nodes.find(({ metadata }) => metadata.name === name);
  if (!node) return undefined;
  const { forwardPolicy, layout, writers = [] } = nodeSettings(node);
  const mappings = writers.includes('hostports') ? [] : (mappingsByNode(pods, memo).get(name) ?? []);
  if (mappings.length === 0 && forwardPolicy !== 'DROP') return undefined;
  return sameRules({ forwardPolicy, layout, podCIDRs: listPodCIDRs(node), mappings }, memo, name);
}

const sameRules = asLast<NodeRules>();

type Tables = Map<TableName, ReadonlyMap<string, GeneratedChain>>;

/**
 * What kube-proxy wrote, with what stands beside it on the node: the policy of FORWARD, and a hostPort's
 * rules as the CNI plugin portmap makes them (plugins/meta/portmap/portmap_iptables.go). kube-proxy puts its
 * jumps first when it starts, portmap appends its own: a nodePort or Service address wins over a hostPort.
 * Chains of a container end in letters of a hash of its id, which no object tells: they are made up.
 */
export function withNodeRules(xtables: GeneratedXtables, rules: NodeRules, family: IpFamily): GeneratedXtables {
  const tables: Tables = new Map(xtables.tables);
  const own = rules.mappings.filter(({ pod, hostIP }) => findAddress(pod, family) && fits(hostIP, family));
  if (own.length > 0)
    tables.set('nat', withHostPorts(tables.get('nat') ?? builtIn(NAT), { ...rules, mappings: own }, family));
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
  for (const hook of ['PREROUTING', 'OUTPUT']) put(hook, one(`-m addrtype --dst-type LOCAL -j ${DNAT}`));
  put('POSTROUTING', one(`-m comment --comment "CNI portfwd requiring masquerade" -j ${MASQ}`), true);
  put(SETMARK, one(`-m comment --comment "CNI portfwd masquerade mark" -j MARK --set-xmark ${MARK}`));
  put(MASQ, one(`-m mark --mark ${MARK} -j MASQUERADE`));
  for (const pod of new Set(mappings.map((mapping) => mapping.pod))) {
    const own = mappings.filter((mapping) => mapping.pod === pod);
    const { network } = podLayout(rules.layout);
    const id = sha256Hex(`${calledOf(pod)} ${pod.ips.join()}`);
    const chain = `CNI-DN-${sha256Hex(network + id).slice(0, 21)}`;
    put(DNAT, entryRules(own, { chain, comment: `dnat name: \\"${network}\\" id: \\"${id}\\"` }));
    put(
      chain,
      own.flatMap((mapping) => portRules(mapping, rules, family)),
    );
  }
  return chains;
}

type NodeLayout = Pick<NodeRules, 'layout' | 'podCIDRs'>;

function calledOf({ namespace, name }: HostPort['pod']): string {
  return `${namespace}/${name}`;
}

/** multiport takes this many ports. */
const MOST_PORTS = 15;

function entryRules(
  own: readonly HostPort[],
  { chain, comment }: { readonly chain: string; readonly comment: string },
): GeneratedRule[] {
  return [...new Set(own.map(({ protocol }) => protocol))].toSorted().flatMap((protocol) => {
    const same = own.filter((mapping) => mapping.protocol === protocol);
    const rules: GeneratedRule[] = [];
    for (let at = 0; at < same.length; at += MOST_PORTS) {
      const ports = same.slice(at, at + MOST_PORTS).map(({ hostPort }) => hostPort);
      const text = `-p ${protocol} -m comment --comment "${comment}" -m multiport --dports ${ports.join()} -j ${chain}`;
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
  const mark = (from: string): GeneratedRule => ({
    text: `-s ${from}${to} ${port} -j ${SETMARK}`,
    origin: makeOrigin(mapping, 'mark'),
  });
  const text = formatIp(address);
  const place = family === 'ipv4' ? `${text}:${containerPort}` : `[${text}]:${containerPort}`;
  return [
    mark(networkOfPod(address, rules)),
    ...(family === 'ipv4' ? [mark('127.0.0.1/32')] : []),
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
  const values = { pod: calledOf(pod), port: hostPort };
  const { namespace, name } = pod;
  return { kind: 'Pod', namespace, name, field, why: phrase(`kubernetes.host-port.${why}`, values) };
}
