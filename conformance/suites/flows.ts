import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFraction, toNumber } from '../../src/core/lib/fraction';
import type { Network } from '../../src/core/linux/netns';
import type { SimState } from '../../src/core/sim/world';
import {
  foldersIn,
  networkOf,
  readCase,
  type FlowRequest,
  type RecordedLayout,
  type RecordedBackend,
} from './flows/case';
import { BY_CHANCE, oddsResult, type Draws } from './chi-square';
import { compileCase, replayFlow, type ReplayedOutcome } from './flows/replay';
import { connectionLines, distributionName, outcomeKey, walkLines, type Attempt } from './flows/compare';
import { KERNEL_RECORDINGS, newTally, projectFolder, type Suite, type SuiteResult, type Tally } from './suite';

/** A flows.out.json. */
interface Recording {
  readonly topology: RecordedLayout;
  readonly rulesLoadFailed?: unknown;
  readonly flows: readonly RecordedFlow[];
}

interface RecordedFlow {
  readonly id: string;
  readonly request: Omit<FlowRequest, 'id'>;
  readonly distribution: Readonly<Record<string, number>>;
  readonly attempts: readonly Attempt[];
}

interface Tallies {
  readonly outcomes: Tally;
  /** Absent where the rules are not the recorded ones: they stand in another order. */
  readonly walks?: Tally;
  readonly connections?: Tally;
  readonly distributions: Tally;
}

function count(tally: Tally, id: string, problem: string | undefined): void {
  tally.total++;
  if (problem === undefined) tally.passed++;
  else tally.failures.push({ id, diff: problem });
}

function missingOutcome(attempt: Attempt, replayed: readonly ReplayedOutcome[]): string | undefined {
  if (replayed.some(({ outcome }) => outcomeKey(outcome) === outcomeKey(attempt.outcome))) return undefined;
  const here = replayed.slice(0, 3).map(({ outcome }) => JSON.stringify(outcome));
  return `    kernel: ${JSON.stringify(attempt.outcome)}\n    here:   ${here.join(' ')}`;
}

function firstDifference(recorded: readonly string[], replayed: readonly string[]): string | undefined {
  const at = recorded.findIndex((line, i) => line !== replayed[i]);
  if (at >= 0) return `    kernel: ${recorded[at]}\n    here:   ${replayed[at] ?? 'nothing'}`;
  const extra = replayed[recorded.length];
  return extra === undefined ? undefined : `    kernel: nothing\n    here:   ${extra}`;
}

/** A recorded answer that nobody took is repeated by its sender; the first is compared. */
function withoutRepeats(recorded: Attempt, replayed: Attempt): Attempt {
  const cut = <T>(list: readonly T[] | undefined, length: number): readonly T[] | undefined => list?.slice(0, length);
  if (!('dropped' in recorded.outcome)) return recorded;
  const { request, reply, error } = replayed.trace;
  return {
    ...recorded,
    trace: {
      request: cut(recorded.trace.request, request?.length ?? 0) ?? [],
      ...(recorded.trace.reply ? { reply: cut(recorded.trace.reply, reply?.length ?? 0) ?? [] } : {}),
      ...(recorded.trace.error ? { error: cut(recorded.trace.error, error?.length ?? 0) ?? [] } : {}),
    },
  };
}

/** The replayed outcome an attempt is, or the first difference of its walk to the nearest. */
function matchWalk(attempt: Attempt, replayed: readonly ReplayedOutcome[]): ReplayedOutcome | string {
  const candidates = replayed.filter(({ outcome }) => outcomeKey(outcome) === outcomeKey(attempt.outcome));
  let first: string | undefined;
  for (const candidate of candidates) {
    const difference = firstDifference(walkLines(withoutRepeats(attempt, candidate)), walkLines(candidate));
    if (difference === undefined) return candidate;
    first ??= difference;
  }
  return `  ${JSON.stringify(attempt.outcome)}\n${first ?? '    no such outcome here'}`;
}

