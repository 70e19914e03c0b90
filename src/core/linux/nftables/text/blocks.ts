/** A piece of a text: from `start` up to `end`. */
export interface BlockPiece {
  readonly start: number;
  readonly end: number;
}

const NEWLINE = 10;
const HASH = 35;
const QUOTE = 34;
const OPEN = 123;
const CLOSE = 125;
const SEMICOLON = 59;
const BACKSLASH = 92;
const COMMA = 44;

const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** Signs a scan stops at: outside blocks also the ends of statements. */
const OUTSIDE = /["#{}\\;\n]/g;
const INSIDE = /["#{}\\]/g;
const LIST = /["#{}\\,]/g;

/** The next character that means something from `at` on; `to` if there is none. */
function findNext(text: string, at: number, to: number, wanted: RegExp): number {
  wanted.lastIndex = at;
  return wanted.test(text) ? Math.min(wanted.lastIndex - 1, to) : to;
}

/** Where something that must not be cut ends: a quoted text, a comment, an escaped line end. */
function skipOver(text: string, at: number, code: number): number | undefined {
  if (code === QUOTE) {
    const close = text.indexOf('"', at + 1);
    return close < 0 ? text.length : close + 1;
  }
  if (code === BACKSLASH && text.charCodeAt(at + 1) === NEWLINE) return at + 2;
  return undefined;
}

function trimmed(text: string, start: number, end: number): BlockPiece {
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return { start, end };
}

/**
 * Cuts a part of a text into its statements: they end at line ends, at `;`, or with the block they open. What is in
 * braces belongs to them. Comments are left out.
 */
export function statementsIn(text: string, from: number, to: number): BlockPiece[] {
  const pieces: BlockPiece[] = [];
  let start = from;
  let depth = 0;
  const push = (end: number): void => {
    const piece = trimmed(text, start, end);
    if (piece.end > piece.start) pieces.push(piece);
  };
  const next = (at: number): number => findNext(text, at, to, depth === 0 ? OUTSIDE : INSIDE);
  for (let at = next(from); at < to; at = next(at)) {
    const code = text.charCodeAt(at);
    const over = skipOver(text, at, code);
    if (over !== undefined) at = over;
    else if (code === HASH) {
      const newline = text.indexOf('\n', at);
      if (depth === 0) push(at);
      at = newline < 0 || newline > to ? to : newline;
      if (depth === 0) start = at;
    } else {
      if (code === OPEN) depth++;
      else if (code === CLOSE) depth--;
      else if (depth === 0 && (code === NEWLINE || code === SEMICOLON)) {
        push(at);
        start = at + 1;
      }
      at++;
    }
  }
  push(to);
  return pieces;
}

/** Where a remark ends: with its line. */
function lineEnd(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline < 0 ? text.length : newline;
}

/** The text without its remarks. */
function withoutRemarks(text: string): string {
  if (!text.includes('#')) return text;
  let kept = '';
  let start = 0;
  for (let at = findNext(text, 0, text.length, LIST); at < text.length; at = findNext(text, at, text.length, LIST)) {
    const code = text.charCodeAt(at);
    if (code === HASH) {
      kept += text.slice(start, at);
      start = at = lineEnd(text, at);
    } else at = skipOver(text, at, code) ?? at + 1;
  }
  return kept + text.slice(start);
}

/** Cuts at commas outside braces and quotes; remarks are left out. */
export function commaParts(whole: string): string[] {
  const text = withoutRemarks(whole);
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  const next = (at: number): number => findNext(text, at, text.length, LIST);
  for (let at = next(0); at < text.length; at = next(at)) {
    const code = text.charCodeAt(at);
    const over = skipOver(text, at, code);
    if (over !== undefined) at = over;
    else {
      if (code === OPEN) depth++;
      else if (code === CLOSE) depth--;
      else if (code === COMMA && depth === 0) {
        parts.push(text.slice(start, at).trim());
        start = at + 1;
      }
      at++;
    }
  }
  const last = text.slice(start).trim();
  const all = last === '' ? parts : [...parts, last];
  // A list that is put into another (`define`) still has its own braces.
  return all.some((part) => part.startsWith('{'))
    ? all.flatMap((part) => (part.startsWith('{') && part.endsWith('}') ? commaParts(part.slice(1, -1)) : [part]))
    : all;
}

/** The inside of a statement's last block: `table ip t { … }`. Undefined: it has none. */
export function findBlock(text: string, { start, end }: BlockPiece): BlockPiece | undefined {
  const open = text.indexOf('{', start);
  if (open < 0 || open >= end) return undefined;
  const close = text.charCodeAt(end - 1) === CLOSE ? end - 1 : end;
  return { start: open + 1, end: close };
}
