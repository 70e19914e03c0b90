import { formatIp } from '../../core/net/ip';
import { flagLetters, type Packet } from '../../core/net/packet';
import type { Disposition, Leg, Trace } from '../../core/sim/trace';
import { anObject, aText, type JsonSchema } from './schema';

/** What comes back to whoever asked. */
interface WayBack {
  /** `answer`, `RST`, of ICMP type and code: `ICMP 3/3`; `nothing`; `unknown`: nobody can say. */
  readonly is: string;
  /** Absent: nothing comes. */
  readonly from?: string;
}

/** The shape of a {@link WayBack}. */
export const WAY_BACK: JsonSchema = anObject({
  is: aText('"answer", "RST", type and code of an error as "ICMP 3/3", "nothing", or "unknown" where nobody can say'),
  'from?': aText('the address it comes from, as whoever asked sees it'),
});

function describeBack({ l4 }: Packet, { role }: Leg): string {
  if (role === 'reply') return 'answer';
  if (l4.proto === 'icmp' || l4.proto === 'icmpv6') return `ICMP ${l4.type}/${l4.code}`;
  return l4.proto === 'tcp' && flagLetters(l4.flags).includes('R') ? 'RST' : 'answer';
}

/** The answer that reaches the sender: an answer, an error, or nothing. */
export function findWayBack({ legs }: Pick<Trace, 'legs'>): WayBack {
  const back = legs.findLast(({ role, lookup, second }) => role !== 'request' && !lookup && !second);
  const isOpen = legs.some(({ disposition: { kind } }) => kind === 'UNKNOWN' || kind === 'LEFT');
  if (back?.disposition.kind !== 'DELIVERED') return { is: isOpen ? 'unknown' : 'nothing' };
  const packet = back.hops.at(-1)?.steps.at(-1)?.packet;
  return packet ? { is: describeBack(packet, back), from: formatIp(packet.src) } : { is: 'unknown' };
}

/** The end of a request as data: the rule, how it refuses, the device it leaves by. */
export function endFacts(end: Disposition): { readonly by?: string; readonly with?: string; readonly device?: string } {
  if (end.kind === 'DROPPED') return { by: end.by };
  if (end.kind === 'REJECTED') return { by: end.by, with: end.with };
  return end.kind === 'LEFT' ? { device: end.device } : {};
}
