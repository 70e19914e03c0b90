import { resolveFlow } from '../../document/resolve-flow';
import type { Derive, Derived } from '../../document/kernel-parts';
import type { Document, Flow } from '../../document/document';
import { LazyMap } from '../../lib/lazy-map';
import type { Phrase } from '../../lib/phrase';
import { formatIp, type IpFamily } from '../../net/ip';
import { explore, type ExploreInput } from '../../sim/explore';
import { tellFate, type FlowFate } from './fate';
import { Likeness } from './likeness';
import { chooseParties, MOST_FLOWS } from './parties';
import { listCallers, type Caller } from './callers';
import { listDestinations, type Destination } from './destinations';

/** Outcomes of one flow that are walked: more than any Service of a drawing has. */
const MOST_OUTCOMES = 512;

/** A cluster with everybody who may send in it, and everything that can be asked for. */
export interface ReachSide {
  readonly document: Document;
  readonly derived: Derived;
  readonly family: IpFamily;
  readonly callers: readonly Caller[];
  readonly destinations: readonly Destination[];
  /** By namespace of a caller: the addresses its machine has. */
  readonly ownAddresses: ReadonlyMap<string, ReadonlySet<string>>;
  /** Sentences on what is not walked because there is too much. */
  readonly unasked: readonly Phrase[];
}

/** The flow of a caller to a destination. */
export function flowBetween({ from, id }: Caller, { address, asks, id: to }: Destination): Flow {
  return {
    id: `reach ${id} > ${to}`,
    from,
    to: { kind: 'address', address },
    protocol: asks.protocol,
    port: asks.port,
  };
}

/** Opens a document for the question, with addresses outside that its objects tell apart, and everybody in it. */
export function openWhole(document: Document, derive: Derive, family: IpFamily): ReachSide {
  const callers = listCallers(document, derive(document), family);
  const outside = callers.filter(({ kind, name }) => kind === 'outside' && name !== '');
  const flows = outside.map(({ from, id }): Flow => ({
    id,
    from,
    to: { kind: 'address', address: '0.0.0.0' },
    protocol: 'tcp',
    port: 80,
  }));
  const opened = flows.length > 0 ? { ...document, flows: [...document.flows, ...flows] } : document;
  const derived = derive(opened);
  const destinations = listDestinations(opened, derived, family);
  const ownAddresses = listOwnAddresses(derived, callers);
  return { document: opened, derived, family, ownAddresses, callers, destinations, unasked: [] };
}

/** The likeness of the parties of a side where there are too many to walk each; undefined: there are not. */
export function openLikeness(side: ReachSide): Likeness | undefined {
  return side.callers.length * side.destinations.length <= MOST_FLOWS ? undefined : new Likeness(side);
}

/** Chooses the parties of a side that are walked: where there are too many, those that are alike stand for each other. */
export function chooseAlike(side: ReachSide): ReachSide {
  return { ...side, ...chooseParties(side, () => new Likeness(side)) };
}

/** Opens a document for the question; where there is too much, those that are alike stand for each other. */
export function openSide(document: Document, derive: Derive, family: IpFamily): ReachSide {
  return chooseAlike(openWhole(document, derive, family));
}

/** The addresses by which receivers know each caller's machine, by its namespace: those of kube-ipvs0 are Services'. */
export function listOwnAddresses(
  { network }: Derived,
  callers: readonly Caller[],
): ReadonlyMap<string, ReadonlySet<string>> {
  return new LazyMap(
    () => callers.map(({ netns }) => netns),
    (netns) => {
      const devices = network.netns.get(netns)?.devices.filter(({ kind }) => kind !== 'dummy') ?? [];
      return new Set(devices.flatMap(({ addresses }) => addresses.map(({ address }) => formatIp(address))));
    },
  );
}

/** Does the caller mean by the address who is meant? 127.0.0.1 is another machine to each. */
export const isDestinationOf = ({ id }: Caller, { onlyFrom }: Destination): boolean =>
  onlyFrom === undefined || onlyFrom === id;

/** The fate of packets from one caller to one destination; undefined: the caller cannot mean it, or sends nothing. */
export function fateBetween(side: ReachSide, caller: Caller, destination: Destination): FlowFate | undefined {
  if (!isDestinationOf(caller, destination)) return undefined;
  const { document, derived } = side;
  const sent = resolveFlow(document, derived.network, flowBetween(caller, destination));
  if (!sent.ok) return undefined;
  const state = derived.stateFor?.(sent.value);
  const input: ExploreInput = {
    network: derived.network,
    flow: sent.value,
    seed: document.seed,
    limit: MOST_OUTCOMES,
    ...(state ? { state } : {}),
  };
  const { outcomes, truncated } = explore(input);
  const { netns } = sent.value;
  return tellFate(outcomes, { netns, addresses: side.ownAddresses.get(netns) ?? new Set() }, truncated);
}

/** Fates by destination and caller, in the order of the side's lists; undefined: the caller cannot mean the destination. */
export type ReachCells = readonly (readonly (FlowFate | undefined)[])[];

/** A side, walked. */
export interface WalkedSide {
  readonly side: ReachSide;
  readonly cells: ReachCells;
}

/** Walks every caller to every destination; gives the share that is done, 0 to 1, after each destination. */
export function* walkCells(side: ReachSide): Generator<number, ReachCells> {
  const { callers, destinations } = side;
  const cells: (FlowFate | undefined)[][] = [];
  for (const [done, destination] of destinations.entries()) {
    cells.push(callers.map((caller) => fateBetween(side, caller, destination)));
    yield (done + 1) / destinations.length;
  }
  return cells;
}

/** Walks all of a side at once. */
export function walkWhole(side: ReachSide): WalkedSide {
  const walk = walkCells(side);
  for (;;) {
    const next = walk.next();
    if (next.done) return { side, cells: next.value };
  }
}
