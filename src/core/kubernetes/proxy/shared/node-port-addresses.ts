import { contains, parseCidr, type Cidr } from '../../../net/cidr';
import { ip, parseIp, type IpFamily } from '../../../net/ip';

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

/** Those of the given addresses on which nodePorts are answered, without repetition, in order. */
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
