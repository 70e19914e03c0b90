import type { IpFamily } from '../core/net/ip';
import type { Packet } from '../core/net/packet';
import type { Leg, Trace, TraceStep } from '../core/sim/trace';
import type { NetnsView, RulesView, RunResult, StepAddress } from '../engine/protocol';
import type { BenchState } from './types';
import type { LegFilter } from './view-state';

/** One step of the shown trace with its place: what the transport bar, the stage and the trace list share. */
export interface FlatStep {
  /** Index in the flattened list; `view.playhead` counts these. */
  readonly index: number;
  readonly leg: number;
  readonly hop: number;
  readonly step: number;
  readonly address: StepAddress;
  readonly role: Leg['role'];
  /** True of a step of the connection a proxying process opened itself. */
  readonly second?: true;
  /** True of a step of the question for a name. */
  readonly lookup?: true;
  readonly netns: string;
  readonly data: TraceStep;
}

const NO_STEPS: readonly FlatStep[] = [];
const flattened = new WeakMap<Trace, readonly FlatStep[]>();

/** Every step of every leg in order; the same array as long as the trace is the same. */
export function flattenedSteps(result: Pick<RunResult, 'trace'> | undefined): readonly FlatStep[] {
  if (!result) return NO_STEPS;
  const known = flattened.get(result.trace);
  if (known) return known;
  const steps = flatten(result.trace);
  flattened.set(result.trace, steps);
  return steps;
}

function flatten(trace: Trace): FlatStep[] {
  const steps: FlatStep[] = [];
  for (const [leg, { role, second, lookup, hops }] of trace.legs.entries()) {
    for (const [hop, { netns, steps: inHop }] of hops.entries()) {
      for (const [step, data] of inHop.entries()) {
        steps.push({
          index: steps.length,
          leg,
          hop,
          step,
          address: { leg, hop, step },
          role,
          netns,
          data,
          ...(second ? { second } : {}),
          ...(lookup ? { lookup } : {}),
        });
      }
    }
  }
  return steps;
}

/** The header before a step rewrote it: by NAT, the IPVS director, or a program. Undefined: the step rewrote nothing. */
export function headerBefore(data: TraceStep): Packet | undefined {
  return 'before' in data ? data.before : undefined;
}

/** The steps of the shown trace. */
export function shownSteps(state: BenchState): readonly FlatStep[] {
  return flattenedSteps(state.run.result);
}

/** The step under the playhead. */
export function currentStep(state: BenchState): FlatStep | undefined {
  const steps = shownSteps(state);
  return steps[Math.min(Math.floor(state.view.playhead), steps.length - 1)];
}

/** First and last index the leg filter lets play; undefined when there is nothing to play. */
export function playRange(
  steps: readonly FlatStep[],
  filter: LegFilter,
): { readonly first: number; readonly last: number } | undefined {
  const kept = filter === 'all' ? steps : steps.filter(({ role }) => (role === 'request') === (filter === 'request'));
  const [first, last] = [kept[0], kept.at(-1)];
  return first && last && { first: first.index, last: last.index };
}

/** A namespace of the bench by its id. */
export function netnsById(state: BenchState, id: string | undefined): NetnsView | undefined {
  return state.run.bench?.netns.find((netns) => netns.id === id);
}

/** The node whose datapath is open: the chosen one, else the one the packet is on (a Pod counts as its node). */
export function focusedNode(state: BenchState): string | undefined {
  if (state.view.focusNode !== undefined) return state.view.focusNode;
  const here = netnsById(state, currentStep(state)?.netns);
  if (here?.kind === 'pod' && here.node !== undefined) return here.node;
  if (here?.kind === 'node') return here.id;
  return lastNodeBefore(state) ?? state.run.bench?.netns.find(({ kind }) => kind === 'node')?.id;
}

/** The node the packet was on last, else the first one it will reach. */
function lastNodeBefore(state: BenchState): string | undefined {
  const steps = shownSteps(state);
  const isNode = ({ netns }: FlatStep): boolean => netnsById(state, netns)?.kind === 'node';
  for (let i = Math.min(Math.floor(state.view.playhead), steps.length - 1); i >= 0; i--) {
    const step = steps[i];
    if (step && isNode(step)) return step.netns;
  }
  return steps.find(isNode)?.netns;
}

/**
 * The title of the document, or the pasted text's or node's; empty as long as nothing tells.
 * @param unnamed the title of a pasted text that was given none
 */
export function benchTitle({ document: { present }, view, run }: BenchState, unnamed: () => string): string {
  if (present.subject !== 'pasted') return present.title;
  // A scene of a pasted node has its own title. Beside a cluster the title is that of the cluster.
  if (view.scene && present.title !== '' && present.cluster.nodes.length === 0) return present.title;
  const [text] = present.pasted.texts;
  if (text && text.title !== unnamed()) return text.title;
  // The picture of what was there before has another node.
  if (run.shownDocument?.pasted.texts[0] !== text) return '';
  return run.bench?.netns.find(({ kind }) => kind === 'node')?.title ?? '';
}

/** The key of `run.rules`. */
export function rulesKey(netns: string, family: IpFamily): string {
  return `${netns} ${family}`;
}

/** The fetched rules of a namespace, if they are there: `useBench((s) => rulesOf(s, netns, family))`. */
export function fetchedRules(state: BenchState, netns: string, family: IpFamily): RulesView | undefined {
  return state.run.rules[rulesKey(netns, family)];
}
