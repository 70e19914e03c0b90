import type { Document } from '../../core/document/document';
import { within, type Steps } from '../../core/lib/scan';
import { networkInSteps } from '../../core/paste/pasted';
import { findDeadTables, type DeadTable } from '../../core/questions/reach/dead';
import type { Engine } from '../engine';

/** Nodes of diagrams for one table: some seconds of work, and 200 MB. */
const MOST_NODES = 8_000_000;

/** So far it is once the texts are read, 0..1. */
const TEXTS_READ = 0.25;

/** Rules of a document's nodes that decide no packet, table after table; progress is how far it is. */
export function* reachDead(
  { memo, derive }: Engine,
  { document }: { readonly document: Document },
): Steps<readonly DeadTable[]> {
  const { pasted, subject } = document;
  yield 0;
  if (subject !== 'pasted') return yield* findDeadTables({ network: derive(document).network, texts: [] }, MOST_NODES);
  const { network } = yield* within(networkInSteps(pasted, [], memo), 0, TEXTS_READ);
  return yield* within(findDeadTables({ network, texts: pasted.texts }, MOST_NODES), TEXTS_READ, 1);
}
