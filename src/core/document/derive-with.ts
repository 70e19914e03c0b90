import { createClusterDerive } from './derive-cluster';
import type { Derive, Derived } from './derived';
import { sameItems } from '../lib/memo';
import type { Document } from './document';
import { outsideAddresses } from './outside';

/**
 * Makes a {@link Derive} with a memory of its own: the same inputs give the same {@link Derived}, and
 * of a cluster only the nodes an edit concerns are compiled again. `derivePasted` reads pasted nodes: it and
 * the formats are half of the engine, and a page without a dump does not need them.
 */
export function createDeriveWith(derivePasted: Derive): Derive {
  const deriveCluster = createClusterDerive();
  let last: { readonly key: readonly unknown[]; readonly derived: Derived } | undefined;
  return (document) => {
    const key = inputsOf(document);
    if (!last || !sameItems(last.key, key)) {
      last = { key, derived: document.subject === 'pasted' ? derivePasted(document) : deriveCluster(document) };
    }
    return last.derived;
  };
}

/** All of a document that its network depends on. */
function inputsOf(document: Document): unknown[] {
  const { subject, cluster, settings, kubeProxy, mode, release, flows, pasted } = document;
  if (subject === 'pasted') return [subject, pasted, ...flows];
  return [subject, cluster, settings, kubeProxy, mode, release, ...outsideAddresses(flows)];
}
