import type { Document } from '../../core/document/document';
import { Memo } from '../../core/lib/memo';
import { phrase, type Phrase } from '../../core/lib/phrase';
import { scriptOf } from '../../core/timeline/default-script';
import { Moments, type ClusterMoment, type RequestPlace } from '../../core/timeline/moment';
import type { Engine, Session } from '../engine';
import type { Bench, RunResult, TimePlace } from '../protocol';
import { makeBench } from './open';
import { notSent, runFlow } from './run';

interface MomentArgs {
  readonly document: Document;
  readonly time: TimePlace;
}

/** Puts a moment of a document's script on the bench; its progress is how far that is (0..1). */
export function* moment(engine: Engine, asked: MomentArgs): Generator<number, Bench> {
  const { session, is } = yield* sessionAt(asked, engine.session.time);
  engine.session = session;
  const { at, document, differs, connectionsFrom } = is;
  const flowId = asked.time.client === undefined ? undefined : document.script?.clients[asked.time.client]?.flow;
  const shown = { at, cluster: document.cluster, differs, connectionsFrom };
  return { ...makeBench(engine), moment: { ...shown, ...(flowId === undefined ? {} : { flowId }) } };
}

interface SessionOf {
  readonly session: Session;
  readonly is: ClusterMoment;
}

/** A moment as it can be on a bench; `known`: of which document moments are known already. */
function* sessionAt({ document, time }: MomentArgs, known?: Session['time']): Generator<number, SessionOf> {
  const moments =
    known?.of === document ? known.moments : yield* Moments.of({ ...document, script: scriptOf(document) }, new Memo());
  const is = yield* moments.at(time.at, time.client);
  const { document: then, derived } = is;
  return {
    is,
    session: { document: then, derived, explored: new Map(), shown: new Map(), time: { of: document, moments } },
  };
}

/** Session of a moment, with its request opened: for what leaves the page. */
export function sessionOf(asked: MomentArgs): Session {
  const work = sessionAt(asked);
  let step = work.next();
  while (!step.done) step = work.next();
  const { session } = step.value;
  const { at, client } = asked.time;
  const flowId = client === undefined ? undefined : session.document.script?.clients[client]?.flow;
  if (client !== undefined && flowId !== undefined) openRequest(session, { at, client }, flowId);
  return session;
}

/** Puts a request's own ways among those that were explored; the place of the one it went, or why none is shown. */
function openRequest(session: Session, place: RequestPlace, flowId: string): number | Phrase {
  const opened = session.time?.moments.open(place);
  if (!opened) return phrase('timeline.no-request');
  const { input, outcomes, truncated, shown } = opened;
  session.explored.set(flowId, { input, exploration: { outcomes, truncated } });
  return shown ?? phrase('timeline.other-end');
}

interface RequestAsked {
  readonly place: RequestPlace;
  readonly flowId: string;
  readonly outcome?: number;
}

/** The request whose moment is on the bench, as it was sent; `outcome`: another of the ways it could have gone. */
export function request(engine: Engine, { place, flowId, outcome }: RequestAsked): RunResult {
  const { session } = engine;
  const shown = session.time?.shown ?? openRequest(session, place, flowId);
  if (!session.time) return notSent(flowId, phrase('timeline.no-request'));
  if (typeof shown !== 'number') return notSent(flowId, shown);
  engine.session = { ...session, time: { ...session.time, shown } };
  return runFlow(engine, flowId, outcome ?? shown);
}
