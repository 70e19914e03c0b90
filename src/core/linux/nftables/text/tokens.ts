/** A word, a quoted text (with its quotes) or a sign of a rule. */
export interface Token {
  readonly text: string;
  /** Offsets in the scanned text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Blanks, joined lines and comments, which are left out; quoted texts; signs; words. */
const TOKEN = /(?:\s+|\\\n|#[^\n]*)|("[^"]*"?|[=!<>]=|<<|>>|&&|[{}(),;|^&<>=!]|[^\s{}(),;|^&<>=!"]+)/g;

/** Cuts a rule into words (src/scanner.l of nft). A backslash before a line end joins the lines. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 1: word, index } of text.matchAll(TOKEN)) {
    if (word !== undefined && !(word === '\\' && text[index + 1] === '\n')) pushWord(tokens, word, index);
  }
  return tokens;
}

/** A colon at the end of a key belongs to the map: `80: accept`. */
function pushWord(tokens: Token[], word: string, start: number): void {
  const end = start + word.length;
  if (word.length > 1 && word.endsWith(':') && !word.endsWith('::')) {
    tokens.push({ text: word.slice(0, -1), start, end: end - 1 }, { text: ':', start: end - 1, end });
  } else tokens.push({ text: word, start, end });
}
