import type { Document } from '../core/document/document';
import { applyPatch, type Patch } from './patch';
import type { Bench, Engine } from './protocol';

/** What the worker exposes: an {@link Engine} whose documents arrive as differences from the last one. */
export interface PatchedEngine extends Omit<Engine, 'open'> {
  readonly open: (patch: Patch) => Bench;
}

/** Wraps an engine so that unchanged parts of a document keep their identity across the thread border. */
export function patched(engine: Engine): PatchedEngine {
  let document: unknown;
  return {
    ...engine,
    open: (patch) => {
      document = applyPatch(document, patch);
      return engine.open(document as Document);
    },
  };
}
