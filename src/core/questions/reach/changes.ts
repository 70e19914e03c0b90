import type { Phrase } from '../../lib/phrase';
import { resolveFlow } from '../../document/resolve-flow';
import { explore, makeTrace } from '../../sim/explore';
import { listCauses } from '../why/causes';
import type { Cause } from '../why/causes/endpoints';
import { flowBetween, type ReachSide, type WalkedSide } from './cells';
import { answeredShares, fateKey, seenKey, type FlowFate, type FateEnd } from './fate';
import type { Caller } from './callers';
import type { Destination } from './destinations';

/** Differences as their sender sees them, in the order they are told. */
export const CHANGE_GROUPS = ['broken', 'unknown', 'mended', 'fails', 'looks'] as const;

/**
 * A difference as its sender sees it: it worked and will not; of a side it is not known whether it works; did not and will;
 * fails on both sides, otherwise; works on both, and another source or another share of endpoints is seen.
 */
export type ChangeGroup = (typeof CHANGE_GROUPS)[number];

/** One packet that shows a difference. */
export interface ChangeExample {
  readonly caller: Caller;
  readonly destination: Destination;
}

/** Packets that differ alike. */
export interface ChangeClass {
  readonly group: ChangeGroup;
  /** Fates of {@link example}; how others of the class end otherwise is in {@link befores} and {@link afters}. */
  readonly before: FlowFate;
  readonly after: FlowFate;
  /** The ends of all its flows on each side. */
  readonly befores: readonly FateEnd[];
  readonly afters: readonly FateEnd[];
  readonly callers: readonly Caller[];
  readonly destinations: readonly Destination[];
  /** So many flows are of it. */
  readonly flows: number;
  readonly example: ChangeExample;
}

/** Two sides beside each other. */
export interface ReachChanges {
  readonly classes: readonly ChangeClass[];
  /** So many flows were walked on both sides, between so many callers and destinations. */
  readonly compared: number;
  readonly callers: number;
  readonly destinations: number;
  /** Sentences on what was not walked. */
  readonly unasked: readonly Phrase[];
  /** Callers and destinations of one side alone. */
  readonly gone: readonly (Caller | Destination)[];
  readonly come: readonly (Caller | Destination)[];
}

/** The group of a change: getting all of its answers, some, or none is what counts to a sender. */
export function chooseGroup(before: FlowFate, after: FlowFate): ChangeGroup {
  const [was, is] = [answeredShares(before), answeredShares(after)];
  if (is.most < was.least) return 'broken';
  if (is.least > was.most) return 'mended';
  const isKnown = was.least === was.most && is.least === is.most;
  if (!isKnown) return 'unknown';
  return is.most === 2 ? 'looks' : 'fails';
}

/** The key of a class of differences: one kind of address, and the same end now for who sends. */
function classKey({ before, after }: { before: FlowFate; after: FlowFate }, { kind, at, asks }: Destination): string {
  const group = chooseGroup(before, after);
  const told = group === 'mended' ? before : after;
  const looks = fateKey(before) !== fateKey(after) ? 'source' : before.to.length === after.to.length ? 'address' : 'to';
  const said = group === 'looks' ? looks : `${fateKey(told)} ${told.self ?? ''}`;
  return [group, said, kind, at ?? '', asks.role === 'port'].join('|');
}

interface Open {
  first: Pick<ChangeClass, 'group' | 'before' | 'after' | 'example'>;
  readonly befores: Set<FateEnd>;
  readonly afters: Set<FateEnd>;
  readonly callers: Set<Caller>;
  readonly destinations: Set<Destination>;
  flows: number;
}

/** One side's parties by their ids, with their places. */
function indexById(parties: readonly { readonly id: string }[]): Map<string, number> {
  return new Map(parties.map(({ id }, index) => [id, index]));
}

const missingIn = <T extends { readonly id: string }>(parties: readonly T[], other: readonly T[]): T[] => {
  const known = new Set(other.map(({ id }) => id));
  return parties.filter(({ id }) => !known.has(id));
};

