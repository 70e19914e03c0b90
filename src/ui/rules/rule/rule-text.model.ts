import { parseIp } from '../../../core/net/ip';
import type { RowPart, RuleExplanation } from '../../../engine/protocol';

interface Piece {
  readonly text: string;
  readonly found: boolean;
}

/** A text cut where the query is found, for <mark>. */
export function listRuleTextPieces(text: string, query: string): readonly Piece[] {
  if (query === '') return [{ text, found: false }];
  const pieces: Piece[] = [];
  const [lower, wanted] = [text.toLowerCase(), query.toLowerCase()];
  let done = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, done)) {
    if (at > done) pieces.push({ text: text.slice(done, at), found: false });
    pieces.push({ text: text.slice(at, at + query.length), found: true });
    done = at + query.length;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), found: false });
  return pieces;
}

/** A stretch of a text; `text` tokens joined give it. */
export interface Token {
  readonly kind: 'text' | 'address' | 'target';
  readonly text: string;
}

const ADDRESS =
  /(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,3}(?:\.\d{1,3}){3}|\/\d{1,2})?(?::\d{1,5})?|\[[0-9a-f:.]+\](?::\d{1,5})?|(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?:\/\d{1,3})?)(?![\w.])/gi;

/** Marks the addresses in a text: everything else stays plain. */
export function listTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let done = 0;
  for (const match of text.matchAll(ADDRESS)) {
    if (!parseIp(bareAddress(match[0])).ok) continue;
    if (match.index > done) tokens.push({ kind: 'text', text: text.slice(done, match.index) });
    tokens.push({ kind: 'address', text: match[0] });
    done = match.index + match[0].length;
  }
  if (done < text.length) tokens.push({ kind: 'text', text: text.slice(done) });
  return tokens;
}

/** A part of a rule, with its addresses and the name it jumps to. */
export function tokensOfPart({ kind, text, name = '' }: RowPart): readonly Token[] {
  if (kind === 'append' || kind === 'comment') return [{ kind: 'text', text }];
  const at = kind === 'target' && name !== '' ? text.indexOf(name) : -1;
  if (at < 0) return listTokens(text);
  const rest = listTokens(text.slice(at + name.length));
  return [{ kind: 'text', text: text.slice(0, at) }, { kind: 'target', text: name }, ...rest];
}

/** The address of an address token without mask, port or brackets. */
export function bareAddress(text: string): string {
  const bracketed = /^\[([^\]]+)\]/.exec(text);
  if (bracketed) return bracketed[1]!;
  const unmasked = text.split('/')[0]!;
  return unmasked.includes('.') ? unmasked.split(':')[0]! : unmasked;
}

export type RuleTest = RuleExplanation['tests'][number];

/** The test that decided that a rule did not match: the first that failed, else the first that nobody knows. */
export function decidingTest(explanation: RuleExplanation): RuleTest | undefined {
  const { tests } = explanation;
  return tests.find(({ matched }) => matched === false) ?? tests.find(({ matched }) => matched === 'unknown');
}

/** Does a part of the rule's text show this test? The engine names header tests by option, others by module. */
function shows(part: RowPart, test: RuleTest): boolean {
  const written = part.text.replace(/^! /, '').trim();
  const asked = test.part.replace(/^! /, '').trim();
  return `${written} `.startsWith(`${asked} `) || `${written} `.startsWith(`-m ${asked} `);
}

/** Which parts of a rule to light: tests that held, and the one that failed. Tests after it were never made. */
export function lightOf(explanation: RuleExplanation | undefined): (part: RowPart) => 'lit' | 'failed' | undefined {
  return (part) => {
    if (part.kind !== 'test') return undefined;
    const test = explanation?.tests.find((each) => shows(part, each));
    if (!test) return undefined;
    return test.matched === true ? 'lit' : 'failed';
  };
}
