import type { CtStatus } from '../conntrack/types';
import type { Skb } from '../skb';

/** Does the packet's connection have a status bit? No connection has none. */
export function ctHas(skb: Skb, status: CtStatus): boolean {
  return skb.ct?.status.has(status) ?? false;
}

/** The packet's state as rules see it: without a connection it is INVALID unless conntrack was told to leave it alone. */
export function ctStateOf(skb: Skb): 'NEW' | 'ESTABLISHED' | 'RELATED' | 'INVALID' | 'UNTRACKED' {
  return skb.ctState ?? 'INVALID';
}
