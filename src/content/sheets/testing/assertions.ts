import type { FactTally } from '../../../core/sheet/fact-tally';
import { listHeld, type SheetClaim } from './claims';
import type { SheetPosition } from './positions';

/** Counts of what is held to the engine of a Sheet, in one language. */
interface HeldCount {
  /** Things it says that are read off its own text: names, values, shares, modes, and the moments of its figures. */
  readonly derived: number;
  /** Claims that were written for its sentences, and are met in this language. */
  readonly written: number;
  /** Sentences that a claim was held to, over all positions. */
  readonly times: number;
}

/** Counts what a Sheet says in a language that is held at its positions. */
export function countHeld(
  { told }: FactTally,
  positions: readonly SheetPosition[],
  [tag, claims]: readonly [tag: string, claims: readonly SheetClaim[]],
): HeldCount {
  const isOwn = (path: string): boolean => /\.[a-z]{2,3}$/.exec(path)?.[0] !== undefined;
  const facts = [...told.values()].filter(({ fact: { path } }) => !isOwn(path) || path.endsWith(`.${tag}`));
  const held = positions.flatMap(({ texts }) => texts.flatMap(({ own }) => listHeld([tag, own[tag] ?? ''], claims)));
  return { derived: facts.length, written: new Set(held.flat()).size, times: held.length };
}

/** A row of the README's table: a Sheet, its positions, and what is held of it in each language. */
export function writeRow(id: string, positions: number, counts: readonly HeldCount[]): string {
  const cells = (['derived', 'written', 'times'] as const).map((each) =>
    counts.map((count) => count[each].toLocaleString('en')).join(' / '),
  );
  return `| ${[id, positions.toLocaleString('en'), ...cells].join(' | ')} |`;
}

/** Rows of a table as they stand in a text, however wide their columns are. */
export function rowsIn(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => (line.startsWith('|') ? [line.replaceAll(/ +/g, ' ').trim()] : []));
}
