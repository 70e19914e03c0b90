import {
  add,
  formatFraction,
  fraction,
  multiply,
  ONE,
  shareNumber,
  toNumber,
  ZERO,
  type Fraction,
} from '../lib/fraction';
import { createRng } from '../lib/random';
import type { Choice } from '../linux/chain-walk';
import type { Packet } from '../net/packet';
import { firstBranch, makeCopy, nextPath, runDeciding, type Decision } from './paths';
import { simulate, withWayBefore, type SimInput } from './simulate';
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

interface Run {
  readonly trace: Trace;
  readonly decisions: readonly Decision[];
}

/** The odds of the kernel's own draws up to a decision. */
interface Product {
  readonly value: number;
  /** Some draw was not as it is meant. */
  readonly differs: boolean;
}

/** A run's end, without its trace: there may be thousands. */
interface Leaf {
  readonly outcome: Outcome;
  /** The product of its random decisions' odds, as meant and as the kernel draws. */
  readonly probability: Fraction;
  readonly kernel: Product;
  /** False: something unknown decided. */
  readonly known: boolean;
  /** How many first decisions it has in common with the leaf before it. */
  readonly shared: number;
  /** Indices of the decisions that were open because something is unknown. */
  readonly unknownAt: readonly number[];
  /** How it ended, for "does it matter?"; empty where nothing was unknown. */
  readonly end: string;
}

const DEFAULT_LIMIT = 4096;
/** Seconds of work: beyond it the rest is said to be missing rather than waited for. */
const MOST_DECISIONS = 3_000_000;

/** Runs the flow along a path of decisions; behind its end the first possible branch is taken. */
function runAlong(input: ExploreInput, path: readonly number[]): Run {
  const state = makeCopy(input.state, input.seed ?? 0);
  const { made, decisions } = runDeciding(path, (decide) => simulate({ ...input, state, decide }));
  return { trace: made, decisions };
}

/** The request as the backend gets it: where a process proxies, that of its last second connection. */
const requestOf = (trace: Trace): Leg | undefined => ownLegs(trace).findLast(({ role }) => role === 'request');

/** The legs of the flow itself: none where its name could not be asked for. */
const ownLegs = ({ legs }: Trace): readonly Leg[] => legs.filter(({ lookup }) => !lookup);

/** Where its name could not be asked for, that is how the flow ends: with what kept the question or its answer. */
function findEnd(trace: Trace): Outcome['disposition'] | undefined {
  const request = requestOf(trace);
  const kept = request ?? trace.legs.find(({ disposition }) => disposition.kind !== 'DELIVERED') ?? trace.legs[0];
  return kept?.disposition;
}

/** The packet as the one who got it saw it. */
function arrivedPacket(trace: Trace): Packet | undefined {
  const request = requestOf(trace);
  if (request?.disposition.kind !== 'DELIVERED') return undefined;
  return request.hops.at(-1)?.steps.findLast((step) => step.kind === 'deliver')?.packet;
}

/** Last decision of a proxy that read the request: whom it asks, or its own answer; undefined: none read it. */
function readBy(trace: Trace): Outcome['http'] {
  const begun = ownLegs(trace).flatMap(({ hops }) => {
    const step = hops[0]?.steps[0];
    return step?.kind === 'originate' && step.http !== undefined ? [step.http] : [];
  });
  return begun.at(-1);
}

/**
 * A proxy that reads requests accepts before it asks: the one it asked last has to answer. What it answers by itself is
 * an answer, too.
 */
function isReadAndAnswered(
  legs: readonly Leg[],
  read: NonNullable<Outcome['http']>,
  arrives: (leg: Leg, at: string | undefined) => boolean,
): boolean {
  if (read === 'unknown') return false;
  if (read !== 'passed') return legs.every((leg) => leg.role !== 'reply' || leg.disposition.kind === 'DELIVERED');
  const last = legs.findLastIndex(({ role, second }) => role === 'request' && second);
  return legs
    .slice(last + 1)
    .some((leg) => leg.role === 'reply' && leg.second && arrives(leg, legs[last]?.hops[0]?.netns));
}

function isAnswered(trace: Trace): boolean {
  const legs = ownLegs(trace);
  const caller = legs[0]?.hops[0]?.netns;
  const arrives = ({ disposition }: Leg, at: string | undefined): boolean =>
    disposition.kind === 'DELIVERED' && (disposition.netns === at || at === undefined);
  const replies = legs.filter(({ role }) => role === 'reply');
  if (!replies.some((leg) => !leg.second && arrives(leg, caller))) return false;
  if (isUnread(legs)) return false;
  const read = readBy(trace);
  if (read !== undefined) return isReadAndAnswered(legs, read, arrives);
  // A proxying process accepts before it asks: without an answer of an endpoint it closes again.
  const proxy = legs[0]?.hops.at(-1)?.netns;
  const proxied = legs.some(({ second }) => second) || isClosedAgain(legs);
  return !proxied || replies.some((leg) => leg.second === true && arrives(leg, proxy));
}

