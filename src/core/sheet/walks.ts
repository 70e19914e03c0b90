import type { Document, Flow } from '../document/document';
import { exploreFlow, walkOrFault, type Opened } from '../document/explored';
import type { Derive, Derived } from '../document/kernel-parts';
import { phrase, type Phrase } from '../lib/phrase';
import { createNamedRng } from '../lib/random';
import { formatIp } from '../net/ip';
import { formatEndpoint, hasPorts } from '../net/packet';
import { explore, makeTrace, pickOutcome, type Exploration, type ExploreInput } from '../sim/explore';
import type { Outcome, Trace } from '../sim/trace';
import type { StoryQuestion } from '../story/question';
import { nextConnection } from '../story/questions-draws';
import { tellWalk, type Story } from '../story/tell-walk';
import { turnKnob, type KnobState } from './knobs';
import type { TallyRow } from './tallies';
import { openLost, type LivedScript, type OpenedLost } from './lost-request';
import type { Sheet } from './schema';

/** A walk that figures of a Sheet show: figures of the same walk have the same key. */
export interface SheetWalk extends Story {
  readonly key: string;
  readonly document: Document;
  readonly derived: Derived;
  readonly flow: Flow;
  readonly exploration: Exploration;
  /** Which outcome is walked. */
  readonly outcome: Outcome;
  readonly shown: number;
  readonly trace: Trace;
  /** Where each new connection went that was sent up to this one, in their order: the last of them is walked. */
  readonly arrivals: readonly string[];
  /** Of a request at its moment: what became of all of them. */
  readonly lived?: LivedScript;
}

/** Which connection of the flow is shown. */
export interface SheetDraws {
  /** So many new connections after the first. */
  readonly again: number;
  /** The first one's outcome, by its place, the likeliest first; absent: the document's seed picks. */
  readonly outcome?: number;
}

/** What a walk is asked for by. */
export interface WalkRequest {
  readonly bench: string;
  readonly flow?: string | undefined;
  readonly request?: 'lost' | undefined;
  /** Told with every moment of its way by itself. */
  readonly fine?: true | undefined;
  /** Knobs that hold for it, in the Sheet's order. */
  readonly knobs: readonly KnobState[];
  readonly draws: SheetDraws;
}

/** The benches of a Sheet, and what was worked out of them. */
export interface SheetWorkshop {
  readonly benches: Readonly<Record<string, Document>>;
  readonly derive: Derive;
  readonly opened: Map<string, Opened | OpenedLost>;
  readonly walks: Map<string, SheetWalk | Phrase>;
  /** Questions of a walk, by its key and their kinds. */
  readonly questions: Map<string, readonly StoryQuestion[]>;
  /** Many connections of a walk's flow, by the walk's key. */
  readonly tallies: Map<string, readonly TallyRow[]>;
}

/** A workshop in which nothing was worked out yet. */
export function openWorkshop(benches: SheetWorkshop['benches'], derive: Derive): SheetWorkshop {
  return { benches, derive, opened: new Map(), walks: new Map(), questions: new Map(), tallies: new Map() };
}

/** More than these are worked out anew when they are wanted again. */
const MOST_KEPT = 300;
/** So many connections one after the other are walked at most: then it begins anew. */
export const MOST_DRAWS = 60;

/** A walk of a Sheet; a phrase: why there is none. */
export function findWalk(shop: SheetWorkshop, sheet: Sheet, request: WalkRequest): SheetWalk | Phrase {
  const { bench, flow = '', knobs, draws } = request;
  const stand = JSON.stringify([bench, request.request ?? '', knobs.map(({ name, value }) => [name, value])]);
  const told = request.fine ? ['fine'] : [];
  const key = JSON.stringify([stand, flow, draws.again % MOST_DRAWS, draws.outcome ?? -1, ...told]);
  return keep(shop.walks, key, () =>
    walkOrFault(() => walkOpened(openBench(shop, sheet, { ...request, stand }), key, request)),
  );
}

/** The walk of what was opened: of a request the way that it went. */
function walkOpened(opened: Opened | OpenedLost | Phrase, key: string, request: WalkRequest): SheetWalk | Phrase {
  if ('id' in opened || !('lived' in opened)) return makeWalk(opened, key, request);
  const { lived, flowId } = opened;
  const walk = makeWalk(opened, key, { flow: flowId, draws: { again: 0, outcome: lived.shown } });
  return 'id' in walk ? walk : { ...walk, lived };
}

