import { asLast, Memo, once } from '../lib/memo';
import { createClusterDerive } from './derive-cluster';
import type { Derive, DerivePasted, Planes } from './kernel-parts';
import type { Document } from './document';

/**
 * Makes a {@link Derive} over a memory: the same inputs give the same {@link Derived}, and
 * of a cluster only the nodes an edit concerns are compiled again. `derivePasted` reads pasted nodes: it and
 * the formats are half of the engine, and a page without a dump does not need them.
 */
export function createDeriveWith(derivePasted: DerivePasted, memo = new Memo(), planes?: () => Planes): Derive {
  const deriveCluster = createClusterDerive(memo, planes);
  return (document) =>
    document.subject === 'pasted'
      ? ofPasted(sameDocument({ ...document, title: '' }, memo), memo, derivePasted)
      : deriveCluster(document);
}

const ofPasted = once((document: Document, memo, derivePasted: DerivePasted) => derivePasted(document, memo));
const sameDocument = asLast<Document>();