const isClosedAgain = (legs: readonly Leg[]): boolean =>
  legs.some(({ role, hops }) => {
    const l4 = hops[0]?.steps[0]?.packet.l4;
    return role === 'error' && l4?.proto === 'tcp' && l4.flags.fin === true;
  });

/** How a run ended, for "does it matter?". */
function getEnd(trace: Trace): string {
  const ends = trace.legs.map(({ role, disposition }) => ({ role, disposition }));
  return JSON.stringify([ends, arrivedPacket(trace), isAnswered(trace)]);
}

/** Did something come to a socket that nobody reads? */
function isUnread(legs: readonly Leg[]): boolean {
  return legs.some(({ hops }) =>
    hops.some(({ steps }) => steps.some((step) => step.kind === 'deliver' && step.unread !== undefined)),
  );
}

/** The odds of a beginning of a run. */
export interface Odds {
  readonly meant: Fraction;
  readonly kernel: Product;
}

export const CERTAIN: Odds = { meant: ONE, kernel: { value: 1, differs: false } };

/** Odds of a run after one decision more. */
export function oddsAfter({ meant, kernel }: Odds, choice: Choice, taken: number): Odds {
  if (choice.kind === 'unknown') return { meant, kernel };
  const odds = choice.probabilities[taken] ?? ZERO;
  const share = choice.kernel?.[taken];
  const value = kernel.value * (share ? shareNumber(share) : toNumber(odds));
  return { meant: multiply(meant, odds), kernel: { value, differs: kernel.differs || share !== undefined } };
}

/** The odds of each beginning of a run: `products[k]` is that of its first k decisions. */
function extendProducts(products: Odds[], decisions: readonly Decision[], from: number): void {
  products.length = from + 1;
  for (const { choice, taken } of decisions.slice(from)) {
    products.push(oddsAfter(products.at(-1) ?? CERTAIN, choice, taken));
  }
}

function makeLeaf({ trace, decisions }: Run, { meant, kernel }: Odds, shared: number): Leaf {
  const unknownAt = decisions.flatMap(({ choice }, depth) => (choice.kind === 'unknown' ? [depth] : []));
  return {
    outcome: makeEnding(
      trace,
      decisions.map(({ taken }) => taken),
    ),
    probability: meant,
    kernel,
    known: true,
    shared,
    unknownAt,
    end: unknownAt.length > 0 ? getEnd(trace) : '',
  };
}

/** The ends of some leaves with their odds, as one text. */
function endsKey(leaves: readonly Leaf[]): string {
  const odds = new Map<string, Fraction | undefined>();
  for (const { end, probability, known } of leaves) {
    const before = odds.has(end) ? odds.get(end) : ZERO;
    odds.set(end, known && before ? add(probability, before) : undefined);
  }
  const texts = [...odds].map(([end, sum]) => `${end} ${sum ? formatFraction(sum) : '?'}`);
  return texts.sort((a, b) => (a < b ? -1 : 1)).join('\n');
}

/** Leaves that part at one unknown decision: it did not matter if all its branches lead to the same ends. */
function settle(group: readonly Leaf[], depth: number): readonly Leaf[] {
  const taken = ({ outcome }: Leaf): number => outcome.path[depth] ?? 0;
  const branches = [0, 1].map((branch) => group.filter((leaf) => taken(leaf) === branch));
  const [first, second] = branches as [Leaf[], Leaf[]];
  if (first.length > 0 && second.length > 0 && endsKey(first) === endsKey(second)) {
    const shared = group[0]?.shared ?? 0;
    return second.map((leaf, i) => (i === 0 ? { ...leaf, shared } : leaf));
  }
  return group.map((leaf) => ({ ...leaf, known: false }));
}

/** Settles the unknown decisions of one depth; leaves that begin alike stand together. */
function settleDepth(leaves: readonly Leaf[], depth: number): Leaf[] {
  const settled: Leaf[] = [];
  for (let from = 0; from < leaves.length;) {
    let to = from + 1;
    while (to < leaves.length && (leaves[to]?.shared ?? 0) >= depth) to++;
    const group = leaves.slice(from, to);
    settled.push(...(group[0]?.unknownAt.includes(depth) ? settle(group, depth) : group));
    from = to;
  }
  return settled;
}

/** Deepest first, so that what does not matter below is gone when a decision above is judged. */
function settleUnknown(leaves: readonly Leaf[]): readonly Leaf[] {
  const depths = [...new Set(leaves.flatMap(({ unknownAt }) => unknownAt))].sort((a, b) => b - a);
  return depths.reduce<readonly Leaf[]>(settleDepth, leaves);
}

