import { contains, parseCidr, type Cidr } from '../../net/cidr';
import { addToIp, formatIp, parseIp, type IpAddress, type IpFamily } from '../../net/ip';
import type { ReadProxy } from './types';

/** An address for the node, and whether it was made up. */
export interface NodeAddress {
  readonly address: string;
  readonly madeUp: boolean;
}

/** Documentation ranges (RFC 5737, RFC 3849). */
const MADE_UP: Readonly<Record<IpFamily, readonly string[]>> = {
  ipv4: ['192.0.2.10', '198.51.100.10', '203.0.113.10', '240.0.0.10'],
  ipv6: ['2001:db8::10', '2001:db8:1::10'],
};
const TRIES = 64;

/**
 * The node's own address of a family: given, told by the rules, or made up so that it lies in those
 * source ranges KUBE-FW opens for the node itself, and in no other.
 */
export function nodeAddressOf(proxy: ReadProxy, given: readonly string[]): NodeAddress {
  const own = [...given, ...proxy.nodeAddresses].find((text) => isOwnAddress(text, proxy.family));
  if (own !== undefined) return { address: own, madeUp: false };
  const rules = proxy.nodeInside.map(({ ranges, inside }) => ({ ranges: cidrsOf(ranges), inside }));
  const fits = (address: IpAddress): boolean =>
    rules.every(({ ranges, inside }) => ranges.some((range) => contains(range, address)) === inside);
  const found = [...candidates(proxy.family, rules)].find(fits);
  return { address: found ? formatIp(found) : (MADE_UP[proxy.family][0] ?? ''), madeUp: true };
}

/** Whether a text is an address of the family that a node can be reached at from elsewhere. */
export function isOwnAddress(text: string, family: IpFamily): boolean {
  const parsed = parseIp(text);
  return parsed.ok && parsed.value.family === family && !/^127\.|^::1$|^fe80:/.test(text);
}

function cidrsOf(texts: readonly string[]): Cidr[] {
  return texts.flatMap((text) => {
    const parsed = parseCidr(text);
    return parsed.ok ? [parsed.value] : [];
  });
}

function* candidates(
  family: IpFamily,
  rules: readonly { readonly ranges: readonly Cidr[]; readonly inside: boolean }[],
): Generator<IpAddress> {
  for (const text of MADE_UP[family]) {
    const parsed = parseIp(text);
    if (parsed.ok) yield parsed.value;
  }
  for (const { ranges, inside } of rules) {
    if (!inside) continue;
    for (const { address } of ranges) for (let i = 0; i < TRIES; i++) yield addToIp(address, i);
  }
}
