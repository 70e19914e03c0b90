import type { PendingText } from '../../../store/inbox-slice';
import type { Relation } from '../../../core/questions/diff/dump-pair';

/** The text the pasted node is compared with. */
export type SecondDump = Pick<PendingText, 'title' | 'text'>;

/** Reads dropped or chosen files as one text; undefined: one of them cannot be read. */
export async function readSecondDump(files: readonly File[]): Promise<SecondDump | undefined> {
  try {
    const texts = await Promise.all(files.map((file) => file.text()));
    return { title: files.map(({ name }) => name).join(', '), text: texts.join('\n') };
  } catch {
    return undefined;
  }
}

/** The words of the two sides, of `twoDumps.side`. */
export function listSides(relation: Relation): readonly ['before' | 'a', 'after' | 'b'] {
  return relation === 'nodes' ? ['a', 'b'] : ['before', 'after'];
}

/** Lines of a text, the last one with or without its newline. */
export function countDumpLines(text: string): number {
  let count = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
