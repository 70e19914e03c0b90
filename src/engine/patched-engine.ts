import type { Document } from '../core/document/document';
import type { IpFamily } from '../core/net/ip';
import { applyPatch, diff, type Patch } from './patch';
import type { Bench, Engine, RulesView, RunResult } from './protocol';

/** What the worker exposes: an {@link Engine} whose documents and benches cross as differences from the last one. */
export interface PatchedEngine extends Omit<Engine, 'open' | 'run' | 'rules'> {
  readonly open: (patch: Patch) => Promise<Patch>;
  /** What is asked right after a document is asked of that document. */
  readonly run: (...of: Parameters<Engine['run']>) => Promise<RunResult>;
  /** The difference from the rules last given of that namespace and family. */
  readonly rules: (netns: string, family: IpFamily) => Promise<Patch>;
}

/**
 * Wraps an engine so that unchanged parts of a document keep their identity across the thread border.
 * `ready`: what a document has to wait for; documents are opened in the order they came.
 */
export function patched(engine: Engine, ready?: (document: Document) => Promise<void>): PatchedEngine {
  let document: unknown;
  let before: Promise<unknown> = Promise.resolve();
  let told: Bench | undefined;
  const openNext = async (next: Document): Promise<Patch> => {
    await ready?.(next);
    const bench = engine.open(next);
    const answer = diff(told, bench);
    told = bench;
    return answer;
  };
  const rulesTold = new Map<string, RulesView>();
  return {
    ...engine,
    run: async (...of) => {
      await before;
      return engine.run(...of);
    },
    sent: async (...of) => {
      await before;
      return engine.sent(...of);
    },
    rules: async (netns, family) => {
      await before;
      const view = engine.rules(netns, family);
      const key = `${netns} ${family}`;
      const answer = diff(rulesTold.get(key), view);
      rulesTold.set(key, view);
      return answer;
    },
    open: (patch) => {
      document = applyPatch(document, patch);
      const next = document as Document;
      const opened = before.then(() => openNext(next));
      before = opened.catch(() => undefined);
      return opened;
    },
  };
}
