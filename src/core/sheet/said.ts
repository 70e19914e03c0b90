import type { Phrase } from '../lib/phrase';

/** A line that a sentence rests on. */
export interface SaidLine {
  /** The text it was read in; of a rule that was written by a machine here, which machine, table and chain. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  /** As it is written. */
  readonly text?: string;
}

/** Sentences of core with what they rest on. */
export interface SaidRow {
  /** A word for them: “decided by”. */
  readonly name?: Phrase;
  readonly says: readonly Phrase[];
  /** Said in brackets behind them. */
  readonly beside?: readonly Phrase[];
  /** Said below them, more quietly. */
  readonly quiet?: readonly Phrase[];
  readonly lines?: readonly SaidLine[];
  /** In the contents of a report: what it is to whoever reads it, and which difference tells more of it. */
  readonly leads?: { readonly tone: 'bad' | 'news' | 'good'; readonly to?: number };
}

/** A part of a Sheet that was made of an answer: nothing in it was typed for this Sheet. */
export type SaidBlock =
  | {
      readonly kind: 'said';
      readonly as: 'lede' | 'h' | 'h3' | 'p' | 'quiet';
      readonly says: readonly Phrase[];
      /** Of a difference, which the contents lead to; the first of its sentences says it. */
      readonly number?: number;
    }
  | { readonly kind: 'rows'; readonly numbered?: true; readonly rows: readonly SaidRow[] }
  | { readonly kind: 'table'; readonly head: readonly Phrase[]; readonly rows: readonly (readonly Phrase[])[] };

/** A heading. */
export const saidHeading = (says: Phrase): SaidBlock => ({ kind: 'said', as: 'h', says: [says] });

/** A heading with rows below it; without rows neither. */
export function saidSection(heading: Phrase, rows: readonly SaidRow[], numbered = false): readonly SaidBlock[] {
  if (rows.length === 0) return [];
  return [saidHeading(heading), { kind: 'rows', ...(numbered ? { numbered } : {}), rows }];
}

/** A row in words: `name: says (beside)`. */
export function spellRow({ name, says, beside = [] }: SaidRow, say: (phrase: Phrase) => string): string {
  const head = name === undefined ? '' : `${say(name)}: `;
  const more = beside.length === 0 ? '' : ` (${beside.map(say).join(', ')})`;
  return `${head}${says.map(say).join(' ')}${more}`;
}

/** Where a line stands: `node.txt:12`. */
export const spellPlace = ({ file, line }: SaidLine): string => (line === undefined ? file : `${file}:${line}`);
