/** A word, a quoted text (with its quotes) or a sign of a rule. */
export interface Token {
  readonly text: string;
  /** Offsets in the scanned text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

const SIGNS = new Set(['{', '}', '(', ')', ',', ';', '|', '^', '&', '<', '>', '=', '!']);
const PAIRS = new Set(['==', '!=', '<=', '>=', '<<', '>>', '&&']);
const isBlank = (char: string): boolean => char === ' ' || char === '\t' || char === '\n' || char === '\r';

function quotedEnd(text: string, start: number): number {
  const close = text.indexOf('"', start + 1);
  return close < 0 ? text.length : close + 1;
}

function wordEnd(text: string, start: number): number {
  let at = start;
  // A bracket holds an IPv6 address: `[fd00::1]:80`.
  while (at < text.length && !isBlank(text[at] ?? '') && !SIGNS.has(text[at] ?? '') && text[at] !== '"') at++;
  return at;
}

/** Cuts a rule into words (src/scanner.l of nft). A backslash before a line end joins the lines. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text[at] ?? '';
    if (isBlank(char) || (char === '\\' && text[at + 1] === '\n')) {
      at++;
      continue;
    }
    if (char === '#') {
      const newline = text.indexOf('\n', at);
      at = newline < 0 ? text.length : newline;
      continue;
    }
    const end =
      char === '"'
        ? quotedEnd(text, at)
        : SIGNS.has(char)
          ? at + (PAIRS.has(text.slice(at, at + 2)) ? 2 : 1)
          : wordEnd(text, at);
    pushWord(tokens, text, at, end);
    at = end;
  }
  return tokens;
}

/** A colon at the end of a key belongs to the map: `80: accept`. */
function pushWord(tokens: Token[], text: string, start: number, end: number): void {
  const word = text.slice(start, end);
  if (word.length > 1 && word.endsWith(':') && !word.endsWith('::')) {
    tokens.push({ text: word.slice(0, -1), start, end: end - 1 }, { text: ':', start: end - 1, end });
  } else tokens.push({ text: word, start, end });
}
