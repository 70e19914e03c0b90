import { isXtTable, type AnyTableName } from '../../core/linux/hooks';
import { parseIp } from '../../core/net/ip';
import type { RuleExplanation } from '../../engine/protocol';

interface Piece {
  readonly text: string;
  readonly found: boolean;
}

/** A text cut where the query is found, for <mark>. */
export function piecesOf(text: string, query: string): readonly Piece[] {
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

/**
 * Cuts one line of iptables-save into the parts a reader looks at: header tests, modules with their
 * options, the comment, the target. Nothing is re-printed: the parts joined are the line again, so
 * what is shown is always exactly what iptables-save wrote.
 */

type TokenKind = 'text' | 'address' | 'target';

/** A stretch of a part; `text` tokens joined give the part. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

type PartKind = 'append' | 'test' | 'comment' | 'target';

/** One thing a rule says. `text` keeps the spaces that follow it in the line. */
export interface RulePart {
  readonly kind: PartKind;
  readonly text: string;
  readonly tokens: readonly Token[];
}

export interface RuleText {
  readonly chain: string;
  readonly parts: readonly RulePart[];
  /** The name after `-j` or `-g`; undefined for a rule that only counts. */
  readonly target?: string;
  /** The text of `--comment`, quotes removed. */
  readonly comment?: string;
  /** `-m statistic --mode random --probability`, the value as written. */
  readonly draw?: { readonly probability: string; readonly negated: boolean };
}

interface Word {
  readonly text: string;
  readonly start: number;
}

const HEADER_OPTION =
  /^(-s|-d|-i|-o|-p|-f|--source|--destination|--protocol|--in-interface|--out-interface|--fragment)$/;
const RULE_LINE = /^(?:\[\d+:\d+\]\s+)?-A\s/;
const WORD = /"(?:[^"\\]|\\.)*"|[^\s"]+/g;
const ADDRESS =
  /(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,3}(?:\.\d{1,3}){3}|\/\d{1,2})?(?::\d{1,5})?|\[[0-9a-f:.]+\](?::\d{1,5})?|(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?:\/\d{1,3})?)(?![\w.])/gi;

function wordsOf(line: string): Word[] {
  return Array.from(line.matchAll(WORD), (match) => ({ text: match[0], start: match.index }));
}

/** Does this word begin a new part? `next` matters for `!`, which belongs to the option after it. */
function partKindAt(word: string, next: string | undefined): PartKind | undefined {
  if (word === '-A') return 'append';
  if (word === '-j' || word === '-g') return 'target';
  if (word === '-m') return next === 'comment' ? 'comment' : 'test';
  if (HEADER_OPTION.test(word)) return 'test';
  return word === '!' && next !== undefined && HEADER_OPTION.test(next) ? 'test' : undefined;
}

function boundaries(words: readonly Word[]): { kind: PartKind; start: number }[] {
  const found: { kind: PartKind; start: number }[] = [];
  for (const [i, word] of words.entries()) {
    const negatedBefore = words[i - 1]?.text === '!' && HEADER_OPTION.test(word.text);
    const kind =
      negatedBefore || found.at(-1)?.kind === 'target' ? undefined : partKindAt(word.text, words[i + 1]?.text);
    if (kind) found.push({ kind, start: word.start });
  }
  return found;
}

