import type { ShownObject } from './shown-objects';

/** How words tell two states of an object apart, and the line that does, from 1. */
export interface StateOrder {
  /**
   * `cure`: the second works. `tried`: the first does not, nothing tells whether the second does. `break`: the second does not.
   * `command`: something was changed between two listings.
   */
  readonly by: 'cure' | 'tried' | 'break' | 'command';
  readonly line: number;
  /** The command that stands between them. */
  readonly command?: string;
}

/** Two places of a text that show one object, the first above the second. */
export interface ShownPair {
  readonly first: ShownObject;
  readonly second: ShownObject;
}

interface ProseLine {
  readonly words: string;
  readonly at: number;
}

type Verdict = 'cured' | 'good' | 'bad';

const CURES = /\b(?:fix(?:e[sd])?|solve[sd]?|solution|work-?around|resolve[sd]?|help(?:s|ed))\b/gi;
const ENDS =
  /\b(works?|worked|working|correct(?:ly|ed)?|reachable|succeed(?:s|ed)?|breaks?|broken?|fail(?:s|ed|ing)?|wrong|incorrect|errors?|tim(?:es?|ed) out|refused|unreachable|stop(?:s|ped) working|bad)\b/gi;
const IS_BAD = /^(?:br|fail|wrong|incorrect|error|tim|refused|unreach|stop|bad)/i;
const NEGATION = /(?:\b(?:not|never|no longer|cannot|without|nor)|n['’]t) (?:\w+ ){0,2}$/i;
const WISH = /^\W*(?:what (?:did )?(?:you|i|we) )?expect/i;
const ACTUAL = /^\W*(?:actual|what happen|current(?:ly)?\b)/i;
const HEADING = /^\s*(?:#{1,6} |\*\*).{0,80}$/;
/** A command that changes objects; what only shows them is none. */
const CHANGES =
  /\b(?:kubectl|oc|k)\s+(?:-\S+\s+\S+\s+)?(?:apply|edit|patch|replace|delete|create|set|annotate|label|expose)\b.{0,200}|\bhelm\s+(?:upgrade|install|rollback)\b.{0,200}/;
/** Words further away are not about an object. */
const MOST_LINES = 12;

const isNegated = (words: string, at: number): boolean => NEGATION.test(words.slice(Math.max(0, at - 40), at));

function judge(words: string): Verdict | undefined {
  const cure = [...words.matchAll(CURES)].at(-1);
  if (cure) return isNegated(words, cure.index) ? 'bad' : 'cured';
  const end = [...words.matchAll(ENDS)].at(-1);
  if (!end) return undefined;
  return IS_BAD.test(end[0]) !== isNegated(words, end.index) ? 'bad' : 'good';
}

function judgeHeading(words: string): Verdict | undefined {
  return WISH.test(words) ? 'good' : ACTUAL.test(words) ? 'bad' : judge(words);
}

/** Lines of somebody's words: none between fences, none of an object. Comments between two objects are words. */
function listProse(lines: readonly string[], from: number, to: number): readonly ProseLine[] {
  let isFenced = lines.slice(0, from).filter((line) => /^\s*(?:```|~~~)/.test(line)).length % 2 === 1;
  const prose: ProseLine[] = [];
  for (let at = from; at < to; at++) {
    const words = lines[at] ?? '';
    if (/^\s*(?:```|~~~)/.test(words)) isFenced = !isFenced;
    else if (!isFenced || /^\s*#\s*\w/.test(words)) prose.push({ words, at });
  }
  return prose;
}

const isFull = ({ words }: ProseLine): boolean => /[a-z]{2}/i.test(words);

/** The last paragraph of some lines, and what stands above it. */
function partLast(prose: readonly ProseLine[]): {
  readonly last: readonly ProseLine[];
  readonly above: readonly ProseLine[];
} {
  const end = prose.findLastIndex(isFull);
  const blank = prose.slice(0, end + 1).findLastIndex((each) => !isFull(each));
  return { last: prose.slice(blank + 1, end + 1), above: prose.slice(0, blank + 1) };
}

interface Judged {
  readonly verdict: Verdict;
  readonly at: number;
}

/** Reads the last of some lines that says anything. */
function judgeLast(prose: readonly ProseLine[], of: (words: string) => Verdict | undefined): Judged | undefined {
  for (const { words, at } of prose.toReversed()) {
    const verdict = of(words);
    if (verdict) return { verdict, at };
  }
  return undefined;
}

const isHeading = ({ words }: ProseLine): boolean => HEADING.test(words) && !/^\s*#\s/.test(words);

/** Reads the words right before an object: its paragraph, else the heading above. */
function judgeBefore(prose: readonly ProseLine[]): Judged | undefined {
  const { last, above } = partLast(prose);
  const heading = [...above, ...last].filter(isHeading).slice(-1);
  return (
    judgeLast(last, (words) => (last.length === 1 ? judgeHeading(words) : judge(words))) ??
    judgeLast(heading, judgeHeading)
  );
}

function findCommand(lines: readonly string[], { first, second }: ShownPair): ProseLine | undefined {
  for (let at = first.to; at < second.from; at++) {
    const [words] = CHANGES.exec(lines[at] ?? '') ?? [];
    if (words !== undefined) return { words: words.trim(), at };
  }
  return undefined;
}

/** Reads the words behind an object, as far as the next object. */
function judgeAfter(lines: readonly string[], from: number, to: number): Judged | undefined {
  const prose = listProse(lines, from, Math.min(to, from + MOST_LINES)).filter(
    (each) => isFull(each) && !isHeading(each),
  );
  return judgeLast(prose.slice(0, 2).toReversed(), judge);
}

/**
 * Reads what the words around two states of one object say: which works and which does not. The words right before the second are about it, those
 * above them about the first. `next`: the line where a further object begins, from 0. Undefined: they say nothing, or of both the same.
 */
export function readOrder(text: string, pair: ShownPair, next: number): StateOrder | undefined {
  const lines = text.split('\n');
  const { first, second } = pair;
  const between = listProse(lines, first.to, second.from);
  const { above } = partLast(between);
  const ofSecond = judgeBefore(between) ?? judgeAfter(lines, second.to, next);
  const ofFirst =
    judgeLast(
      above.filter((each) => !isHeading(each)),
      judge,
    ) ?? judgeBefore(listProse(lines, Math.max(0, first.from - MOST_LINES), first.from));
  const command = findCommand(lines, pair);
  if (ofSecond?.verdict === 'bad') return { by: 'break', line: ofSecond.at + 1 };
  if (ofSecond && (ofSecond.verdict === 'cured' || ofFirst?.verdict !== 'good'))
    return { by: 'cure', line: ofSecond.at + 1 };
  if (command) return { by: 'command', line: command.at + 1, command: command.words };
  return ofFirst?.verdict === 'bad' ? { by: 'tried', line: ofFirst.at + 1 } : undefined;
}