function matchOutcome(attempt: Attempt, replayed: readonly ReplayedOutcome[]): ReplayedOutcome | string {
  return replayed.find(({ outcome }) => outcomeKey(outcome) === outcomeKey(attempt.outcome)) ?? 'no such outcome here';
}

/** One tail of a normal distribution beyond four standard deviations. */
const FOUR_SIGMA = 3.17e-5;

/** Probability of exactly k successes in n draws. */
function binomial(n: number, k: number, p: number): number {
  let result = p ** k * (1 - p) ** (n - k);
  for (let i = 1; i <= k; i++) result *= (n - k + i) / i;
  return result;
}

/** Is a count further out than four standard deviations? Exact: most are counts of a handful. */
function isUnlikely(n: number, seen: number, p: number): boolean {
  let below = 0;
  for (let k = 0; k <= seen; k++) below += binomial(n, k, p);
  const atLeast = 1 - below + binomial(n, seen, p);
  return Math.min(below, atLeast) < FOUR_SIGMA;
}

/** The exact odds of outcomes, by the name they are counted under. */
function oddsOf(replayed: readonly ReplayedOutcome[]): ReadonlyMap<string, number> {
  const odds = new Map<string, number>();
  for (const { outcome, probability } of replayed) {
    const name = distributionName(outcome);
    odds.set(name, (odds.get(name) ?? 0) + (probability === undefined ? 0 : toNumber(parseFraction(probability))));
  }
  return odds;
}

/** A count that the exact odds make all but impossible. */
function unlikely({ seen, odds }: Draws): string | undefined {
  const total = [...seen.values()].reduce((sum, each) => sum + each, 0);
  for (const name of new Set([...odds.keys(), ...seen.keys()])) {
    const p = Math.min(1, odds.get(name) ?? 0);
    if (isUnlikely(total, seen.get(name) ?? 0, p)) {
      return `    ${name}: seen ${seen.get(name) ?? 0} of ${total}, exact odds ${p.toFixed(4)}`;
    }
  }
  return undefined;
}

/** The attempts behind the first: what it left in lists (session affinity) holds for all of them. */
function laterCounts({ distribution, attempts }: RecordedFlow): ReadonlyMap<string, number> {
  const counts = new Map(Object.entries(distribution));
  const [first] = attempts;
  const name = first && distributionName(first.outcome);
  if (name !== undefined) counts.set(name, (counts.get(name) ?? 1) - 1);
  return counts;
}

/** What earlier flows left behind, and what is counted. */
interface Session {
  readonly network: Network;
  readonly where: string;
  readonly tallies: Tallies;
  /** What was drawn in every flow so far, and how often. */
  readonly draws: Draws[];
  lists: SimState | undefined;
}

const hasLists = (lists: SimState): boolean =>
  [...lists.values()].some(({ recent, nftSets }) => recent.size > 0 || nftSets.size > 0);

/** Replays the attempts of one flow in order; returns the first problem of each kind. */
function compareFlow(session: Session, flow: RecordedFlow): void {
  const { tallies } = session;
  const request = { ...flow.request, id: flow.id };
  const id = `${session.where} ${flow.id} ${JSON.stringify(flow.request)}`;
  let replayed = replayFlow(session.network, request, session.lists);
  let outcome: string | undefined;
  let walk: string | undefined;
  let connections: string | undefined;
  for (const [index, attempt] of flow.attempts.entries()) {
    outcome ??= missingOutcome(attempt, replayed ?? []);
    const match = tallies.walks ? matchWalk(attempt, replayed ?? []) : matchOutcome(attempt, replayed ?? []);
    if (typeof match === 'string') walk ??= match;
    else {
      if (attempt.conntrack) connections ??= firstDifference(connectionLines(attempt), connectionLines(match));
      const lists = match.listsAfter();
      if (!hasLists(lists)) continue;
      session.lists = lists;
      if (index === 0) replayed = replayFlow(session.network, request, lists);
    }
  }
  count(tallies.outcomes, id, outcome);
  if (tallies.walks) count(tallies.walks, id, walk);
  if (tallies.connections && flow.attempts.some(({ conntrack }) => conntrack))
    count(tallies.connections, id, connections);
  const draws: Draws = { odds: oddsOf(replayed ?? []), seen: laterCounts(flow) };
  session.draws.push(draws);
  count(tallies.distributions, id, unlikely(draws));
}