/** Marks the addresses in a text: everything else stays plain. */
export function tokensOf(text: string): Token[] {
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

function targetTokens(text: string): Token[] {
  const match = /^(-[jg]\s+)(\S+)(.*)$/s.exec(text);
  if (!match) return tokensOf(text);
  const [, flag = '', name = '', rest = ''] = match;
  return [{ kind: 'text', text: flag }, { kind: 'target', text: name }, ...tokensOf(rest)];
}

function partOf(kind: PartKind, text: string): RulePart {
  if (kind === 'target') return { kind, text, tokens: targetTokens(text) };
  if (kind === 'append' || kind === 'comment') return { kind, text, tokens: [{ kind: 'text', text }] };
  return { kind, text, tokens: tokensOf(text) };
}

function unquote(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replaceAll(/\\(.)/g, '$1') : text;
}

function valueAfter(words: readonly Word[], option: string): string | undefined {
  const at = words.findIndex((word) => word.text === option);
  return at < 0 ? undefined : words[at + 1]?.text;
}

function drawOf(words: readonly Word[]): RuleText['draw'] {
  const probability = valueAfter(words, '--probability');
  if (probability === undefined) return undefined;
  const at = words.findIndex((word) => word.text === '--probability');
  return { probability, negated: words[at - 1]?.text === '!' };
}

/** Reads a rule line (`-A CHAIN …`, with or without `[packets:bytes]` before it); undefined for any other line. */
export function readRule(line: string): RuleText | undefined {
  if (!RULE_LINE.test(line)) return undefined;
  const words = wordsOf(line);
  const chain = valueAfter(words, '-A') ?? '';
  const starts = boundaries(words);
  const parts = starts.map((at, i) => partOf(at.kind, line.slice(i === 0 ? 0 : at.start, starts[i + 1]?.start)));
  const comment = valueAfter(words, '--comment');
  const jump = words.findIndex((word) => word.text === '-j' || word.text === '-g');
  const draw = valueAfter(words, '--mode') === 'random' ? drawOf(words) : undefined;
  return {
    chain: unquote(chain),
    parts,
    ...(jump >= 0 && words[jump + 1] ? { target: words[jump + 1]!.text } : {}),
    ...(comment === undefined ? {} : { comment: unquote(comment) }),
    ...(draw ? { draw } : {}),
  };
}

const NFT_VERDICT =
  /(?:^|\s)((?:accept|drop|return|continue|notrack|(?:jump|goto)\s+\S+|(?:dnat|snat|redirect|masquerade|reject|vmap)\b.*))$/;

/** Reads a rule line of `nft list ruleset`: its tests, its verdict statement, its comment. */
export function readNftRule(line: string): RuleText {
  const text = line.trim();
  const comment = / comment "((?:[^"\\]|\\.)*)"$/.exec(text);
  const body = comment ? text.slice(0, comment.index) : text;
  const at = NFT_VERDICT.exec(body);
  const start = at ? body.length - (at[1] ?? '').length : body.length;
  const [tests, verdict] = [body.slice(0, start), body.slice(start)];
  const parts = [
    ...(tests === '' ? [] : [partOf('test', tests)]),
    ...(verdict === '' ? [] : [{ kind: 'target' as const, text: verdict, tokens: tokensOf(verdict) }]),
    ...(comment ? [partOf('comment', comment[0])] : []),
  ];
  const nat = /^(dnat|snat|redirect|masquerade)\b/.exec(verdict)?.[1];
  return {
    chain: '',
    parts,
    ...(nat === undefined ? {} : { target: nat.toUpperCase() }),
    ...(comment?.[1] === undefined ? {} : { comment: comment[1] }),
  };
}

/** Reads a rule line of a table of either kind; undefined: it is no rule of iptables. */
export function readRuleOf(table: AnyTableName, line: string): RuleText | undefined {
  return isXtTable(table) ? readRule(line) : readNftRule(line);
}

/** The tests of a rule with the comment and the random draw left out: two rules with the same text here match the same packets. */
export function deterministicTests(rule: RuleText): string {
  return rule.parts
    .filter((part) => part.kind === 'test' && !part.text.startsWith('-m statistic'))
    .map((part) => part.text.trim())
    .join(' ');
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
function shows(part: RulePart, test: RuleTest): boolean {
  const written = part.text.replace(/^! /, '').trim();
  const asked = test.part.replace(/^! /, '').trim();
  return `${written} `.startsWith(`${asked} `) || `${written} `.startsWith(`-m ${asked} `);
}

/** Which parts of a rule to light: tests that held, and the one that failed. Tests after it were never made. */
export function lightOf(explanation: RuleExplanation | undefined): (part: RulePart) => 'lit' | 'failed' | undefined {
  return (part) => {
    if (part.kind !== 'test') return undefined;
    const test = explanation?.tests.find((each) => shows(part, each));
    if (!test) return undefined;
    return test.matched === true ? 'lit' : 'failed';
  };
}