/** The value under a key; where there is none it is made and kept. */
export function keep<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= MOST_KEPT) known.clear();
  const made = make();
  known.set(key, made);
  return made;
}

/** The document of a bench with knobs turned; a phrase: there is none of that name. */
export function turnBench(
  { benches }: Pick<SheetWorkshop, 'benches'>,
  sheet: Sheet,
  { bench, knobs }: Pick<WalkRequest, 'bench' | 'knobs'>,
): Document | Phrase {
  const own = Object.hasOwn(benches, bench) ? benches[bench] : undefined;
  if (!own) return phrase('sheet.bench', { name: bench, known: Object.keys(benches).join(', ') || '-' });
  return knobs.reduce((changed, { name, value }) => {
    const knob = sheet.knobs[name];
    return knob ? turnKnob(changed, knob, value) : changed;
  }, own);
}

/** The bench of a figure with its knobs turned, opened once; a phrase: there is none of that name. */
function openBench(
  shop: SheetWorkshop,
  sheet: Sheet,
  { stand, ...asked }: WalkRequest & { readonly stand: string },
): Opened | OpenedLost | Phrase {
  const known = shop.opened.get(stand);
  if (known) return known;
  const document = turnBench(shop, sheet, asked);
  if ('id' in document) return document;
  return keep(shop.opened, stand, () => {
    const plain = (): Opened => ({ document, derived: shop.derive(document), explored: new Map() });
    return asked.request === undefined ? plain() : (openLost(document) ?? plain());
  });
}

/** The walk of a flow of an opened bench, under a key; a phrase: why there is none. */
export function makeWalk(
  opened: Opened | Phrase,
  key: string,
  { flow: id, draws, fine = false }: Pick<WalkRequest, 'flow' | 'draws'> & { readonly fine?: boolean | undefined },
): SheetWalk | Phrase {
  if ('id' in opened) return opened;
  const { document, derived } = opened;
  const flow = id === undefined ? document.flows[0] : document.flows.find((each) => each.id === id);
  if (!flow) return phrase('sheet.no-flow');
  const first = exploreFlow(opened, flow);
  if ('id' in first) return first;
  const found = drawn(first, document.seed, draws);
  if (!found) return phrase('sheet.no-flow');
  const { input, exploration, shown, outcome, arrivals } = found;
  const trace = makeTrace(input, outcome);
  return {
    key,
    arrivals,
    document,
    derived,
    flow,
    exploration,
    outcome,
    shown,
    trace,
    ...tellWalk({ document, derived, trace }, fine),
  };
}

interface Drawn {
  readonly input: ExploreInput;
  readonly exploration: Exploration;
  readonly shown: number;
  readonly outcome: Outcome;
  readonly arrivals: readonly string[];
}

/** The connection that is shown: each is sent in the state the one before left behind. */
function drawn(
  first: Pick<Drawn, 'input' | 'exploration'>,
  seed: number,
  { again, outcome: wanted }: SheetDraws,
): Drawn | undefined {
  type Sent = Pick<Drawn, 'input' | 'exploration'>;
  const pick = ({ input, exploration }: Sent, at: number, before: readonly string[]): Drawn | undefined => {
    const outcome = exploration.outcomes[at];
    return outcome && { input, exploration, shown: at, outcome, arrivals: [...before, spellArrival(outcome)] };
  };
  const isThere = wanted !== undefined && wanted in first.exploration.outcomes;
  // Neighbouring seeds begin alike: all connections draw from one.
  const rng = createNamedRng(seed, 'new connections');
  let last = pick(first, isThere ? wanted : pickOutcome(first.exploration.outcomes, seed), []);
  for (let count = 1; last && count <= again % MOST_DRAWS; count++) {
    const input = nextConnection(last.input, last.outcome);
    const exploration = explore({ ...input, limit: MOST_OUTCOMES });
    last = pick({ input, exploration }, pickOutcome(exploration.outcomes, rng.u32()), last.arrivals);
  }
  return last;
}

/** As a lens writes an endpoint; empty: it arrived nowhere. */
function spellArrival({ arrived }: Outcome): string {
  if (!arrived) return '';
  return hasPorts(arrived.l4) ? formatEndpoint(arrived.dst, arrived.l4.dport) : formatIp(arrived.dst);
}

const MOST_OUTCOMES = 64;
