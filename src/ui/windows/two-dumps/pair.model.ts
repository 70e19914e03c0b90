import type { PendingText } from '../../../store/inbox-slice';
import type { DumpPair } from '../../../core/questions/diff/compare-dumps';
import type { FlowEnds, PastedNode } from '../../../core/paste/pasted-types';
import type { Flow } from '../../../core/document/document';

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

/** What the two dumps are to each other. */
export type Relation = 'pasted-before' | 'pasted-after' | 'nodes';

/** The pasted node and the other text as a comparison takes them; a second node has no corrections yet. */
export function makePair(pasted: PastedNode, second: SecondDump, relation: Relation, flows: readonly Flow[]): DumpPair {
  const other: PastedNode = { texts: [{ id: 'second', ...second }], facts: relation === 'nodes' ? {} : pasted.facts };
  const [before, after] = relation === 'pasted-after' ? [other, pasted] : [pasted, other];
  return { before, after, nodes: relation === 'nodes', flows: flows.map(makeEnds) };
}

function makeEnds({ from, to, protocol, port }: Flow): FlowEnds {
  return { from, to, protocol, port };
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
