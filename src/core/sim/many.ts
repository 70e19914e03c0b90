import type { Leg, Trace, TraceStep, Outcome, RuleStep, Disposition } from './trace';
import { add, fraction, ZERO } from '../lib/fraction';
import { createRng, type Rng } from '../lib/random';
import type { Choice, RandomChoice } from '../linux/chain-walk';
import { createState } from '../linux/state';
import { CERTAIN, makeEnding, oddsAfter, type Odds } from './explore';
import { firstBranch, type Decision } from './paths';
import { simulate, type SimFlow, type SimInput } from './simulate';
import type { SimState } from './world';
import { phrase, type Phrase } from '../lib/phrase';
import { formatIp } from '../net/ip';
import { hasPorts, type Packet, formatEndpoint } from '../net/packet';

function requestSteps({ legs }: Trace): readonly TraceStep[] {
  return legs.filter(({ role }) => role === 'request').flatMap(({ hops }) => hops.flatMap(({ steps }) => steps));
}

const keyOf = ({ ref: { table, chain, index } }: RuleStep): string => `${table} ${chain} ${index}`;

function byIpvs(steps: readonly TraceStep[]): Phrase | undefined {
  const asked = steps.find((step) => step.kind === 'ipvs' && step.at === 'in');
  if (asked?.kind !== 'ipvs') return undefined;
  const { scheduler, service } = asked;
  return asked.from === 'template'
    ? phrase('sim.many.template', { service })
    : phrase('sim.many.scheduler', { scheduler, service });
}

function byProxy(steps: readonly TraceStep[]): Phrase | undefined {
  const dialed = steps.find((step) => step.kind === 'originate' && step.reason?.id.startsWith('userspace.dial'));
  if (dialed?.kind !== 'originate') return undefined;
  const id = dialed.reason?.id;
  return id === 'userspace.dial-affinity' || id === 'userspace.dial-pinned'
    ? phrase('sim.many.proxy-affinity')
    : phrase('sim.many.proxy-turns');
}

/** The rule that a later connection matched and the first did not: it knows what came before. */
function byRule(steps: readonly TraceStep[], before: readonly TraceStep[]): Phrase | undefined {
  const rules = (list: readonly TraceStep[]): RuleStep[] => list.filter((step) => step.kind === 'rule');
  const old = new Set(rules(before).map(keyOf));
  const rule = rules(steps).find((step) => !old.has(keyOf(step)));
  return rule && phrase('sim.many.remembered', { chain: rule.ref.chain, rule: rule.ref.index + 1 });
}

/** Reason why the second connection landed where it did, after the first one: read from the two traces. */
export function settledBy(first: Trace, second: Trace): Phrase {
  const steps = requestSteps(second);
  return byIpvs(steps) ?? byProxy(steps) ?? byRule(steps, requestSteps(first)) ?? phrase('sim.many.left-behind');
}

/** One way over the picture, as one connection took it: only the steps that are at a place of their own. */
export interface ManyWay {
  readonly landing: number;
  readonly legs: readonly Leg[];
}

const PLACES: ReadonlySet<TraceStep['kind']> = new Set([
  'originate',
  'receive',
  'bridge',
  'hook',
  'ipvs',
  'nat',
  'routing',
  'transmit',
  'tunnel',
  'deliver',
  'stop',
]);

const isPlace = (step: TraceStep): boolean => PLACES.has(step.kind);

function getPlace(step: TraceStep): string {
  const { kind } = step;
  if (kind === 'hook') return `hook ${step.hook}`;
  if (kind === 'receive' || kind === 'transmit' || kind === 'tunnel') return `${kind} ${step.device}`;
  if (kind === 'bridge') return `bridge ${step.bridge} ${step.outPort ?? ''} ${step.action}`;
  return kind === 'routing' ? `routing ${step.decision} ${step.device ?? ''}` : kind;
}

/** Two traces with the same key go the same way over the picture. */
function wayKey({ legs }: Trace): string {
  return legs
    .map(({ role, hops }) => {
      const places = hops.map(({ netns, steps }) => `${netns}: ${steps.filter(isPlace).map(getPlace).join()}`);
      return `${role} ${places.join(' / ')}`;
    })
    .join('\n');
}

/** A trace without its rules: what is needed to draw it. */
function makeWay({ legs }: Trace, landing: number): ManyWay {
  return {
    landing,
    legs: legs.map((leg) => ({
      ...leg,
      hops: leg.hops.map(({ netns, steps }) => ({ netns, steps: steps.filter(isPlace) })),
    })),
  };
}

/** Connections to send: `count` new ones of the same client, each from another port. */
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
interface ManySent {
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
  /** Deciders over all connections, in order. */
  readonly decisions: readonly Decision[];
}

/** So near that no timer of a kernel runs out in between: all connections are open at the end. */
const APART_MS = 10;
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
  /** Deciders so far, over all connections. */
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
    return { ...prepared, trace, ending: makeEnding(trace, path), odds, guessed };
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
    const landed = makeLanding(ending);
    const landing = placeIn(landings, knownLandings, landed.key, () => landed);
    const way = placeIn(ways, knownWays, wayKey(trace), () => makeWay(trace, landing));
    sent.push({ sport: flow.sport, landing, way, path: ending.path, guessed });
  }
  return { landings, ways, sent, decisions: sender.decisions };
}

/** A place where connections end, and how. */
export interface Landing {
  /** Two endings with the same key are the same for whoever counts them. */
  readonly key: string;
  readonly disposition: Disposition;
  /** `10.244.1.5:8080`: whom the request was for when it arrived. */
  readonly endpoint?: string;
  readonly answered: boolean;
}

function getEndpoint({ dst, l4 }: Packet): string {
  return hasPorts(l4) ? formatEndpoint(dst, l4.dport) : formatIp(dst);
}

/** Key of a place where connections land: an ending without its reasons and answers. */
function getLandingPlace(disposition: Disposition): string {
  const { kind, netns } = disposition;
  if (disposition.kind === 'DROPPED') return `${kind} ${netns} ${disposition.by}`;
  return disposition.kind === 'REJECTED'
    ? `${kind} ${netns} ${disposition.by} ${disposition.with}`
    : `${kind} ${netns}`;
}

/** The landing of an ending. */
export function makeLanding({ disposition, arrived, answered }: Outcome): Landing {
  const endpoint = arrived && getEndpoint(arrived);
  const key = `${getLandingPlace(disposition)} ${endpoint ?? ''} ${answered ? 'answered' : ''}`;
  return { key, disposition, answered, ...(endpoint === undefined ? {} : { endpoint }) };
}
