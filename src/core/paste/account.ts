import { findCommand } from '../formats/iptables-save/section';
import { countLines } from '../formats/lines/line-format';
import { intersect, lineBetween, LONGEST_LINE, type Lines } from '../formats/lines/text-lines';
import { isPromptLine } from './machine/prompts';
import type { AsideReason, LineShare, OtherLines } from './pasted-types';

/** Neighbouring lines that share what became of them. */
export interface AccountedLines extends Lines {
  readonly share: ShareKey;
}

/** What became of a line: the format that read it, or why it was left aside. */
export type ShareKey =
  | { readonly how: 'read'; readonly by: string; readonly title: string }
  | { readonly how: 'aside'; readonly why: AsideReason };

/** Lines that a reader took. */
export interface LineClaim {
  readonly by: string;
  readonly title: string;
  readonly taken: readonly Lines[];
}

/** What is known of a text once all readers were at it. */
export interface ReadLines {
  readonly text: string;
  readonly starts: Uint32Array;
  /** Lines that readers took, by whom. Where two took a line, the first has it. */
  readonly claims: readonly LineClaim[];
  /** Lines that nobody took, ascending. */
  readonly left: readonly OtherLines[];
  /** 1-based lines of rules that stand in the table already, or are of another time. */
  readonly repeated: readonly number[];
}

const SAVE: ShareKey = { how: 'read', by: 'iptables-save', title: 'iptables-save' };
const ASIDE: Readonly<Record<AsideReason, ShareKey>> = {
  empty: { how: 'aside', why: 'empty' },
  prompt: { how: 'aside', why: 'prompt' },
  fence: { how: 'aside', why: 'fence' },
  comment: { how: 'aside', why: 'comment' },
  repeated: { how: 'aside', why: 'repeated' },
  'too-long': { how: 'aside', why: 'too-long' },
  foreign: { how: 'aside', why: 'foreign' },
  failed: { how: 'aside', why: 'failed' },
  undressed: { how: 'aside', why: 'undressed' },
  prose: { how: 'aside', why: 'prose' },
};

/**
 * Every line of a text with what became of it, as runs from the first line to the last: together they have as many lines as the
 * text. What no reader claims and nobody left aside is of the reader of rules, which goes over all lines first.
 */
export function accountLines({ text, starts, claims, left, repeated }: ReadLines): AccountedLines[] {
  const shares: (ShareKey | undefined)[] = Array.from({ length: starts.length }, () => undefined);
  for (const { by, title, taken } of claims) {
    const share: ShareKey = { how: 'read', by, title };
    for (const { from, to } of taken) for (let line = from; line <= to; line++) shares[line - 1] ??= share;
  }
  for (const line of repeated) shares[line - 1] = ASIDE.repeated;
  const lines = { text, starts };
  for (const { from, to, looksLike } of left) {
    for (let line = from; line <= to; line++) shares[line - 1] ??= classifyLeft(lines, line, looksLike);
  }
  return groupRuns(shares.map((share, at) => share ?? classifyKept(lines, at + 1)));
}

/** A text nothing of which was read. */
export function accountFailed(lines: number): AccountedLines[] {
  return [{ from: 1, to: lines, share: ASIDE.failed }];
}

interface LinesOf {
  readonly text: string;
  readonly starts: Uint32Array;
}

const FENCE = /^(?:`{3}|~{3})/;

function classifyLeft({ text, starts }: LinesOf, line: number, looksLike: OtherLines['looksLike']): ShareKey {
  const [from, to] = [starts[line - 1] ?? 0, starts[line] ?? text.length + 1];
  const { text: words, start, end } = lineBetween(text, from, Math.min(text.length, Math.max(from, to - 1)), line);
  if (start === end) return ASIDE.empty;
  if (end - start > LONGEST_LINE) return ASIDE['too-long'];
  if (FENCE.test(words)) return ASIDE.fence;
  if (isPromptLine(words)) return ASIDE.prompt;
  if (words.startsWith('#')) return ASIDE.comment;
  // Objects that were not read are of no other tool: something in them is not as it has to be.
  if (looksLike === 'kubernetes') return ASIDE.failed;
  return looksLike ? ASIDE.foreign : ASIDE.prose;
}

const HEADER = /^#\s*(?:Generated|Translated|Completed) (?:by|on) /;
/** `-A`, `:CHAIN`, `*table`: what nearly all lines of iptables-save begin with. */
const RULES = '-:*';
/** A header or a command is within so many characters. */
const HEAD = 300;

/** A line that the reader of rules kept: a rule of it, or a remark, a command or nothing between two. */
function classifyKept({ text, starts }: LinesOf, line: number): ShareKey {
  let start = starts[line - 1] ?? 0;
  const end = starts[line] ?? text.length;
  if (RULES.includes(text[start] ?? ' ')) return SAVE;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  if (start >= end) return ASIDE.empty;
  const words = text.slice(start, Math.min(end, start + HEAD)).trimEnd();
  if (HEADER.test(words)) return SAVE;
  const command = findCommand(words, 0, words.length);
  if (command?.does === 'list' || command?.does === 'save') return ASIDE.prompt;
  return words.startsWith('#') ? (isPromptLine(words) ? ASIDE.prompt : ASIDE.comment) : SAVE;
}

function groupRuns(shares: readonly ShareKey[]): AccountedLines[] {
  const runs: { from: number; to: number; readonly share: ShareKey }[] = [];
  for (const [at, share] of shares.entries()) {
    const last = runs.at(-1);
    if (last && isSame(last.share, share)) last.to = at + 1;
    else runs.push({ from: at + 1, to: at + 1, share });
  }
  return runs;
}

function isSame(a: ShareKey, b: ShareKey): boolean {
  return a === b || formatShare(a) === formatShare(b);
}

const formatShare = (share: ShareKey): string => (share.how === 'read' ? `read ${share.by}` : `aside ${share.why}`);

/** The part of an account that is of some lines. */
export function accountWithin(account: readonly AccountedLines[], lines: readonly Lines[]): AccountedLines[] {
  return account.flatMap(({ from, to, share }) => intersect([{ from, to }], lines).map((own) => ({ ...own, share })));
}

/** As it is once the text is seen as it came: lines that were joined, or taken away, were not empty. */
export function accountDressed(account: readonly AccountedLines[], { text, starts }: LinesOf): AccountedLines[] {
  return account.flatMap(({ from, to, share }) => {
    if (share.how === 'read' || share.why !== 'empty') return [{ from, to, share }];
    const wasEmpty = (line: number): boolean =>
      text.slice(starts[line - 1] ?? text.length, starts[line] ?? text.length).trim() === '';
    const lines = Array.from({ length: to - from + 1 }, (_, at) => from + at);
    return groupRuns(lines.map((line) => (wasEmpty(line) ? ASIDE.empty : ASIDE.undressed))).map((run) => ({
      ...run,
      from: run.from + from - 1,
      to: run.to + from - 1,
    }));
  });
}

/** How many lines each format read, and how many were left aside for each reason: what was read first, each by its first line. */
export function sumShares(account: readonly AccountedLines[]): LineShare[] {
  const sums = new Map<string, LineShare>();
  for (const { from, to, share } of account) {
    const known = sums.get(formatShare(share));
    const lines = (known?.lines ?? 0) + countLines([{ from, to }]);
    sums.set(formatShare(share), { ...share, lines, from: Math.min(known?.from ?? from, from) });
  }
  return [...sums.values()].toSorted(
    (a, b) => Number(a.how === 'aside') - Number(b.how === 'aside') || a.from - b.from,
  );
}
