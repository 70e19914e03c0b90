import { createDeriveWith } from '../core/document/derive-with';
import type { Derive, DerivePasted, Planes } from '../core/document/kernel-parts';
import { emptyDocument, type Document } from '../core/document/document';
import { modesOf } from '../core/document/node-modes';
import { hasRoutes } from '../core/kubernetes/ingress/kinds';
import { Memo } from '../core/lib/memo';
import { createClusterDerive } from '../core/document/derive-cluster';
import type { Moments } from '../core/timeline/moment';
import type { Opened } from './explored';
import type { Comparer } from './questions/compare';
import type { ShownRun } from './questions/explain';
import type { Listing } from './listing';
import type { Source } from './pieces';
import type { RulesView } from './protocol';

/** The opened document, and what was computed of it so far. */
export interface Session extends Opened {
  /** The run last shown for a flow. */
  readonly shown: Map<string, ShownRun>;
  /** It is a moment of that document's script; `shown`: the way the request went that was opened. */
  readonly time?: { readonly of: Document; readonly moments: Moments; readonly shown?: number };
}

/** What was listed of a namespace. */
export interface Listed {
  readonly source: Source;
  readonly listing: Listing;
  readonly view: RulesView;
  /** What was listed of it before. */
  readonly before?: Source;
}

/** What one engine keeps between its questions: one document on the bench, one comparison. */
export interface Engine {
  readonly derive: Derive;
  /** Resolves once the document can be derived: what reads pasted nodes is half of the engine, and comes with the first; so
   * do the parts that few clusters need. */
  readonly ready: (document: Document) => Promise<void>;
  /** A {@link Derive} with a memory of its own, for a pane or for trying changes. */
  readonly newDerive: () => Derive;
  /** Compiles the cluster that was made of pasted rules, to hold it against them. */
  readonly deriveCluster: Derive;
  readonly memo: Memo;
  /** What was listed last, by `netns family`; outlives the document. */
  readonly listed: Map<string, Listed>;
  session: Session;
  comparer: Comparer | undefined;
}

/** An engine with an empty document. `derivePasted`, `atHand`: where parts that are loaded when a document needs them are there already. */
export function createEngine(derivePasted?: DerivePasted, atHand: Planes = {}): Engine {
  const memo = new Memo();
  let pasted = derivePasted;
  // Panes remember apart, but a text is read once for all.
  const late: Derive = (document) => {
    if (!pasted) throw new Error('a pasted node was opened before its reader was loaded');
    return pasted(document, memo);
  };
  let planes = atHand;
  const newDerive = (): Derive => createDeriveWith(late, undefined, () => planes);
  const derive = newDerive();
  return {
    derive,
    ready: async ({ subject, cluster, mode, stopped }) => {
      const modes = modesOf({ cluster, mode, stopped });
      if (modes.has('ebpf') && !planes.ebpf) {
        const { EBPF_PLANE } = await import('../core/document/ebpf-plane');
        planes = { ...planes, ...EBPF_PLANE };
      }
      if (modes.has('kernelspace') && !planes.kernelspace) {
        const { WINDOWS_PLANE } = await import('../core/document/windows-plane');
        planes = { ...planes, ...WINDOWS_PLANE };
      }
      if (!planes.withLoadBalancers && cluster.services.some(({ spec }) => spec.type === 'LoadBalancer')) {
        const { BALANCER_PLANE } = await import('../core/document/balancer-plane');
        planes = { ...planes, ...BALANCER_PLANE };
      }
      if (hasRoutes(cluster) && !planes.ingress) {
        planes = { ...planes, ...(await import('../core/document/ingress-plane')).INGRESS_PLANE };
      }
      if (subject === 'pasted') pasted ??= (await import('../core/document/derive-pasted')).derivePasted;
    },
    newDerive,
    deriveCluster: createClusterDerive(undefined, () => planes),
    memo,
    listed: new Map(),
    session: newSession(emptyDocument(), derive),
    comparer: undefined,
  };
}

/** A document with its network; nothing was sent through it yet. */
export function newSession(document: Document, derive: Derive): Session {
  return { document, derived: derive(document), explored: new Map(), shown: new Map() };
}
