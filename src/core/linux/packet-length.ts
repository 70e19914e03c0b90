import type { Packet } from '../net/packet';
import type { Ternary } from './choice';

/** A number that is known to lie between two others. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

const L4_HEADER = { tcp: 20, udp: 8, icmp: 8, icmpv6: 8, sctp: 16, other: 0 } as const;

/**
 * How long the packet can be, in bytes of its IP header and all behind it (skb->len in IP). Unless it is known
 * what is behind the headers, only the least and the most is.
 */
export function lengthBounds({ family, l4, payload }: Packet): Bounds {
  const header = family === 'ipv4' ? 20 : 40;
  if (payload !== undefined) {
    const length = header + L4_HEADER[l4.proto] + payload;
    return { min: length, max: length };
  }
  return { min: header + L4_HEADER[l4.proto], max: family === 'ipv4' ? 0xffff : 0xffff + 40 };
}

/** Does a number that lies between two others lie in `least`..`most`? */
export function between({ min, max }: Bounds, least: number, most: number): Ternary {
  if (min >= least && max <= most) return true;
  return max < least || min > most ? false : 'unknown';
}

/** Kleene's `not`. */
export function not(answer: Ternary): Ternary {
  return answer === 'unknown' ? answer : !answer;
}
