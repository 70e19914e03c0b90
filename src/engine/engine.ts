import { createDeriveWith, createClusterDerive } from '../core/document/derive-cluster';
import type { Derive, DerivePasted } from '../core/document/kernel-parts';
import { emptyDocument, type Document } from '../core/document/document';
import type { FenceWatch } from '../core/lib/fence';
import { Memo } from '../core/lib/memo';
import type { Moments } from '../core/timeline/moment';
import type { Opened } from '../core/document/explored';
import type { SheetReading } from './questions/sheet';
import type { Comparer } from './questions/compare';
import type { ShownRun } from './questions/explain';
import type { Listing } from './listing';
import type { Source } from './pieces';
import type { RulesView } from './protocol';

/** The opened document, and what was computed of it so far. */
export interface Session extends Opened {
  /** The run last shown for a flow. */
  readonly shown: Map<string, ShownRun>;
  /**
   * Present where the document is a moment of another one's script; `shown`: the way the request went that was opened.
   */
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
  /** Resolves once the document can be derived: what reads pasted nodes is half of the engine, and comes with the first. */
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
  /** The Sheet asked for last, with what was worked out of it. */
  reading: SheetReading | undefined;
}

/**
 * An engine with an empty document.
 * @param derivePasted what reads pasted nodes; absent: it is loaded with the first
 * @param watch of its readers
 */
export function createEngine(derivePasted?: DerivePasted, watch?: FenceWatch): Engine {
  const memo = new Memo(watch);
  let pasted = derivePasted;
  // Panes remember apart, but a text is read once for all.
  const late: Derive = (document) => {
    if (!pasted) throw new Error('a pasted node was opened before its reader was loaded');
    return pasted(document, memo);
  };
  const newDerive = (): Derive => createDeriveWith(late);
  const derive = newDerive();
  return {
    derive,
    ready: async (document) => {
      if (document.subject === 'pasted') pasted ??= (await import('../core/document/derive-pasted')).derivePasted;
    },
    newDerive,
    deriveCluster: createClusterDerive(),
    memo,
    listed: new Map(),
    session: newSession(emptyDocument(), derive),
    comparer: undefined,
    reading: undefined,
  };
}

/** A document with its network; nothing was sent through it yet. */
export function newSession(document: Document, derive: Derive): Session {
  return { document, derived: derive(document), explored: new Map(), shown: new Map() };
}
