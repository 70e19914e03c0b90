import { Lexer } from 'yaml';
import { MAX_NESTING } from './value-nesting';

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
