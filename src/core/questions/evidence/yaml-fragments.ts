import { readObjectText } from '../../formats/kubernetes/read';

/** Longer texts are dumps, longer parts no fragments. */
const LONGEST_TEXT = 60_000;
const LONGEST_PART = 8000;
const MOST_PARTS = 40;

/** The parts of a text between fences; a text without any is one part. */
function listParts(text: string): readonly string[] {
  const parts: string[] = [];
  let from: number | undefined;
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    if (!/^\s*(?:```|~~~)/.test(line)) continue;
    if (from !== undefined) parts.push(lines.slice(from, at).join('\n'));
    from = from === undefined ? at + 1 : undefined;
  }
  if (from !== undefined) parts.push(lines.slice(from).join('\n'));
  return parts.length === 0 ? [text] : parts;
}

/**
 * Reads the fenced parts of a text that have a word as YAML, whole objects or not, each as its value; a part that is none gives nothing.
 * A text without fences is one part.
 */
export function listFragments(text: string, word: RegExp): readonly unknown[] {
  if (text.length > LONGEST_TEXT || !word.test(text)) return [];
  const parts = listParts(text).filter((part) => part.length <= LONGEST_PART && word.test(part));
  return parts.slice(0, MOST_PARTS).flatMap((part) => readObjectText(part).documents.map(({ value }) => value));
}
