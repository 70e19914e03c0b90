import type { Diagnostic } from '../formats/format';
import { phrase, type Phrase } from '../lib/phrase';
import type { FactRule, SheetFact } from './facts';
import type { KnobState } from './knobs';

/** What a Sheet says at one position, in one outcome. */
export interface PositionFacts {
  /** Where its knobs stand: `mode = ipvs, pods = 3`; empty: it has none. */
  readonly where: string;
  /** Which outcome is walked, from 0. */
  readonly outcome: number;
  readonly facts: readonly SheetFact[];
}

/** One thing that is said, over all positions walked so far. */
interface TalliedFact {
  readonly fact: SheetFact;
  /** Holds at the first position. */
  readonly first: boolean;
  /** Holds at some position. */
  readonly somewhere: boolean;
  /** Where it did not hold first, and at how many positions it did not. */
  readonly failed?: {
    readonly fact: SheetFact;
    readonly where: string;
    readonly outcome: number;
    readonly count: number;
  };
}

/** All that is said over the positions walked so far. */
export interface FactTally {
  readonly positions: number;
  readonly told: ReadonlyMap<string, TalliedFact>;
}

/** Nothing was walked yet. */
export const NO_FACTS: FactTally = { positions: 0, told: new Map() };

/** When what does not hold is a fault: always; of a name that is there at some position; of what holds at the first one. */
const FAULTY: Readonly<Record<FactRule, (told: TalliedFact) => boolean>> = {
  empty: () => true,
  value: () => true,
  moment: () => true,
  mode: () => true,
  name: ({ somewhere }) => somewhere,
  share: ({ first }) => first,
  chosen: ({ first }) => first,
};

/** The position of some knobs, as a sentence names it: those that can be turned. */
export function spellPosition(knobs: readonly KnobState[]): string {
  return knobs.flatMap(({ name, value, values }) => (values.length > 1 ? [`${name} = ${value}`] : [])).join(', ');
}

/** A tally with one position more. */
export function tallyFacts({ positions, told }: FactTally, { where, outcome, facts }: PositionFacts): FactTally {
  const next = new Map(told);
  const here = new Set<string>();
  for (const fact of facts) {
    const key = JSON.stringify([fact.path, fact.rule, fact.said]);
    const before = next.get(key);
    const isAgain = here.has(key);
    here.add(key);
    const count = (before?.failed?.count ?? 0) + (isAgain ? 0 : 1);
    const failed = fact.holds ? before?.failed : { fact, where, outcome, ...before?.failed, count };
    next.set(key, {
      fact,
      first: before?.first ?? (positions === 0 && fact.holds),
      somewhere: (before?.somewhere ?? false) || fact.holds,
      ...(failed ? { failed } : {}),
    });
  }
  return { positions: positions + 1, told: next };
}

/** Sentences and figures of a Sheet that are false at a position that was walked, each once, with where that is and the next step. */
export function listFalse({ told }: FactTally): readonly Diagnostic[] {
  return [...told.values()].flatMap((each) => {
    if (!each.failed || !FAULTY[each.fact.rule](each)) return [];
    const { rule, path } = each.fact;
    return [{ severity: 'error', code: 'invalid', path, message: sayFalse(rule, each.failed) } as const];
  });
}

function sayFalse(rule: FactRule, { fact, where, outcome, count }: NonNullable<TalliedFact['failed']>): Phrase {
  const at = { where: where === '' ? 'none' : where, outcome, more: count - 1 };
  const { said, instead } = fact;
  switch (rule) {
    case 'empty':
      return phrase('sheet.false.empty', at);
    case 'value':
      return phrase('sheet.false.value', at);
    case 'moment':
      return phrase('sheet.false.moment', { ...at, said, instead });
    case 'mode':
      return phrase('sheet.false.mode', { ...at, said, instead });
    case 'name':
      return phrase('sheet.false.name', { ...at, said });
    case 'share':
      return phrase('sheet.false.share', { ...at, said, instead });
    case 'chosen':
      return phrase('sheet.false.chosen', { ...at, said, instead });
  }
}