interface Recorded {
  readonly where: string;
  readonly file: string;
  /** input.json and NODE/iptables.save or NODE/nft.ruleset. */
  readonly golden: string;
}

function recordingsIn(folder: string, backend: RecordedBackend, golden: (name: string) => string): Recorded[] {
  return foldersIn(folder).flatMap((name) => {
    const variants = join(folder, name, 'variants');
    const more = existsSync(variants)
      ? readdirSync(variants).filter((file) => file.startsWith(`${backend}-`) && file.endsWith('.out.json'))
      : [];
    const files = [
      { where: name, file: join(folder, name, `flows-${backend}.out.json`) },
      ...more.sort().map((file) => ({ where: `${name} ${file.replace('.out.json', '')}`, file: join(variants, file) })),
    ];
    return files.filter(({ file }) => existsSync(file)).map((each) => ({ ...each, golden: golden(name) }));
  });
}

/** Recordings and their clusters: `kernel/flows` beside `golden/`, or both in one folder. */
function find(dir: string, backend: RecordedBackend): Recorded[] {
  const apart = join(dir, '..', 'golden', 'kube-proxy-1.30.5');
  if (existsSync(join(dir, 'flows')) && existsSync(apart))
    return recordingsIn(join(dir, 'flows'), backend, (name) => join(apart, name));
  const folder = existsSync(join(dir, 'flows')) ? join(dir, 'flows') : dir;
  return recordingsIn(folder, backend, (name) => join(folder, name));
}

/** Rules as they were recorded, or as the compiler writes them for the same cluster. */
type Source = 'recorded' | 'compiled';

/** One way of replaying all recordings. */
interface Round {
  readonly backend: RecordedBackend;
  readonly source: Source;
}

function replayRecording(
  { where, file, golden }: Recorded,
  round: Round,
  kept: Pick<Session, 'tallies' | 'draws'>,
): void {
  const recording = JSON.parse(readFileSync(file, 'utf8')) as Recording;
  if (recording.rulesLoadFailed !== undefined) return;
  const recorded = readCase(golden, recording.topology);
  const { backend, source } = round;
  const compile = source === 'compiled' ? compileCase(recorded, backend) : undefined;
  const network = networkOf(recorded, compile ? { load: compile } : { directory: golden, backend });
  const session: Session = { ...kept, network, where, lists: undefined };
  for (const flow of recording.flows) compareFlow(session, flow);
}

function runRound(dir: string, round: Round): SuiteResult[] {
  const { backend, source } = round;
  const tallies: Tallies =
    source === 'recorded'
      ? { outcomes: newTally(), walks: newTally(), connections: newTally(), distributions: newTally() }
      : { outcomes: newTally(), distributions: newTally() };
  const draws: Draws[] = [];
  for (const recorded of find(dir, backend)) replayRecording(recorded, round, { tallies, draws });
  const results = Object.entries(tallies).map(([name, tally]: [string, Tally]) => ({
    name: `${backend} ${source} rules ${name}`,
    skipped: 0,
    ...tally,
  }));
  return draws.length === 0 ? results : [...results, oddsResult(`${backend} ${source} rules odds`, draws, BY_CHANCE)];
}

const BACKENDS = ['iptables', 'nftables'] as const;
const SOURCES = ['recorded', 'compiled'] as const;

/** Replays recorded flows of whole clusters: outcomes, walks, odds; then the same with compiled rules. */
export const FLOWS_SUITE: Suite = {
  name: 'flows',
  run: (dir = projectFolder(KERNEL_RECORDINGS)): SuiteResult[] => {
    return BACKENDS.flatMap((backend) => SOURCES.flatMap((source) => runRound(dir, { backend, source })));
  },
};
