import type { FlowKey } from '../linux/routing/rules';
import { hasPorts, protocolNumber, type Packet } from '../net/packet';

/** What rules of routing may ask of a packet besides its addresses (`fib4_rules_early_flow_dissect`). */
export function portsOf({ l4 }: Packet): Pick<FlowKey, 'protocol' | 'sport' | 'dport'> {
  const protocol = protocolNumber(l4);
  return hasPorts(l4) ? { protocol, sport: l4.sport, dport: l4.dport } : { protocol };
}
