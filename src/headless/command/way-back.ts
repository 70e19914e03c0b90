import { formatIp } from '../../core/net/ip';
import { flagLetters, type Packet } from '../../core/net/packet';
import type { Disposition, Leg, Trace } from '../../core/sim/trace';
import { anObject, aText, type JsonSchema } from './schema';

/** The packet that comes back to whoever asked. */
interface WayBack {
  /** `answer`, `RST`, or of ICMP type and code: `ICMP 3/3`. */
  readonly is: string;
  readonly from: string;
}

/** The shape of a {@link WayBack}. */
export const WAY_BACK: JsonSchema = anObject({
  is: aText('"answer", "RST", or type and code of an error: "ICMP 3/3"'),
  from: aText('the address it comes from, as whoever asked sees it'),
});

function describeBack({ l4 }: Packet, { role }: Leg): string {
  if (role === 'reply') return 'answer';
  if (l4.proto === 'icmp' || l4.proto === 'icmpv6') return `ICMP ${l4.type}/${l4.code}`;
  return l4.proto === 'tcp' && flagLetters(l4.flags).includes('R') ? 'RST' : 'answer';
}

/** What whoever asked gets back, an answer or an error; undefined: nothing that is known. */
export function findWayBack({ legs }: Pick<Trace, 'legs'>): WayBack | undefined {
  const back = legs.findLast(({ role, lookup, second }) => role !== 'request' && !lookup && !second);
  if (back?.disposition.kind !== 'DELIVERED') return undefined;
  const packet = back.hops.at(-1)?.steps.at(-1)?.packet;
  return packet && { is: describeBack(packet, back), from: formatIp(packet.src) };
}

/** What ends a request, as data: the rule, how it refuses, the device it leaves by. */
export function endFacts(end: Disposition): { readonly by?: string; readonly with?: string; readonly device?: string } {
  if (end.kind === 'DROPPED') return { by: end.by };
  if (end.kind === 'REJECTED') return { by: end.by, with: end.with };
  return end.kind === 'LEFT' ? { device: end.device } : {};
}
