import type { Document } from '../core/document/document';
import { createEngine } from './engine';
import type { Bench, RunResult } from './protocol';
import { benchOn } from './questions/open';
import { run } from './questions/run';
import { story, type Story } from './questions/story';

/** A document, and what the engine says of it, its first walk and the telling of it: asked while the page is built, shown until it is asked there. */
export interface PrecomputedWalk {
  readonly document: Document;
  readonly bench: Bench;
  readonly result: RunResult;
  readonly story: Story;
}

/** Asks for a cluster with at least one flow; undefined without any. */
export function precomputeWalk(document: Document): PrecomputedWalk | undefined {
  const [flow] = document.flows;
  if (!flow) return undefined;
  const engine = createEngine();
  const bench = benchOn(engine, document);
  const result = run(engine, { flowId: flow.id });
  return { document, bench, result, story: story(engine, { flowId: flow.id }) };
}
