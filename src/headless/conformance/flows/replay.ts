import type { Network } from '../../../core/linux/netns';
import { createState } from '../../../core/linux/state';
import { explore, stateAfter, traceOf, type ExploreInput } from '../../../core/sim/explore';
import type { SimState } from '../../../core/sim/world';
import type { Trace } from '../../../core/sim/trace';
import { flowOf, type FlowRequest } from './case';
import { entryOf } from '../kernel/expect';
import { answerOf, outcomeOf, type FlowOutcome } from './outcome';
import { flowVisits, type FlowVisit } from './visits';

/** One possible outcome of a request. */
export interface ReplayedOutcome {
  /** `"1/3"`; undefined when something that is not simulated decided. */
  readonly probability?: string;
  /** What the kernel's draws give it, where they cannot give what was meant. */
  readonly kernelProbability?: number;
  readonly outcome: FlowOutcome;
  readonly trace: {
    readonly request: readonly FlowVisit[];
    readonly reply?: readonly FlowVisit[];
    readonly error?: readonly FlowVisit[];
    /** The second connections of a proxying process, in order. */
    readonly second?: readonly FlowVisit[];
  };
  readonly conntrack: Readonly<Record<string, readonly Record<string, unknown>[]>>;
  /** The lists of xt_recent and the sets of nftables as they are afterwards: what makes the next attempt different. */
  readonly listsAfter: () => SimState;
}

/** Only the lists and counters: the next attempt is another connection. */
function listsOf(after: SimState): SimState {
  return new Map(
    [...after].map(
      ([id, { recent, nth, nftSets, now }]) => [id, { ...createState(), recent, nth, nftSets, now }] as const,
    ),
  );
}

/** A trace as the visits a recorder saw, request and answers apart. */
export function visitsIn(network: Network, trace: Trace): ReplayedOutcome['trace'] {
  const [request] = trace.legs;
  const { reply, error } = answerOf(trace);
  const second = trace.legs.filter((leg) => leg.second).flatMap((leg) => flowVisits(network, leg));
  return {
    request: request ? flowVisits(network, request) : [],
    ...(reply ? { reply: flowVisits(network, reply) } : {}),
    ...(error ? { error: flowVisits(network, error) } : {}),
    ...(second.length > 0 ? { second } : {}),
  };
}

/** Every outcome of a request; undefined if its sender does not exist. */
export function replayFlow(network: Network, request: FlowRequest, state?: SimState): ReplayedOutcome[] | undefined {
  const found = flowOf(network, request);
  if (!found) return undefined;
  const input: ExploreInput = { ...found, ...(state ? { state } : {}) };
  return explore(input).outcomes.map((outcome) => {
    const trace = traceOf(input, outcome);
    const connections = Object.entries(trace.conntrack).map(([id, entries]) => [id, entries.map(entryOf)] as const);
    return {
      ...(outcome.probability === undefined ? {} : { probability: outcome.probability }),
      ...(outcome.kernelProbability === undefined ? {} : { kernelProbability: outcome.kernelProbability }),
      outcome: outcomeOf(trace),
      trace: visitsIn(found.network, trace),
      conntrack: Object.fromEntries(connections),
      listsAfter: () => listsOf(stateAfter(input, outcome)),
    };
  });
}
