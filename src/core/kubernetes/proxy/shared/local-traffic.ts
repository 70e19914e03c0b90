import { contains, isLoopback, makeNetwork, parseCidr, parseIp, type IpFamily, type Cidr, ip } from '../../../net/ip';
import type { KubeProxyConfig, NodeObject } from '../../types';
import { ruleDevice } from '../../validation/printable';

/** `--nodeport-addresses` as one family reads it (pkg/proxy/util/nodeport_addresses.go). */
export interface NodePortAddresses {
  readonly family: IpFamily;
  /** Empty: every address of the node. */
  readonly cidrs: readonly Cidr[];
  readonly matchAll: boolean;
}

/** Takes the CIDRs of the family; none, or one of length 0, means all addresses. Broken entries are skipped. */
export function nodePortAddresses(texts: readonly string[], family: IpFamily): NodePortAddresses {
  const cidrs: Cidr[] = [];
  for (const text of texts) {
    const parsed = parseCidr(text.trim());
    if (parsed.ok && parsed.value.address.family === family) cidrs.push(parsed.value);
  }
  const matchAll = cidrs.length === 0 || cidrs.some((cidr) => cidr.prefix === 0);
  return { family, cidrs: matchAll ? [] : cidrs, matchAll };
}

/** The addresses on which nodePorts are answered, without repetition, in order. */
export function nodePortIPs(addresses: NodePortAddresses, candidates: readonly string[]): string[] {
  const chosen = candidates.filter((text) => {
    const parsed = parseIp(text);
    return parsed.ok && (addresses.matchAll || addresses.cidrs.some((cidr) => contains(cidr, parsed.value)));
  });
  return [...new Set(chosen)];
}

/** Can 127.0.0.1 be among them? */
export function containsIPv4Loopback(addresses: NodePortAddresses): boolean {
  if (addresses.family !== 'ipv4') return false;
  return (
    addresses.matchAll ||
    addresses.cidrs.some((cidr) => (cidr.address.words[0] ?? 0) >>> 24 === 127 || contains(cidr, ip('127.0.0.1')))
  );
}

/** Do ranges of the family begin at loopback? One that only contains it (`0.0.0.0/0`) does not count. */
export function namesLoopback(texts: readonly string[], family: IpFamily): boolean {
  return texts.some((text) => {
    const parsed = parseCidr(text.trim());
    if (!parsed.ok || parsed.value.address.family !== family) return false;
    const { address, prefix } = parsed.value;
    return isLoopback(makeNetwork(address, prefix));
  });
}

/** The family of a CIDR text (`10.0.0.0/8`); undefined if it is none. A bare address is none. */
export function cidrFamily(text: string): IpFamily | undefined {
  if (!text.includes('/')) return undefined;
  const parsed = parseCidr(text);
  return parsed.ok ? parsed.value.address.family : undefined;
}

/** Is the address inside the CIDR? Both are texts; broken ones are not. */
export function rangeHolds(range: string, address: string): boolean {
  const cidr = parseCidr(range);
  const ip = parseIp(address);
  return cidr.ok && ip.ok && contains(cidr.value, ip.value);
}

/**
 * How a proxy tells traffic of its node's Pods from other traffic
 * (pkg/proxy/util/localdetector.go). `field` is the configuration field that says so.
 */
export type LocalTrafficDetector =
  | { readonly kind: 'cidr'; readonly cidr: string; readonly field: string }
  | { readonly kind: 'interface'; readonly name: string; readonly prefix: boolean; readonly field: string };

/** The detector of `--detect-local-mode`; undefined when it is not implemented (no CIDR of the family, no name). */
export function localTrafficDetector(
  config: KubeProxyConfig,
  node: NodeObject | undefined,
  family: IpFamily,
): LocalTrafficDetector | undefined {
  switch (config.detectLocalMode ?? 'ClusterCIDR') {
    case 'ClusterCIDR':
      return cidrDetector((config.clusterCIDR ?? '').split(','), family, 'clusterCIDR');
    case 'NodeCIDR':
      return cidrDetector(listPodCIDRs(node), family, 'detectLocalMode');
    case 'BridgeInterface':
      return interfaceDetector(config.detectLocal?.bridgeInterface, false, 'detectLocal.bridgeInterface');
    case 'InterfaceNamePrefix':
      return interfaceDetector(config.detectLocal?.interfaceNamePrefix, true, 'detectLocal.interfaceNamePrefix');
    default:
      return undefined;
  }
}

/** A node's Pod CIDRs; `podCIDR` alone counts too. */
export function listPodCIDRs(node: NodeObject | undefined): readonly string[] {
  const { podCIDRs, podCIDR } = node?.spec ?? {};
  if (podCIDRs && podCIDRs.length > 0) return podCIDRs;
  return podCIDR ? [podCIDR] : [];
}

function cidrDetector(texts: readonly string[], family: IpFamily, field: string): LocalTrafficDetector | undefined {
  const cidr = texts.map((text) => text.trim()).find((text) => cidrFamily(text) === family);
  return cidr === undefined ? undefined : { kind: 'cidr', cidr, field };
}

function interfaceDetector(name: string | undefined, prefix: boolean, field: string): LocalTrafficDetector | undefined {
  return name ? { kind: 'interface', name: ruleDevice(name), prefix, field } : undefined;
}
