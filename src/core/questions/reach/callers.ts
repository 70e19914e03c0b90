import type { Derived } from '../../document/kernel-parts';
import type { Document, FlowSource } from '../../document/document';
import { hasFamilyAddress } from '../../document/family-address';
import { CLIENT_ID } from '../../kubernetes/network';
import { isActive } from '../../kubernetes/pods';
import { listPolicyBlocks } from '../../kubernetes/policy/network-policy';
import { getNamespace, namespacedName } from '../../kubernetes/types';
import type { Network } from '../../linux/netns';
import {
  contains,
  formatIp,
  isLoopback,
  parseCidr,
  sameIp,
  type Cidr,
  type IpAddress,
  type IpFamily,
} from '../../net/ip';

/** Somebody who sends. */
export interface Caller {
  /** `pod default/client`, `node node1`, `outside`, `outside 203.0.113.0/24`. */
  readonly id: string;
  readonly kind: 'pod' | 'node' | 'outside';
  /** `default/client`, `node1`; of one outside the range that tells it from others, `''` of all other. */
  readonly name: string;
  readonly from: FlowSource;
  readonly netns: string;
  /** The machine of a Pod. */
  readonly node?: string;
  /** Of one outside: the address it sends from, whatever else its machine has. */
  readonly address?: string;
}

const readRanges = (texts: readonly string[], family: IpFamily): readonly Cidr[] =>
  [...new Set(texts)].flatMap((text) => {
    const range = parseCidr(text.trim());
    return range.ok && range.value.address.family === family ? [range.value] : [];
  });

/** Ranges that objects tell senders apart by, the narrowest first: those of load balancers and of policies. */
function sourceRanges({ cluster }: Document, family: IpFamily): readonly Cidr[] {
  const balancers = cluster.services.flatMap(({ spec }) => spec.loadBalancerSourceRanges ?? []);
  const told = [...balancers, ...listPolicyBlocks(cluster)];
  return readRanges(told, family).toSorted((a, b) => b.prefix - a.prefix);
}

const isTaken = ({ netns }: Network, address: IpAddress): boolean =>
  [...netns.values()].some(
    ({ id, devices }) =>
      id !== CLIENT_ID && devices.some(({ addresses }) => addresses.some((own) => sameIp(own.address, address))),
  );

/** The tenth address of a range, or its first where it is small; undefined: a machine of the cluster has it. */
function addressIn(network: Network, { address, prefix }: Cidr): IpAddress | undefined {
  const last = address.words.length - 1;
  const isSmall = prefix > address.words.length * 32 - 5;
  const words = address.words.map((word, i) => (i === last && !isSmall ? word + 10 : word));
  const found = { ...address, words };
  return isTaken(network, found) ? undefined : found;
}

/** The address by which the client outside is usually known. */
function usualAddress({ netns }: Network, family: IpFamily): IpAddress | undefined {
  const addresses = netns.get(CLIENT_ID)?.devices.flatMap((device) => device.addresses) ?? [];
  return addresses.find(({ address }) => address.family === family && !isLoopback(address))?.address;
}

/** Callers outside the cluster, one of each kind that ranges tell apart; the usual client stands for all others. */
function outsideCallers(document: Document, network: Network, family: IpFamily): Caller[] {
  const usual = usualAddress(network, family);
  if (!usual) return [];
  const ranges = sourceRanges(document, family);
  const pods = readRanges(document.settings.clusterCIDR, family);
  const kindOf = (address: IpAddress): string => ranges.map((range) => Number(contains(range, address))).join('');
  const known = new Set([kindOf(usual)]);
  const made = ranges.flatMap((range): Caller[] => {
    const found = addressIn(network, range);
    if (!found || known.has(kindOf(found)) || pods.some((cidr) => contains(cidr, found))) return [];
    known.add(kindOf(found));
    const name = `${formatIp(range.address)}/${range.prefix}`;
    const address = formatIp(found);
    const from = { kind: 'external' as const, address };
    return [{ id: `outside ${name}`, kind: 'outside', name, netns: CLIENT_ID, from, address }];
  });
  const other = { id: 'outside', kind: 'outside', name: '', netns: CLIENT_ID, from: { kind: 'external' } } as const;
  return [...made, { ...other, address: formatIp(usual) }];
}

/**
 * Everybody who may send: each Pod with an address of its own, each node, one of each kind outside.
 * @param family of which an address is needed
 */
export function listCallers(document: Document, { network, settled }: Derived, family: IpFamily): readonly Caller[] {
  const cluster = settled ?? document.cluster;
  const isSpeaking = (id: string): boolean => {
    const netns = network.netns.get(id);
    return netns !== undefined && hasFamilyAddress(netns, family);
  };
  const pods = cluster.pods.flatMap((pod): Caller[] => {
    const id = namespacedName(pod);
    if (!isActive(pod) || pod.spec.hostNetwork || !isSpeaking(id)) return [];
    const from = { kind: 'pod' as const, namespace: getNamespace(pod), name: pod.metadata.name };
    const node = pod.spec.nodeName === undefined ? {} : { node: pod.spec.nodeName };
    return [{ id: `pod ${id}`, kind: 'pod', name: id, from, netns: id, ...node }];
  });
  const nodes = cluster.nodes.flatMap(({ metadata: { name } }): Caller[] =>
    isSpeaking(name) ? [{ id: `node ${name}`, kind: 'node', name, from: { kind: 'node', name }, netns: name }] : [],
  );
  return [...pods, ...nodes, ...outsideCallers(document, network, family)];
}
