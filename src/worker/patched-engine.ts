import type { Document } from '../core/document/document';
import { applyPatch, type Patch } from './patch';
import type { Bench, Engine } from './protocol';

/** What the worker exposes: an {@link Engine} whose documents arrive as differences from the last one. */
export interface PatchedEngine extends Omit<Engine, 'open'> {
  readonly open: (patch: Patch) => Promise<Bench>;
}

/**
 * Wraps an engine so that unchanged parts of a document keep their identity across the thread border.
 * `ready`: what a document has to wait for; documents are opened in the order they came.
 */
export function patched(engine: Engine, ready?: (document: Document) => Promise<void>): PatchedEngine {
  let document: unknown;
  let before: Promise<unknown> = Promise.resolve();
  const openNext = async (next: Document): Promise<Bench> => {
    await ready?.(next);
    return engine.open(next);
  };
  return {
    ...engine,
    open: (patch) => {
      document = applyPatch(document, patch);
      const next = document as Document;
      const opened = before.then(() => openNext(next));
      before = opened.catch(() => undefined);
      return opened;
    },
  };
}
