import { editsBetween } from '../../core/questions/diff/chain-diff';

/** A stretch of a line; `changed`: the other line does not have it. */
export interface WordPiece {
  readonly text: string;
  readonly changed: boolean;
}

/** Two versions of a line, each cut into what both have and what only it has. */
export function changedWords(before: string, after: string): { before: WordPiece[]; after: WordPiece[] } {
  const [a, b] = [before.split(/(?<= )/), after.split(/(?<= )/)];
  const bare = (words: readonly string[]): string[] => words.map((word) => word.trimEnd());
  const edits = editsBetween(bare(a), bare(b));
  const [left, right]: [WordPiece[], WordPiece[]] = [[], []];
  for (const edit of edits) {
    if (edit.kind !== 'added') append(left, a[edit.before] ?? '', edit.kind === 'removed');
    if (edit.kind !== 'removed') append(right, b[edit.after] ?? '', edit.kind === 'added');
  }
  return { before: left, after: right };
}

function append(pieces: WordPiece[], text: string, changed: boolean): void {
  const last = pieces.at(-1);
  if (last?.changed === changed) pieces[pieces.length - 1] = { text: last.text + text, changed };
  else pieces.push({ text, changed });
}