function parseOdds(text: string | undefined): Fraction {
  const [num = '0', den = '1'] = (text ?? '0').split('/');
  return fraction(BigInt(num), BigInt(den));
}

/** How a run ended, with the decisions that led there. */
export function makeEnding(trace: Trace, path: readonly number[]): Outcome {
  const arrived = arrivedPacket(trace);
  const disposition = findEnd(trace) ?? unknownSender();
  const http = readBy(trace);
  const read = http === undefined ? {} : { http };
  const left = disposition.kind === 'LEFT' ? requestOf(trace)?.hops.at(-1)?.steps.at(-1)?.packet : undefined;
  const seen = { ...(arrived ? { arrived } : {}), ...(left ? { left } : {}) };
  return { path, disposition, answered: isAnswered(trace), ...seen, ...read };
}

function unknownSender(): Outcome['disposition'] {
  return { kind: 'UNKNOWN', netns: '', reason: { id: 'sim.flow.no-sender' } };
}

/** Walks a flow once for every way its random and unknown decisions can fall, each with its odds as meant and as drawn. */
export function explore(given: ExploreInput): Exploration {
  const input = withWayBefore(given);
  const limit = input.limit ?? DEFAULT_LIMIT;
  const leaves: Leaf[] = [];
  const products: Odds[] = [CERTAIN];
  let path: number[] | undefined = [];
  let decided = 0;
  while (path && leaves.length < limit && decided < MOST_DECISIONS) {
    const shared = Math.max(0, path.length - 1);
    const run = runAlong(input, path);
    extendProducts(products, run.decisions, shared);
    leaves.push(makeLeaf(run, products.at(-1) ?? CERTAIN, shared));
    decided += run.decisions.length;
    path = nextPath(run.decisions);
  }
  const outcomes = settleUnknown(leaves).map(({ outcome, probability, kernel, known }) =>
    known ? { ...outcome, ...reportedOdds({ meant: probability, kernel }) } : outcome,
  );
  return { outcomes, truncated: path !== undefined };
}

/** Odds as an outcome and its trace carry them. */
export function reportedOdds({ meant, kernel }: Odds): Pick<Outcome, 'probability' | 'kernelProbability'> {
  return { probability: formatFraction(meant), ...(kernel.differs ? { kernelProbability: kernel.value } : {}) };
}

/**
 * State after one outcome (connections, recent lists, counters), by walking the flow again along the outcome's
 * choices.
 */
export function stateAfter(input: ExploreInput, outcome: Outcome): SimState {
  let at = 0;
  const state = makeCopy(input.state, input.seed ?? 0);
  simulate({ ...input, state, decide: (choice) => outcome.path[at++] ?? firstBranch(choice) ?? 0 });
  return state;
}

/** The trace of one outcome: its decisions are made again. */
export function makeTrace(input: ExploreInput, outcome: Outcome): Trace {
  const { trace } = runAlong(input, outcome.path);
  const { probability, kernelProbability } = outcome;
  if (probability === undefined) return trace;
  return { ...trace, probability, ...(kernelProbability === undefined ? {} : { kernelProbability }) };
}

const weightOf = ({ probability }: Outcome): Fraction => (probability === undefined ? ONE : parseOdds(probability));

/**
 * Outcomes without those that are so only if a target nobody knows lets the packet go on (`-j` to a chain that is not in the
 * text): where the packet comes to one, that is what is known.
 */
function uptoUnknown(outcomes: readonly Outcome[]): readonly Outcome[] {
  const ends = outcomes.filter(
    ({ disposition }) => 'reason' in disposition && disposition.reason?.id === 'sim.rule.stolen',
  );
  if (ends.length === 0) return outcomes;
  const behind = new Set(ends.map(({ path }) => [...path.slice(0, -1), 1].join()));
  return outcomes.filter(({ path }) => !path.some((_, at) => behind.has(path.slice(0, at + 1).join())));
}

/**
 * Picks one outcome by the seed with its odds as meant. Outcomes without odds (something unknown
 * decided) are only picked where there are no others, and then one that ends where it is not known how it goes on.
 */
export function pickOutcome(outcomes: readonly Outcome[], seed: number): number {
  const known = outcomes.filter((outcome) => outcome.probability !== undefined);
  const candidates = known.length > 0 ? known : uptoUnknown(outcomes);
  const total = candidates.reduce((sum, outcome) => add(sum, weightOf(outcome)), ZERO);
  const drawn = multiply(fraction(createRng(seed).u32(), 0x1_0000_0000), total);
  let sum = ZERO;
  for (const outcome of candidates) {
    sum = add(sum, weightOf(outcome));
    if (drawn.num * sum.den < sum.num * drawn.den) return outcomes.indexOf(outcome);
  }
  return Math.max(0, outcomes.length - 1);
}
