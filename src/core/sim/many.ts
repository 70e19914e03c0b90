import { add, fraction, ZERO } from '../lib/fraction';
import { createRng, type Rng } from '../lib/random';
import type { Choice, RandomChoice } from '../linux/choice';
import { createState } from '../linux/state';
import { CERTAIN, endingOf, firstBranch, oddsAfter, type Decision, type Odds } from './explore';
import { landingOf, type Landing } from './many-landing';
import { wayKey, wayOf, type ManyWay } from './many-way';
import { simulate, type SimFlow, type SimInput } from './simulate';
import type { Outcome, Trace } from './trace';
import type { SimState } from './world';

/** What is sent, and how often: each time a new connection of the same client, from another port. */
export interface ManyInput extends Omit<SimInput, 'decide' | 'state' | 'seed' | 'watch'> {
  readonly count: number;
  /** Decides the source ports, what the kernel draws, and every random rule. */
  readonly seed: number;
  /** The first decisions, in order and over all connections, instead of drawing; behind them the first possible branch. */
  readonly beginning?: readonly number[];
  /** Milliseconds from one connection to the next, in which the kernel's timers run on; {@link APART_MS} without it. */
  readonly apart?: number;
}

/** One connection of many, with the ways its decisions fell. */
export interface ManySent {
  readonly sport: number;
  /** Indexes into {@link Many.landings} and {@link Many.ways}. */
  readonly landing: number;
  readonly way: number;
  readonly path: readonly number[];
  /** How many of its decisions are not known, so that it might have gone elsewhere. */
  readonly guessed: number;
}

/** Where all of them went. */
export interface Many {
  readonly landings: readonly Landing[];
  /** Every different way over the picture that was taken, in the order they were first taken. */
  readonly ways: readonly ManyWay[];
  readonly sent: readonly ManySent[];
  /** What decided, over all connections in order. */
  readonly decisions: readonly Decision[];
}

/** So near that no timer of a kernel runs out in between: all connections are open at the end. */
export const APART_MS = 10;
/** `net.ipv4.ip_local_port_range`. */
const PORTS = { min: 32_768, size: 28_232 } as const;

/** Ports of a client one after the other, none twice. */
export function portsFrom(rng: Rng): () => number {
  const used = new Set<number>();
  return () => {
    let port: number;
    do port = PORTS.min + rng.below(PORTS.size);
    while (used.has(port) && used.size < PORTS.size);
    used.add(port);
    return port;
  };
}

/** Draws a branch with the odds that the kernel draws it with. */
export function drawBranch({ probabilities, kernel }: RandomChoice, rng: Rng): number {
  const drawn = fraction(rng.u32(), 0x1_0000_0000);
  let sum = ZERO;
  for (const [branch, meant] of probabilities.entries()) {
    const share = kernel?.[branch];
    sum = add(sum, share ? fraction(share.hits, 2 ** share.bits) : meant);
    if (drawn.num * sum.den < sum.num * drawn.den) return branch;
  }
  return Math.max(0, probabilities.length - 1);
}

/** One connection while it is sent: what was there before, and what came of it. */
export interface ManyRun {
  readonly flow: SimFlow;
  readonly seed: number;
  readonly state: SimState;
  readonly trace: Trace;
  readonly ending: Outcome;
  /** Of its own decisions, given what came before. */
  readonly odds: Odds;
  readonly guessed: number;
}

/** Sends one connection after the other; state, ports and draws go on from one to the next. */
export class ManySender {
  readonly state: SimState = new Map();
  /** What was decided so far, over all connections. */
  readonly decisions: Decision[] = [];
  private readonly rng: Rng;
  private readonly nextPort: () => number;
  private sent = 0;
  private readonly input: ManyInput;

  constructor(input: ManyInput) {
    this.input = input;
    this.rng = createRng(input.seed);
    this.nextPort = portsFrom(createRng(input.seed ^ 0x5eed));
  }

  /** The next connection. What it finds is in {@link state} until then: copy it to send it again. */
  prepare(): Pick<ManyRun, 'flow' | 'seed' | 'state'> {
    const seed = (this.input.seed + this.sent * 0x9e3779b1) >>> 0;
    const now = this.sent * (this.input.apart ?? APART_MS);
    const { drawPort } = createState(seed);
    for (const [id, each] of this.state) this.state.set(id, { ...each, now, drawPort });
    this.sent++;
    return { flow: { ...this.input.flow, sport: this.nextPort() }, seed, state: this.state };
  }

  private take(choice: Choice): number {
    const { beginning } = this.input;
    if (beginning) return beginning[this.decisions.length] ?? firstBranch(choice) ?? 0;
    // What is not simulated is taken not to match, as the last branch of an exploration does, and counted.
    return choice.kind === 'random' ? drawBranch(choice, this.rng) : 1;
  }

  send(prepared: Pick<ManyRun, 'flow' | 'seed' | 'state'> = this.prepare()): ManyRun {
    const { network } = this.input;
    const path: number[] = [];
    let guessed = 0;
    let odds = CERTAIN;
    const decide = (choice: Choice): number => {
      if (choice.kind === 'unknown') guessed++;
      const taken = this.take(choice);
      path.push(taken);
      this.decisions.push({ choice, taken });
      odds = oddsAfter(odds, choice, taken);
      return taken;
    };
    const { flow, seed, state } = prepared;
    const trace = simulate({ network, flow, seed, state, decide, quiet: true });
    return { ...prepared, trace, ending: endingOf(trace, path), odds, guessed };
  }
}

/** The place of a value in a list that grows: by its key. */
function placeIn<T>(list: T[], known: Map<string, number>, key: string, make: () => T): number {
  const at = known.get(key);
  if (at !== undefined) return at;
  known.set(key, list.length);
  return list.push(make()) - 1;
}

/** Sends `count` new connections through the same state and says where each of them went. */
export function sendMany(input: ManyInput): Many {
  const sender = new ManySender(input);
  const [landings, ways, sent]: [Landing[], ManyWay[], ManySent[]] = [[], [], []];
  const [knownLandings, knownWays] = [new Map<string, number>(), new Map<string, number>()];
  for (let i = 0; i < input.count; i++) {
    const { flow, trace, ending, guessed } = sender.send();
    const landed = landingOf(ending);
    const landing = placeIn(landings, knownLandings, landed.key, () => landed);
    const way = placeIn(ways, knownWays, wayKey(trace), () => wayOf(trace, landing));
    sent.push({ sport: flow.sport, landing, way, path: ending.path, guessed });
  }
  return { landings, ways, sent, decisions: sender.decisions };
}
