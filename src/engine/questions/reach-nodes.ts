import type { Document } from '../../core/document/document';
import { changeProxy } from '../../core/document/edits/proxy';
import { changesOfNodes, type ChangesByNode } from '../../core/questions/diff/node-changes';
import type { ModeRelease } from '../../core/questions/reach/statement';
import type { Engine } from '../engine';

/** Nodes of diagrams for one node of a cluster in a page: about 100 MB. */
const MOST_NODES = 4_000_000;

interface NodesQuestion {
  readonly document: Document;
  readonly before: ModeRelease;
  readonly after: ModeRelease;
}

/** Changes on each node of a cluster from one mode and release to another, for all packets; progress is how far it is. */
export function* reachNodes(
  { newDerive }: Engine,
  { document, before, after }: NodesQuestion,
): Generator<number, ChangesByNode> {
  const [was, is] = [before, after].map((proxy) => newDerive()(changeProxy(document, proxy)).network);
  if (!was || !is) return { nodes: [], beyond: 0 };
  return yield* changesOfNodes(was, is, MOST_NODES);
}
