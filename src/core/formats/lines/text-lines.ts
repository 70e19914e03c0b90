/** One line of a text, without the blanks, CR and page bars around it. */
export interface TextLine {
  readonly text: string;
  /** Offsets of {@link text} in the whole text, UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** 1-based. */
  readonly line: number;
  /** How many blanks stood before it. */
  readonly indent: number;
}

/** Lines `from`..`to`, 1-based and inclusive. */
export interface Lines {
  readonly from: number;
  readonly to: number;
}

/**
 * No tool these formats read prints a longer line, in UTF-16 units; a longer one is not looked at. Expressions whose work grows
 * with the square of a line hold by it.
 */
export const LONGEST_LINE = 8192;
/** But for this one: `nft -j` prints all of it on one line. */
const ON_ONE_LINE = '{"nftables"';
/** HNS by `ConvertTo-Json -Compress`, or as an object of `hnsdiag` for each. */
const OF_HNS =
  /^(?:\[\s*)?\{\s*"(?:ActivityId|AdditionalParams|HostComputeEndpoints|HostComputeNetwork|ID|Policies|References|SchemaVersion)"\s*:/;
/** `ip -j` prints a listing on one line. */
const OF_IP = /^(?:\[\s*)?\{\s*"(?:ifindex|ifname|link|dst|type)"\s*:/;
/** And a rule of nft that chooses one of hundreds of endpoints: `numgen random mod 210 vmap { 0 : goto …`. */
const CHOOSES = /^[a-z][\w .!=@/]{2,200} v?map \{ ?\S/;
/** `kubectl get -o json | jq -c`: objects of the API, one a line. */
const OF_OBJECTS = /^(?:\[\s*)?\{\s*"(?:apiVersion|kind|items|metadata)"\s*:/;
const LONGEST_KNOWN = 1_000_000;
/** As many objects as are read beside rules (paste/machine/objects.ts). */
const LONGEST_OBJECTS = 4_000_000;
/** What pages and web tables put around what was copied: no-break and full-width blanks, NUL, BOM. */
const BLANK: ReadonlySet<number> = new Set([...Array(0x21).keys(), 0xa0, 0x3000, 0xfeff]);

/** A page's bar stands behind a blank; one that closes a cell, also behind a quote or colon. */
const BEFORE_BAR: ReadonlySet<number> = new Set([...BLANK, 0x22, 0x3a]);

/** A line between two offsets, its newline left out. */
export function lineBetween(text: string, from: number, to: number, line: number): TextLine {
  let start = from;
  let end = to;
  while (start < end && BLANK.has(text.charCodeAt(start))) start++;
  const bar = (): boolean => text.charCodeAt(end - 1) === 0x7c && BEFORE_BAR.has(text.charCodeAt(end - 2));
  while (end > start && (BLANK.has(text.charCodeAt(end - 1)) || bar())) end--;
  const long = end - start > LONGEST_LINE && !isLong(text, start, end);
  return { text: long ? '' : cleaned(text.slice(start, end)), start, end, line, indent: start - from };
}

function isLong(text: string, start: number, end: number): boolean {
  if (text.startsWith(ON_ONE_LINE, start)) return true;
  const begins = text.slice(start, start + 300);
  if (OF_OBJECTS.test(begins)) return end - start <= LONGEST_OBJECTS;
  return end - start <= LONGEST_KNOWN && (CHOOSES.test(begins) || OF_HNS.test(begins) || OF_IP.test(begins));
}

/** NUL and its like, and a CR inside a line, stand as blanks: offsets stay. */
function cleaned(text: string): string {
  for (let at = 0; at < text.length; at++) {
    // oxlint-disable-next-line no-control-regex -- these are what is looked for
    if (text.charCodeAt(at) < 0x20 && text.charCodeAt(at) !== 0x09) return text.replaceAll(/[\0-\x08\n-\x1f]/g, ' ');
  }
  return text;
}

/** Every line of a text, empty ones too. A line that is too long comes as an empty one. */
export function* textLines(text: string): Generator<TextLine> {
  let line = 0;
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    yield lineBetween(text, at, end, ++line);
    at = end + 1;
  }
}

/** What the logger or the page put before a line: a time and a unit, a time and a level, a line number. */
const PREFIX =
  /^(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ \S{1,60}: |\d{4}-\d\d-\d\dT[\d:.,+Z-]+ +(?:(?:info|debug|warn|error|stdout F|stderr F)\s+)?|\d{1,6}[.)|] {1,4}){1,4}(?=\S)/i;

/** The line without what loggers put before it, however many; undefined: nothing stood there. */
export function withoutPrefix(line: TextLine): TextLine | undefined {
  let length = 0;
  for (;;) {
    const found = PREFIX.exec(line.text.slice(length, length + 200));
    if (!found) break;
    length += found[0].length;
  }
  if (length === 0) return undefined;
  return { ...line, text: line.text.slice(length), start: line.start + length, indent: 0 };
}

/** Words of a line behind each other, read by name: `dev eth0 scope link`. */
export class Words {
  private at = 0;
  private readonly words: readonly string[];

  constructor(text: string) {
    this.words = text.split(/\s+/).filter((word) => word !== '');
  }

  /** The next word, which stays. */
  peek(): string | undefined {
    return this.words[this.at];
  }

  /** The next word. */
  next(): string | undefined {
    return this.words[this.at++];
  }

  /** Everything left, one blank between. */
  rest(): string {
    const rest = this.words.slice(this.at).join(' ');
    this.at = this.words.length;
    return rest;
  }
}

/** Parts with one blank between, empty and absent ones left out. */
export function joinWords(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}

/** The parts of some runs that others hold too; both ascend. */
export function intersect(runs: readonly Lines[], others: readonly Lines[]): Lines[] {
  const found: Lines[] = [];
  let at = 0;
  for (const { from, to } of runs) {
    while (at < others.length && (others[at]?.to ?? 0) < from) at++;
    for (let i = at; i < others.length; i++) {
      const other = others[i];
      if (!other || other.from > to) break;
      found.push({ from: Math.max(from, other.from), to: Math.min(to, other.to) });
    }
  }
  return found;
}

/** Runs without what was taken of them; both ascend. */
export function subtract(runs: readonly Lines[], taken: readonly Lines[]): Lines[] {
  const left: Lines[] = [];
  let at = 0;
  for (const { from, to } of runs) {
    let next = from;
    while (at < taken.length && (taken[at]?.to ?? 0) < from) at++;
    for (let i = at; i < taken.length; i++) {
      const own = taken[i];
      if (!own || own.from > to) break;
      if (own.from > next) left.push({ from: next, to: own.from - 1 });
      next = own.to + 1;
    }
    if (next <= to) left.push({ from: next, to });
  }
  return left;
}

/** All lines of two lists of runs that share none; both ascend. */
export function merge(runs: readonly Lines[], others: readonly Lines[]): Lines[] {
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of [...runs, ...others].toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && last.to === from - 1) last.to = to;
    else merged.push({ from, to });
  }
  return merged;
}
