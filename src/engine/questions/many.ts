import type { Flow } from '../../core/document/document';
import { phrase, type Phrase } from '../../core/lib/phrase';
import { reportedOdds, type Exploration, type ExploreInput } from '../../core/sim/explore';
import { makeCopy } from '../../core/sim/paths';
import { ManySender, sendMany, type ManyInput, type ManyRun, settledBy, makeLanding } from '../../core/sim/many';
import { expectedOf, type Bearing } from '../../core/sim/many-expected';
import { sendRequests } from '../../core/sim/many-requests';
import type { Engine } from '../engine';
import { misdeliveredOutcomes, exploreFlow, type Opened } from '../../core/document/explored';
import { writtenSummaries } from '../rules-summary';
import { notSent } from './run';
import type { ManyOptions, ManyView, RequestsOptions, RequestsView, RunResult, SentOptions } from '../protocol';

/** More than this at once is not sent. */
const MOST = 1000;

interface ManyArgs<Options> {
  readonly flowId: string;
  readonly options: Options;
}

interface Prepared {
  readonly input: ExploreInput;
  readonly exploration: Exploration;
}

const clamped = (count: number): number => Math.max(1, Math.min(Math.floor(count), MOST));

function prepare(opened: Opened, flowId: string): Prepared | Phrase {
  const flow: Flow | undefined = opened.document.flows.find(({ id }) => id === flowId);
  return flow ? exploreFlow(opened, flow) : phrase('document.flow.none');
}

/** A year: clocks of a kernel count no further in a lesson. */
const LONGEST_APART = 365 * 24 * 3_600_000;

function manyInput({ input }: Prepared, { count, seed, apart }: ManyOptions): ManyInput {
  const timed = apart === undefined ? {} : { apart: Math.max(0, Math.min(apart, LONGEST_APART)) };
  return { network: input.network, flow: input.flow, count, seed, ...timed };
}

/** Why the next connection went where it went; two connections tell. */
function getReason(input: ManyInput, bearing: Bearing): Phrase {
  switch (bearing) {
    case 'settled':
    case 'followed':
    case 'mixed': {
      const sender = new ManySender(input);
      const first = sender.send().trace;
      return settledBy(first, sender.send().trace);
    }
    case 'independent':
    case 'fixed':
    case 'unknown':
      return phrase(`sim.many.${bearing}`);
  }
}

/** Sends many new connections of a flow and says where they went, and what was to be expected. */
export function many({ session }: Engine, { flowId, options }: ManyArgs<ManyOptions>): ManyView {
  const prepared = prepare(session, flowId);
  const nothing = { flowId, seed: options.seed, landings: [], ways: [], sent: [] };
  if ('id' in prepared) return { ...nothing, bearing: 'unknown', reason: prepared, problem: prepared };
  const input = manyInput(prepared, { ...options, count: clamped(options.count) });
  const sent = sendMany(input);
  const { bearing, landings, noMean } = expectedOf(input, sent, prepared.exploration);
  const places = new Map(sent.landings.map(({ key }, at) => [key, at] as const));
  const extra = landings.filter(({ landing }) => !places.has(landing.key));
  const expected = new Map(landings.map((each) => [each.landing.key, each] as const));
  const all = [...sent.landings.map((landing) => expected.get(landing.key) ?? { landing }), ...extra];
  return {
    flowId,
    seed: options.seed,
    bearing,
    reason: getReason(input, bearing),
    ...(noMean ? { noMean } : {}),
    ...(options.apart === undefined ? {} : { apart: options.apart }),
    landings: all,
    ...getMissed(session, flowId, { prepared, landings: all }),
    ways: sent.ways,
    sent: sent.sent.map(({ sport, landing, way, guessed }) => ({ sport, landing, way, guessed })),
  };
}

interface Landed {
  readonly prepared: Prepared;
  readonly landings: ManyView['landings'];
}

/** Which landings are no endpoint of the Service that was asked for. */
function getMissed(opened: Opened, flowId: string, { prepared, landings }: Landed): Pick<ManyView, 'astray'> {
  const flow = opened.document.flows.find(({ id }) => id === flowId);
  const { astray = [] } = flow ? misdeliveredOutcomes(opened, flow, prepared) : {};
  const { outcomes } = prepared.exploration;
  const keys = new Set(astray.flatMap((index) => (outcomes[index] ? [makeLanding(outcomes[index]).key] : [])));
  const missed = landings.flatMap(({ landing: { key } }, index) => (keys.has(key) ? [index] : []));
  return missed.length > 0 ? { astray: missed } : {};
}

function runTo(input: ManyInput, nth: number): { readonly run: ManyRun; readonly before: ManyRun['state'] } {
  const sender = new ManySender(input);
  for (let i = 0; i < nth; i++) sender.send();
  const prepared = sender.prepare();
  const before = makeCopy(prepared.state, prepared.seed);
  return { run: sender.send(prepared), before };
}

/** The walk of one of many: what came before it is sent again. Rules of it can be explained afterwards. */
export function sent(engine: Engine, { flowId, options }: ManyArgs<SentOptions>): RunResult {
  const prepared = prepare(engine.session, flowId);
  return 'id' in prepared ? notSent(flowId, prepared) : sentOf(engine, prepared, { flowId, options });
}

function sentOf(
  { session: opened, memo }: Engine,
  prepared: Prepared,
  { flowId, options: { nth, ...options } }: ManyArgs<SentOptions>,
): RunResult {
  const { run, before } = runTo(
    manyInput(prepared, { ...options, count: nth + 1 }),
    Math.max(0, Math.min(nth, MOST - 1)),
  );
  const { outcomes, truncated } = prepared.exploration;
  const key = makeLanding(run.ending).key;
  const shown = Math.max(
    0,
    outcomes.findIndex((outcome) => makeLanding(outcome).key === key),
  );
  const trace = run.guessed > 0 ? run.trace : { ...run.trace, ...reportedOdds(run.odds) };
  const input: ExploreInput = { network: prepared.input.network, flow: run.flow, seed: run.seed, state: before };
  opened.shown.set(flowId, { input, path: run.ending.path, trace });
  const rules = writtenSummaries(opened.derived, memo);
  const flow = opened.document.flows.find(({ id }) => id === flowId);
  const astray = flow ? misdeliveredOutcomes(opened, flow, prepared) : {};
  return { flowId, outcomes, shown, trace, truncated, ...astray, ...(rules.length > 0 ? { rules } : {}) };
}

/** The same requests over few connections that stay open, and over a new connection each. */
export function requests({ session }: Engine, { flowId, options }: ManyArgs<RequestsOptions>): RequestsView {
  const prepared = prepare(session, flowId);
  if ('id' in prepared) return { flowId, problem: prepared };
  const { flow, network } = prepared.input;
  const count = clamped(options.requests);
  const send = (connections: number): ReturnType<typeof sendRequests> =>
    sendRequests({ network, flow, seed: options.seed, requests: count, connections });
  return { flowId, kept: send(options.connections), anew: send(count) };
}
