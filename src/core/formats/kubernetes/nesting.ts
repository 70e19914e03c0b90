import { Lexer } from 'yaml';

/** No object of the API nests half as deep; the YAML composer recurses, so deeper texts never reach it. */
export const MAX_NESTING = 100;

const SCALAR = '\u001F';
const OPENERS = new Set(['[', '{']);
const CLOSERS = new Set([']', '}']);
const BLOCK_INDICATORS = new Set(['-', '?']);

/**
 * Where a YAML text nests deeper than {@link MAX_NESTING}: the offset, or undefined if it does not.
 * Counts open flow collections, `- - -` in a row, and indentation steps; linear, without recursion.
 */
export function tooDeepAt(text: string): number | undefined {
  const indents: number[] = [];
  let [offset, flow, row] = [0, 0, 0];
  let [lineStart, isScalar] = [true, false];
  for (const token of new Lexer().lex(text)) {
    if (isScalar) isScalar = false;
    else if (token === SCALAR) isScalar = true;
    else if (OPENERS.has(token)) flow++;
    else if (CLOSERS.has(token)) flow--;
    else if (BLOCK_INDICATORS.has(token)) row++;
    else if (lineStart && flow <= 0 && /^ +$/.test(token)) pushIndent(indents, token.length);
    lineStart = token.endsWith('\n');
    if (lineStart) row = 0;
    if (flow + row + indents.length > MAX_NESTING) return offset;
    if (token !== SCALAR) offset += token.length;
  }
  return undefined;
}

/** Keeps the strictly growing list of indentations that are still open. */
function pushIndent(indents: number[], indent: number): void {
  while ((indents.at(-1) ?? 0) >= indent && indents.length > 0) indents.pop();
  indents.push(indent);
}

/** Does a value that JSON.parse made nest deeper than {@link MAX_NESTING}? Without recursion. */
export function nestsTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_NESTING) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
