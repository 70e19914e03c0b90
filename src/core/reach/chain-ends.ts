import type { Diagram } from './diagram';
import type { Fate } from './table-map';

/** An end of packets, and what becomes of them behind the table. */
export type Ended = readonly [fate: Fate, map: Diagram];

/** Ends without those that are the same but for their rule. */
export function differentEnds(ends: readonly Ended[]): readonly Ended[] {
  if (ends.length < 2) return ends;
  return [...new Map(ends.map((ended) => [fateKey(ended[0]), ended])).values()];
}

const fateKey = ({ verdict, nat, may }: Fate): string =>
  `${verdict.kind === 'ACCEPT' ? '' : JSON.stringify(verdict)} ${nat ? JSON.stringify(nat) : ''} ${may ?? ''}`;
