import { add, formatFraction, fraction, multiply, ONE, ZERO, type Fraction } from '../lib/fraction';
import { createRng } from '../lib/random';
import type { Choice } from '../linux/choice';
import { cloneState } from '../linux/state';
import type { Packet } from '../net/packet';
import { simulate, type SimInput } from './simulate';
import type { Leg, Outcome, Trace } from './trace';
import type { SimState } from './world';

export interface ExploreInput extends Omit<SimInput, 'decide'> {
  /** Stop after so many outcomes; the rest is said to be missing. */
  readonly limit?: number;
}

export interface Exploration {
  /** Every possible outcome, in the order of its decisions. */
  readonly outcomes: readonly Outcome[];
  /** More outcomes exist than were walked. */
  readonly truncated: boolean;
}

/** One decision as it was met on a run. */
interface Decision {
  readonly choice: Choice;
  readonly taken: number;
}

interface Run {
  readonly trace: Trace;
  readonly decisions: readonly Decision[];
}

const DEFAULT_LIMIT = 4096;

/** A copy of the state for one run. */
function copyOf(state: SimState | undefined, seed: number): SimState {
  return new Map([...(state ?? [])].map(([id, each]) => [id, cloneState(each, seed)] as const));
}

/** The first branch that can happen at all. */
function firstBranch(choice: Choice, from = 0): number | undefined {
  const count = choice.kind === 'random' ? choice.probabilities.length : choice.branches;
  for (let branch = from; branch < count; branch++) {
    if (choice.kind === 'unknown' || choice.probabilities[branch]?.num !== 0n) return branch;
  }
  return undefined;
}

/** Runs the flow along a path of decisions; behind its end the first possible branch is taken. */
function runAlong(input: ExploreInput, path: readonly number[]): Run {
  const decisions: Decision[] = [];
  const decide = (choice: Choice): number => {
    const taken = path[decisions.length] ?? firstBranch(choice) ?? 0;
    decisions.push({ choice, taken });
    return taken;
  };
  const trace = simulate({ ...input, state: copyOf(input.state, input.seed ?? 0), decide });
  return { trace, decisions };
}

/** The next path in depth-first order: the last decision that has another branch takes it. */
function nextPath(decisions: readonly Decision[]): number[] | undefined {
  for (let at = decisions.length - 1; at >= 0; at--) {
    const { choice, taken } = decisions[at] as Decision;
    const branch = firstBranch(choice, taken + 1);
    if (branch !== undefined) return [...decisions.slice(0, at).map((decision) => decision.taken), branch];
  }
  return undefined;
}

const requestOf = (trace: Trace): Leg | undefined => trace.legs[0];

/** The packet as the one who got it saw it. */
function arrivedPacket(trace: Trace): Packet | undefined {
  const request = requestOf(trace);
  if (request?.disposition.kind !== 'DELIVERED') return undefined;
  return request.hops.at(-1)?.steps.findLast((step) => step.kind === 'deliver')?.packet;
}

function isAnswered(trace: Trace): boolean {
  const caller = requestOf(trace)?.hops[0]?.netns;
  return trace.legs.some(
    ({ role, disposition }) =>
      role === 'reply' && disposition.kind === 'DELIVERED' && (disposition.netns === caller || caller === undefined),
  );
}

/** How a run ended, for "does it matter?". */
function endOf({ trace }: Run): string {
  const ends = trace.legs.map(({ role, disposition }) => ({ role, disposition }));
  return JSON.stringify([ends, arrivedPacket(trace), isAnswered(trace)]);
}

/** A tree of runs: at each node the decision, below it what each branch leads to. */
type Tree =
  | { readonly kind: 'leaf'; readonly run: Run }
  | { readonly kind: 'node'; readonly choice: Choice; readonly branches: ReadonlyMap<number, Tree> };

function grow(runs: readonly Run[], depth: number): Tree {
  const decision = runs[0]?.decisions[depth];
  if (!decision) return { kind: 'leaf', run: runs[0] as Run };
  const groups = new Map<number, Run[]>();
  for (const run of runs) {
    const branch = run.decisions[depth]?.taken ?? 0;
    const group = groups.get(branch);
    if (group) group.push(run);
    else groups.set(branch, [run]);
  }
  const branches = new Map([...groups].map(([branch, group]) => [branch, grow(group, depth + 1)] as const));
  return { kind: 'node', choice: decision.choice, branches };
}

