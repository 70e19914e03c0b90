import type { Diagnostic } from '../formats/format';
import { withoutColours } from '../formats/lines/undressed';
import { actingLetters } from '../lib/plain';
import { phrase } from '../lib/phrase';

/** So many lines are named; of more only how many they are. */
const MOST_LINES = 5;

/**
 * Says on which lines of a text as it came stand letters that act instead of being shown: controls, breaks that only some
 * readers know, letters that turn the direction, so that what is read may not be what is seen. Colours of a terminal are
 * left out. One diagnostic, or none.
 */
export function markActing(text: string): Diagnostic[] {
  const shownText = withoutColours(text);
  const found = new Map<number, string>();
  let [line, end] = [1, shownText.indexOf('\n')];
  for (const at of actingLetters(shownText)) {
    while (end >= 0 && end < at) [line, end] = [line + 1, shownText.indexOf('\n', end + 1)];
    if (!found.has(line)) found.set(line, codePoint(shownText, at));
  }
  const [first] = found.keys();
  if (first === undefined) return [];
  const lines = [...found].slice(0, MOST_LINES).map(([each, letter]) => `${each} (${letter})`);
  const values = { lines: lines.join(', '), more: found.size - lines.length };
  const span = { start: 0, end: 0, line: first, column: 1 };
  return [{ severity: 'warning', code: 'acting', message: phrase('formats.lines.acting', values), span }];
}

const codePoint = (text: string, at: number): string =>
  `U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}`;
