import type { TargetEffect } from '../linux/xtables/extension';
import { TooLarge } from './diagram';

/** What a target does to a packet that goes on. */
export type Change = NonNullable<TargetEffect['mark']> | 'untracked';

/** Lists of changes are numbered below this. */
export const MOST_CHANGES = 1 << 16;

/** Changes of packets one after the other, by number: the same list has the same number in every table. 0 is none. */
export class MarkChanges {
  private readonly lists: (readonly Change[])[] = [[]];
  private readonly numbers = new Map<string, number>([['[]', 0]]);

  /** The changes of a number, in their order. */
  at(number: number): readonly Change[] {
    return this.lists[number] ?? [];
  }

  /** The number of a list with one change before it. Throws {@link TooLarge}. */
  before(number: number, change: Change): number {
    const changes = [change, ...this.at(number)];
    const key = JSON.stringify(changes);
    const known = this.numbers.get(key) ?? this.lists.push(changes) - 1;
    if (known >= MOST_CHANGES) throw new TooLarge('changes of a mark');
    this.numbers.set(key, known);
    return known;
  }
}
