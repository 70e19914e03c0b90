import { createDerive } from '../document/derive';
import { exploreFlow, type Opened } from '../document/explored';
import type { Document, Flow } from '../document/document';
import type { Phrase } from '../lib/phrase';
import { err, ok, type Result } from '../lib/result';
import { finished } from '../lib/scan';
import { lintInSteps } from '../questions/lint/lint';
import type { Finding } from '../questions/lint/finding';
import { successOf } from '../questions/why/ending';
import { whatFlips, type Flips } from '../questions/why/what-flips';
import { makeTrace } from '../sim/explore';
import type { Outcome, Trace } from '../sim/trace';
import type { Moment } from '../story/moment';
import { moments } from '../story/moments';
import type { OpenedTexts } from './open-texts';

/** Every way one flow can go. */
export interface FlowWalk {
  /** The likeliest first; those whose odds nobody knows last. */
  readonly outcomes: readonly Outcome[];
  /** More ways exist than were walked. */
  readonly truncated: boolean;
  /** Did what was asked for answer, and the answer come back? By the place of an outcome. */
  readonly through: readonly boolean[];
  /** Everything that happened on one of the ways. */
  readonly traceOf: (outcome: Outcome) => Trace;
  /** One of the ways told in moments, each with its cause and the rules it rests on. */
  readonly storyOf: (outcome: Outcome) => readonly Moment[];
}

function makeBench({ document, memo }: Pick<OpenedTexts, 'document' | 'memo'>, flow: Flow): Opened {
  const asked: Document = { ...document, flows: [...document.flows.filter(({ id }) => id !== flow.id), flow] };
  return { document: asked, derived: createDerive(memo)(asked), explored: new Map() };
}

/**
 * Sends a flow through what was opened: every outcome with its exact odds. An error says why it cannot be sent and what
 * to change.
 */
export function walkFlow(opened: OpenedTexts, flow: Flow): Result<FlowWalk, Phrase> {
  const bench = makeBench(opened, flow);
  const explored = exploreFlow(bench, flow);
  if ('id' in explored) return err(explored);
  const { input, exploration } = explored;
  const isThrough = successOf(bench.document, bench.derived, { flow, sent: input.flow });
  const traceOf = (outcome: Outcome): Trace => makeTrace(input, outcome);
  return ok({
    ...exploration,
    through: exploration.outcomes.map(isThrough),
    traceOf,
    storyOf: (outcome) => moments({ ...bench, trace: traceOf(outcome) }),
  });
}

/** Why a flow ends as it does, and the smallest changes that turn that round, each simulated. Undefined: it cannot be sent. */
export function askWhy(opened: OpenedTexts, flow: Flow): Flips | undefined {
  const { document } = makeBench(opened, flow);
  const steps = whatFlips({ document, flowId: flow.id }, createDerive(opened.memo));
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Findings on the rules of opened texts, worst first; for a cluster see the diagnostics it was opened with. */
export function lintTexts({ document, memo }: OpenedTexts): readonly Finding[] {
  return document.subject === 'pasted' ? finished(lintInSteps(document.pasted, memo)) : [];
}
