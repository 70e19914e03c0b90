import type { Flow } from '../../document/document';
import type { FlowEnds, PastedNode } from '../../paste/pasted-types';
import type { DumpPair } from './compare-dumps';

/** Kinship of a pasted node and another dump: one node at two times, and which of them was pasted, or two nodes. */
export type Relation = 'pasted-before' | 'pasted-after' | 'nodes';

/** The pasted node and the other text as a comparison takes them; a second node has no corrections yet. */
export function makePair(
  pasted: PastedNode,
  second: { readonly title: string; readonly text: string },
  relation: Relation,
  flows: readonly Flow[],
): DumpPair {
  const other: PastedNode = { texts: [{ id: 'second', ...second }], facts: relation === 'nodes' ? {} : pasted.facts };
  const [before, after] = relation === 'pasted-after' ? [other, pasted] : [pasted, other];
  return { before, after, nodes: relation === 'nodes', flows: flows.map(makeEnds) };
}

function makeEnds({ from, to, protocol, port }: Flow): FlowEnds {
  return { from, to, protocol, port };
}
