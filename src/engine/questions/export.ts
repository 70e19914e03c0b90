import type { Document } from '../../core/document/document';
import { phrase, type Phrase } from '../../core/lib/phrase';
import { makeTrace } from '../../core/sim/explore';
import { makeCapture } from '../../core/story/capture';
import type { Moment } from '../../core/story/moment';
import { moments } from '../../core/story/moments';
import { newSession, type Engine } from '../engine';
import { exploreFlow } from '../explored';

/** A walk of a document: of which flow, in which of its outcomes, the most probable first. */
interface Asked {
  readonly document: Document;
  readonly flowId: string;
  readonly outcome: number;
}

/** A walk as it leaves the page. */
export interface WalkFiles {
  /** A pcapng file: every device the packet passes. */
  readonly capture: Uint8Array<ArrayBuffer>;
  readonly moments: readonly Moment[];
  /** Why there is no walk, if there is none. */
  readonly problem?: Phrase;
}

const NO_FLOW = phrase('document.flow.none');

function noWalk(problem: Phrase): WalkFiles {
  return { capture: new Uint8Array(), moments: [], problem };
}

/** The walk of a document that need not be the one on the bench: what is shared may hold other names. */
export async function walkFiles(
  { ready, newDerive }: Engine,
  { document, flowId, outcome }: Asked,
): Promise<WalkFiles> {
  await ready(document);
  const session = newSession(document, newDerive());
  const flow = document.flows.find(({ id }) => id === flowId);
  const explored = flow ? exploreFlow(session, flow) : NO_FLOW;
  if ('id' in explored) return noWalk(explored);
  const shown = explored.exploration.outcomes[outcome];
  if (!shown) return noWalk(NO_FLOW);
  const trace = makeTrace(explored.input, shown);
  return { capture: makeCapture(trace), moments: moments({ document, derived: session.derived, trace }) };
}