/** One flow on both sides. */
interface Pair extends ChangeExample {
  readonly before: FlowFate;
  readonly after: FlowFate;
}

/** Every flow that was walked on both sides. */
function* pairUp(before: WalkedSide, after: WalkedSide): Generator<Pair> {
  const callerAt = indexById(after.side.callers);
  const destinationAt = indexById(after.side.destinations);
  for (const [row, destination] of before.side.destinations.entries()) {
    const cells = after.cells[destinationAt.get(destination.id) ?? -1];
    for (const [column, caller] of before.side.callers.entries()) {
      const was = before.cells[row]?.[column];
      const is = cells?.[callerAt.get(caller.id) ?? -1];
      if (was && is) yield { caller, destination, before: was, after: is };
    }
  }
}

const isOfItself = ({ before, after }: Open['first']): boolean => (before.self ?? after.self) !== undefined;

function addTo(classes: Map<string, Open>, { before, after, caller, destination }: Pair): void {
  const key = classKey({ before, after }, destination);
  const first = { group: chooseGroup(before, after), before, after, example: { caller, destination } };
  const open = classes.get(key) ?? {
    first,
    befores: new Set(),
    afters: new Set(),
    callers: new Set(),
    destinations: new Set(),
    flows: 0,
  };
  // Who may get its own packet back is no example of the others.
  if (isOfItself(open.first) && !isOfItself(first)) open.first = first;
  for (const { end } of before.ends) open.befores.add(end);
  for (const { end } of after.ends) open.afters.add(end);
  open.callers.add(caller);
  open.destinations.add(destination);
  open.flows++;
  classes.set(key, open);
}

const closeClass = ({ first, befores, afters, callers, destinations, flows }: Open): ChangeClass => ({
  ...first,
  befores: [...befores],
  afters: [...afters],
  callers: [...callers],
  destinations: [...destinations],
  flows,
});

/** Every difference between two sides, in classes, those that break something first. */
export function compareReach(before: WalkedSide, after: WalkedSide): ReachChanges {
  const [was, is] = [before.side, after.side];
  const come = [...missingIn(is.callers, was.callers), ...missingIn(is.destinations, was.destinations)];
  // Where machines have other addresses on the other side, senders are known by who they are, which fates tell.
  const withSources = come.length === 0;
  const classes = new Map<string, Open>();
  let compared = 0;
  for (const pair of pairUp(before, after)) {
    compared++;
    if (seenKey(pair.before, withSources) !== seenKey(pair.after, withSources)) addTo(classes, pair);
  }
  return {
    classes: [...classes.values()]
      .map(closeClass)
      .toSorted((a, b) => CHANGE_GROUPS.indexOf(a.group) - CHANGE_GROUPS.indexOf(b.group) || b.flows - a.flows),
    compared,
    callers: was.callers.length,
    destinations: was.destinations.length,
    unasked: was.unasked,
    gone: [...missingIn(was.callers, is.callers), ...missingIn(was.destinations, is.destinations)],
    come,
  };
}

/** Why one packet ends as it does on a side: what objects, rules and the kernel tell; empty: it is not known. */
export function causesOn({ document, derived }: ReachSide, { caller, destination }: ChangeExample): readonly Cause[] {
  const flow = flowBetween(caller, destination);
  const sent = resolveFlow(document, derived.network, flow);
  if (!sent.ok) return [];
  const state = derived.stateFor?.(sent.value);
  const input = { network: derived.network, flow: sent.value, seed: document.seed, ...(state ? { state } : {}) };
  const { outcomes } = explore({ ...input, limit: 64 });
  const shown = outcomes.find(({ answered }) => !answered) ?? outcomes[0];
  if (!shown) return [];
  const { network, suggested, found, compiled, connections = [] } = derived;
  const through = shown.disposition.kind === 'DELIVERED' && shown.answered;
  const of = { document, flow, network, suggested, found, compiled, connections };
  return listCauses({ ...of, sent: sent.value, trace: makeTrace(input, shown), through });
}
