import type { Document } from '../../core/document/document';
import { changeProxy } from '../../core/document/edits/proxy';
import type { Phrase } from '../../core/lib/phrase';
import type { Result } from '../../core/lib/result';
import { within } from '../../core/lib/scan';
import { networkInSteps } from '../../core/paste/pasted';
import type { DumpPair } from '../../core/questions/diff/compare-dumps';
import { changesOfHosts, type HostChanges } from '../../core/questions/diff/host-changes';
import { changesOfNodes, type ChangesByNode } from '../../core/questions/diff/node-changes';
import type { ModeRelease } from '../../core/questions/reach/statement';
import type { Engine } from '../engine';

/** Nodes of diagrams in a page: some seconds of work, and 200 MB. */
export const MOST_NODES = 8_000_000;

/** Compares two dumps for all packets; or says why that cannot be done. */
export function* allPackets(
  { memo }: Engine,
  { before, after }: Pick<DumpPair, 'before' | 'after'>,
): Generator<number, Result<HostChanges, Phrase>> {
  const was = yield* within(networkInSteps(before, [], memo), 0, 0.1);
  const is = yield* within(networkInSteps(after, [], memo), 0.1, 0.2);
  return yield* within(changesOfHosts(was.network, is.network, { limit: MOST_NODES }), 0.2, 1);
}

/** The same for one node of a cluster: about 100 MB. */
const MOST_OF_NODE = 4_000_000;

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
  return yield* changesOfNodes(was, is, MOST_OF_NODE);
}
