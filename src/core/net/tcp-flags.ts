import type { TcpFlags } from './packet';

/** A letter a flag, in the order of the header's bits. */
const LETTERS = { fin: 'F', syn: 'S', rst: 'R', psh: 'P', ack: 'A', urg: 'U', ece: 'E', cwr: 'C' } as const;
const NAMES = Object.keys(LETTERS) as (keyof typeof LETTERS)[];

/** `SA`; `none` where no flag is set. */
export function flagLetters(flags: TcpFlags): string {
  return NAMES.map((name) => (flags[name] ? LETTERS[name] : '')).join('') || 'none';
}

/** The flags of some letters, in any order; `none` and nothing have none. */
export function flagsOfLetters(letters: string): TcpFlags {
  if (letters === 'none') return {};
  return Object.fromEntries(NAMES.filter((name) => letters.includes(LETTERS[name])).map((name) => [name, true]));
}

/**
 * The segments a flow may send, with their flags; `out-of-window`: an ACK far behind what its connection expects,
 * `late-answer`: such a one that comes from whoever was asked.
 */
const SEGMENTS = {
  SYN: 'S',
  'SYN-ACK': 'SA',
  ACK: 'A',
  FIN: 'FA',
  RST: 'R',
  'out-of-window': 'A',
  'late-answer': 'A',
} as const;

export type TcpSegment = keyof typeof SEGMENTS;
export const TCP_SEGMENTS = Object.keys(SEGMENTS) as readonly TcpSegment[];

/** The flags a segment carries. */
export function flagsOfSegment(segment: TcpSegment): TcpFlags {
  return flagsOfLetters(SEGMENTS[segment]);
}