interface Leaf {
  readonly run: Run;
  /** Undefined: something unknown decided on the way. */
  readonly probability: Fraction | undefined;
}

/** The leaves with their odds. An unknown whose branches all lead to the same ends did not matter. */
function leavesOf(tree: Tree, probability: Fraction): Leaf[] {
  if (tree.kind === 'leaf') return [{ run: tree.run, probability }];
  const { choice, branches } = tree;
  if (choice.kind === 'random') {
    return [...branches].flatMap(([branch, below]) =>
      leavesOf(below, multiply(probability, choice.probabilities[branch] ?? ZERO)),
    );
  }
  const alternatives = [...branches.values()].map((below) => leavesOf(below, probability));
  const ends = new Set(alternatives.map(endsKey));
  if (branches.size === choice.branches && ends.size === 1) return alternatives.at(-1) ?? [];
  return alternatives.flat().map(({ run }) => ({ run, probability: undefined }));
}

function endsKey(leaves: readonly Leaf[]): string {
  const odds = new Map<string, string>();
  for (const { run, probability } of leaves) {
    const end = endOf(run);
    const before = odds.get(end);
    const sum = probability && before !== '?' ? formatFraction(add(probability, parseOdds(before))) : '?';
    odds.set(end, sum);
  }
  return JSON.stringify([...odds].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function parseOdds(text: string | undefined): Fraction {
  const [num = '0', den = '1'] = (text ?? '0').split('/');
  return fraction(BigInt(num), BigInt(den));
}

function outcomeOf({ run, probability }: Leaf): Outcome {
  const { trace, decisions } = run;
  const arrived = arrivedPacket(trace);
  const disposition = requestOf(trace)?.disposition ?? unknownSender();
  return {
    path: decisions.map(({ taken }) => taken),
    ...(probability ? { probability: formatFraction(probability) } : {}),
    disposition,
    answered: isAnswered(trace),
    ...(arrived ? { arrived } : {}),
  };
}

function unknownSender(): Outcome['disposition'] {
  return { kind: 'UNKNOWN', netns: '', reason: { id: 'sim.flow.no-sender' } };
}

/** Walks a flow once for every way its random and unknown decisions can fall, with exact odds. */
export function explore(input: ExploreInput): Exploration {
  const limit = input.limit ?? DEFAULT_LIMIT;
  const runs: Run[] = [];
  let path: number[] | undefined = [];
  while (path && runs.length < limit) {
    const run = runAlong(input, path);
    runs.push(run);
    path = nextPath(run.decisions);
  }
  return { outcomes: leavesOf(grow(runs, 0), ONE).map(outcomeOf), truncated: path !== undefined };
}

/** What one outcome leaves behind: connections, recent lists, counters. */
export function stateAfter(input: ExploreInput, outcome: Outcome): SimState {
  let at = 0;
  const state = copyOf(input.state, input.seed ?? 0);
  simulate({ ...input, state, decide: (choice) => outcome.path[at++] ?? firstBranch(choice) ?? 0 });
  return state;
}

/** The trace of one outcome: its decisions are made again. */
export function traceOf(input: ExploreInput, outcome: Outcome): Trace {
  const { trace } = runAlong(input, outcome.path);
  return outcome.probability === undefined ? trace : { ...trace, probability: outcome.probability };
}

const weightOf = ({ probability }: Outcome): Fraction => (probability === undefined ? ONE : parseOdds(probability));

/**
 * Picks one outcome by the seed with exactly its odds. Outcomes without odds (something unknown
 * decided) are only picked where there are no others.
 */
export function pickOutcome(outcomes: readonly Outcome[], seed: number): number {
  const known = outcomes.filter((outcome) => outcome.probability !== undefined);
  const candidates = known.length > 0 ? known : outcomes;
  const total = candidates.reduce((sum, outcome) => add(sum, weightOf(outcome)), ZERO);
  const drawn = multiply(fraction(createRng(seed).u32(), 0x1_0000_0000), total);
  let sum = ZERO;
  for (const outcome of candidates) {
    sum = add(sum, weightOf(outcome));
    if (drawn.num * sum.den < sum.num * drawn.den) return outcomes.indexOf(outcome);
  }
  return Math.max(0, outcomes.length - 1);
}
