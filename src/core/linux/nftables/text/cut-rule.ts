import type { NftFamily, NftRule, NftStatement } from '../types';
import type { Parser } from './parser';
import { parserFor, readStatements } from './grammar';

/** A rule as nft lists it: its tests, from its verdict on, its remark; joined they are the text again. */
export interface NftRuleParts {
  readonly tests: string;
  readonly verdict: string;
  /** With the word before it. */
  readonly comment: string;
  readonly rule: NftRule;
}

/** Statements that say where the packet goes. */
const DECIDES: ReadonlySet<NftStatement['statement']> = new Set([
  'verdict',
  'vmap',
  'nat',
  'masquerade',
  'redirect',
  'reject',
  'notrack',
]);

/** Cuts the text of a rule where its first statement that decides begins, and its remark. */
export function cutNftRule(text: string, family: NftFamily): NftRuleParts {
  const parser = parserFor(text, { family, set: () => undefined });
  const read = readStatements(parser);
  const statements = read.map(({ statement }) => statement);
  const at = read.findIndex(({ statement }) => DECIDES.has(statement.statement));
  const decides = at < 0 ? undefined : verdictAt(parser, read[at]?.from ?? 0, read[at + 1]?.from ?? parser.at);
  const end = parser.done() ? text.length : (parser.tokens[parser.at - 1]?.end ?? 0);
  const remark = parser.take('comment') ? { comment: parser.string() } : {};
  const start = decides ?? end;
  return {
    tests: text.slice(0, start),
    verdict: text.slice(start, end),
    comment: text.slice(end),
    rule: { statements, ...remark },
  };
}

/** Where a statement says what becomes of the packet: a map of verdicts stands behind what is looked up in it. */
function verdictAt({ tokens }: Parser, from: number, at: number): number | undefined {
  const map = tokens.slice(from, at).find(({ text }) => text === 'vmap');
  return (map ?? tokens[from])?.start;
}
