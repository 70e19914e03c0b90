import type { Document } from '../../core/document/document';
import type { Steps } from '../../core/lib/scan';
import { networkOfPasted } from '../../core/paste/pasted';
import { findDeadTables, type DeadTable } from '../../core/questions/reach/dead';
import type { Engine } from '../engine';

/** Nodes of diagrams for one table at one hook: some seconds of work, and 200 MB. */
const MOST_NODES = 8_000_000;

/** Rules of a document's nodes that decide no packet, table after table; progress is how far it is. */
export function* reachDead(
  { memo, derive }: Engine,
  { document }: { readonly document: Document },
): Steps<readonly DeadTable[]> {
  const { pasted, subject } = document;
  yield 0;
  const network = subject === 'pasted' ? networkOfPasted(pasted, [], memo).network : derive(document).network;
  const texts = subject === 'pasted' ? pasted.texts : [];
  return yield* findDeadTables({ network, texts }, MOST_NODES);
}
