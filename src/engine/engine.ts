import { createDeriveWith, createClusterDerive } from '../core/document/derive-cluster';
import type { Derive, DerivePasted, Planes } from '../core/document/kernel-parts';
import { emptyDocument, type Document } from '../core/document/document';
import { modesOf } from '../core/document/node-program';
import { nodeSettings } from '../core/kubernetes/network/node-settings';
import { hasRoutes } from '../core/kubernetes/ingress/kinds';
import type { FenceWatch } from '../core/lib/fence';
import { Memo } from '../core/lib/memo';
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

/** What is loaded when a document needs it, and how that is seen: one line each. */
const LATE_PLANES: readonly {
  readonly plane: keyof Planes;
  readonly isNeeded: (document: Document) => boolean;
  readonly load: () => Promise<Planes>;
}[] = [
  {
    plane: 'ebpf',
    isNeeded: (document) => modesOf(document).has('ebpf'),
    load: async () => (await import('../core/document/ebpf-plane')).EBPF_PLANE,
  },
  {
    plane: 'kernelspace',
    isNeeded: (document) => modesOf(document).has('kernelspace'),
    load: async () => (await import('../core/document/windows-plane')).WINDOWS_PLANE,
  },
  {
    plane: 'withLoadBalancers',
    isNeeded: ({ cluster }) => cluster.services.some(({ spec }) => spec.type === 'LoadBalancer'),
    load: async () => (await import('../core/document/balancer-plane')).BALANCER_PLANE,
  },
  {
    plane: 'ingress',
    isNeeded: ({ cluster }) => hasRoutes(cluster),
    load: async () => (await import('../core/document/ingress-plane')).INGRESS_PLANE,
  },
  {
    plane: 'withDnsCaches',
    isNeeded: ({ cluster }) => cluster.nodes.some((node) => nodeSettings(node).writers?.includes('nodelocaldns')),
    load: async () => (await import('../core/document/dns-cache-plane')).DNS_CACHE_PLANE,
  },
  {
    plane: 'resolveName',
    isNeeded: ({ flows }) => flows.some(({ to }) => to.kind === 'name'),
    load: async () => (await import('../core/document/names-plane')).NAMES_PLANE,
  },
];

/**
 * An engine with an empty document. `watch`: of its readers. `derivePasted`, `atHand`: where parts that are loaded when a
 * document needs them are there already.
 */
export function createEngine(derivePasted?: DerivePasted, atHand: Planes = {}, watch?: FenceWatch): Engine {
  const memo = new Memo(watch);
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
    ready: async (document) => {
      const missing = LATE_PLANES.filter(({ plane, isNeeded }) => !planes[plane] && isNeeded(document));
      const loaded = await Promise.all(missing.map(({ load }) => load()));
      // Another call may have loaded some meanwhile.
      if (loaded.length > 0) planes = Object.assign({}, planes, ...loaded) as Planes;
      if (document.subject === 'pasted') pasted ??= (await import('../core/document/derive-pasted')).derivePasted;
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
