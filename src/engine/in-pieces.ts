import type { IpFamily } from '../core/net/ip';
import type { Patch } from './patch';
import type { PatchedEngine } from './patched-engine';
import { cutLong, PIECE, type Pieces } from './pieces';

/** A {@link PatchedEngine} whose long answers are fetched list by list, a piece at a time. */
export interface EngineInPieces extends Omit<PatchedEngine, 'open' | 'rules'> {
  readonly open: (...of: Parameters<PatchedEngine['open']>) => Promise<Held<Patch>>;
  readonly rules: (netns: string, family: IpFamily) => Promise<Held<Patch>>;
  /** The items of a list of a held answer from a place on; empty after the last, and then it is let go. */
  readonly more: (held: number, list: number, from: number) => readonly unknown[];
}

/** What is left of a long answer while its lists are fetched. */
export interface CutAnswer<T> extends Pieces<T> {
  readonly held: number;
}

/** An answer, whole or cut. */
export type Held<T> = T | CutAnswer<T>;

/** Fewer of what is large: two thousand namespaces with their devices and routes would hold the page for half a second. */
function pieceAt(list: readonly unknown[], from: number): number {
  return Math.max(LEAST, Math.ceil(PIECE / weightOf(list[from])));
}

const LEAST = 50;

/** How many objects a value is made of. */
function weightOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, each) => sum + weightOf(each), 1);
}

/** Holds long answers until the page has fetched all of them. */
export function inPieces(engine: PatchedEngine): EngineInPieces {
  const waiting = new Map<number, readonly unknown[][]>();
  let count = 0;
  const hold = <T>(answer: T): Held<T> => {
    const long = cutLong(answer);
    if (!long) return answer;
    waiting.set(++count, long.whole);
    return { ...long.cut, held: count };
  };
  return {
    ...engine,
    open: async (patch) => hold(await engine.open(patch)),
    rules: async (netns, family) => hold(await engine.rules(netns, family)),
    more: (held, list, from) => {
      const lists = waiting.get(held);
      const items = lists?.[list]?.slice(from, from + pieceAt(lists[list], from)) ?? [];
      if (lists && list === lists.length - 1 && items.length === 0) waiting.delete(held);
      return items;
    },
  };
}
