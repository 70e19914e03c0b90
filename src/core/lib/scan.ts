import { Unprintable } from './plain';

/**
 * Work in slices: each step yields how far it is, 0..1, so that whoever asked can show it, let others
 * have their turn, or stop asking. No slice may take longer than a blink, whatever the text.
 */
export type Steps<T> = Generator<number, T>;

/** How much of a text one slice goes over, UTF-16 units: some tens of milliseconds. */
export const SLICE_OF_TEXT = 1_000_000;
/** How many lines, rules or the like one slice goes over, where each takes microseconds. */
export const SLICE_OF_LINES = 2000;

/** All of it at once. */
export function finished<T>(steps: Generator<unknown, T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** The steps of a part of some work, which goes on from `from` to `to`. */
export function* within<T>(steps: Steps<T>, from: number, to: number): Steps<T> {
  let step = steps.next();
  while (!step.done) {
    yield from + (to - from) * step.value;
    step = steps.next();
  }
  return step.value;
}

/** `array.map` in slices. */
export function* mapInSteps<T, U>(items: readonly T[], make: (item: T, index: number) => U): Steps<U[]> {
  const made: U[] = [];
  for (const item of items) {
    made.push(make(item, made.length));
    if (made.length % SLICE_OF_LINES === 0) yield made.length / items.length;
  }
  return made;
}

/**
 * Where the last of some matches ends that stand in a text one behind the other, each as early as it can: `a.*b.*c` in time
 * linear in the text. The expressions are global. -1: they do not stand there in this order.
 */
export function endInOrder(text: string, ...parts: readonly RegExp[]): number {
  let at = 0;
  for (const part of parts) {
    part.lastIndex = at;
    if (!part.test(text)) return -1;
    at = part.lastIndex;
    part.lastIndex = 0;
  }
  return at;
}

/** A word of a line as a program would get it in argv. */
export interface Word {
  /** Without its quotes and escapes. */
  readonly value: string;
  /** As written, quotes and all. */
  readonly raw: string;
  /** Offsets in the scanned text, UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

const SPACE = 0x20;
const TAB = 0x09;
const NO_BREAK_SPACE = 0xa0;
const IDEOGRAPHIC_SPACE = 0x3000;
const DOUBLE = 0x22;
const SINGLE = 0x27;
const BACKSLASH = 0x5c;

function isBlank(code: number): boolean {
  return code === SPACE || (code >= TAB && code <= 0x0d) || code === NO_BREAK_SPACE || code === IDEOGRAPHIC_SPACE;
}

/**
 * Splits a line into words as iptables-restore does (add_param_to_argv() in iptables/xshared.c):
 * blanks separate, double quotes group, a backslash inside them escapes. A word that begins with a
 * single quote is taken as a shell would, if the quote is closed. An unclosed quote runs to the end. The end of a line, and
 * NUL, within quotes are read as blanks: no rule can be written with them.
 */
export function scanWords(text: string, start = 0, end = text.length): Word[] {
  return scan(text, start, end, singleQuoted);
}

/** As {@link scanWords}, in a file that only iptables-restore reads: there a single quote is a character like any other. */
export function scanRestoreWords(text: string, start = 0, end = text.length): Word[] {
  return scan(text, start, end, (...at) => {
    const quoted = singleQuoted(...at);
    // With a blank inside it would be two words, which no option takes: a shell was meant.
    return quoted && /\s/.test(quoted.value) ? quoted : undefined;
  });
}

/** Reads a word that begins at an offset in a way of its own. */
type Special = (text: string, start: number, end: number) => Word | undefined;

function scan(text: string, start: number, end: number, special: Special): Word[] {
  const words: Word[] = [];
  let at = start;
  while (at < end) {
    if (isBlank(text.charCodeAt(at))) at++;
    else {
      const word = special(text, at, end) ?? scanWord(text, at, end);
      words.push(word);
      at = word.end;
    }
  }
  return words;
}

function singleQuoted(text: string, start: number, end: number): Word | undefined {
  if (text.charCodeAt(start) !== SINGLE) return undefined;
  const close = text.indexOf("'", start + 1);
  const isWord = close > 0 && close < end && (close + 1 === end || isBlank(text.charCodeAt(close + 1)));
  return isWord
    ? {
        value: text.slice(start + 1, close).replaceAll(BREAKS, ' '),
        raw: text.slice(start, close + 1),
        start,
        end: close + 1,
      }
    : undefined;
}

function scanWord(text: string, start: number, end: number): Word {
  let at = start;
  while (at < end && !isBlank(text.charCodeAt(at)) && text.charCodeAt(at) !== DOUBLE) at++;
  if (at === end || text.charCodeAt(at) !== DOUBLE) {
    const raw = text.slice(start, at);
    return { value: raw, raw, start, end: at };
  }
  return scanQuoted(text, start, end);
}

/** A character within quotes. */
function unbroken(text: string, at: number): string {
  const code = text.charCodeAt(at);
  return code === 0x0a || code === 0 ? ' ' : (text[at] ?? '');
}

function scanQuoted(text: string, start: number, end: number): Word {
  let value = '';
  let open = false;
  let at = start;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (open && code === BACKSLASH && at + 1 < end) value += unbroken(text, ++at);
    else if (code === DOUBLE) open = !open;
    else if (!open && isBlank(code)) break;
    else value += unbroken(text, at);
  }
  return { value, raw: text.slice(start, at), start, end: at };
}

/**
 * The offset of the first character of every line; lines end at LF (a CR before it belongs to the
 * line and is blank to {@link scanWords}). A final newline does not begin another line.
 */
export function lineStarts(text: string): Uint32Array {
  return finished(lineStartsInSteps(text));
}

/** As {@link lineStarts}, in slices. */
export function* lineStartsInSteps(text: string): Steps<Uint32Array> {
  let starts = new Uint32Array(16 + Math.ceil(text.length / 32));
  let count = text.length > 0 ? 1 : 0;
  let next = SLICE_OF_TEXT * 4;
  for (let at = text.indexOf('\n'); at >= 0 && at + 1 < text.length; at = text.indexOf('\n', at + 1)) {
    if (count === starts.length) {
      const longer = new Uint32Array(count * 2);
      longer.set(starts);
      starts = longer;
    }
    starts[count++] = at + 1;
    if (at < next) continue;
    next = at + SLICE_OF_TEXT * 4;
    yield at / text.length;
  }
  return starts.subarray(0, count);
}

const NO_QUOTES_NEEDED = /^[-_0-9A-Za-z]+$/;

/** What no line of a file of rules can hold, quoted or not. */
const BREAK = /[\n\0]/;
const BREAKS = /[\n\0]/g;

/** A line that is about to be written; {@link Unprintable} where it would be read as two. */
export function oneLine(what: string, line: string): string {
  if (BREAK.test(line)) throw new Unprintable(what, line);
  return line;
}

/**
 * A value as iptables-save writes strings: bare if it has only letters, digits, `-` and `_`, else in
 * double quotes with backslashes (xtables_save_string() in libxtables/xtables.c). Throws where a line would end in it.
 */
export function quoteWord(value: string): string {
  return NO_QUOTES_NEEDED.test(value) ? value : quoted(value, /["\\']/g);
}

function quoted(value: string, escaped: RegExp): string {
  return `"${oneLine('text', value).replaceAll(escaped, String.raw`\$&`)}"`;
}

/** As extensions write what they always quote. */
export function inQuotes(value: string): string {
  return quoted(value, /["\\]/g);
}

/** A name as extensions write it, bare; quoted where it would be read as several words. */
export function bareWord(name: string): string {
  return /[\s"'\\]|^$/.test(name) ? quoteWord(name) : name;
}
