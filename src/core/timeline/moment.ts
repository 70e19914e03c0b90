import type { Document } from '../document/document';
import { createClusterDerive, derivedOf } from '../document/derive-cluster';
import type { Derived } from '../document/kernel-parts';
import { Memo } from '../lib/memo';
import type { ClusterObjects } from '../kubernetes/types';
import { explore, makeTrace, type ExploreInput } from '../sim/explore';
import { makeCopy } from '../sim/paths';
import type { Outcome } from '../sim/trace';
import { objectsAt, runControl, type Control } from './control';
import { readEnd, type WalkEnd } from './ending';
import type { Arrival, TimelineRequests } from './requests';
import { rulesHistory, startSending, type Sending } from './timeline';
import type { WalkedRequest } from './traffic';

/** A request, by when it is sent and by whom. */
export interface RequestPlace {
  /** Milliseconds from the beginning. */
  readonly at: number;
  /** Index of the client in the script. */
  readonly client: number;
}

/** What one node has at a moment that the others may not. */
export interface NodeDifference {
  readonly node: string;
  /** How long its rules have been older than the objects that are stored, milliseconds; absent: they are not. */
  readonly behind?: number;
  /** True where the node's tables are empty. */
  readonly flushed?: true;
  /** The machine is gone; since when, milliseconds. */
  readonly lost?: number;
}

/** A cluster in the middle of its script. */
export interface ClusterMoment {
  readonly at: number;
  /** With the objects as the API server has them then. */
  readonly document: Document;
  /** With the rules each node has then, and the connections of every kernel. */
  readonly derived: Derived;
  /** Nodes that do not have the rules of the objects that are stored. */
  readonly differs: readonly NodeDifference[];
  /** From when on connections are known: those of older requests were not walked again. */
  readonly connectionsFrom: number;
}

/** A request as it was sent, with every way it could have gone; of one that was answered late the SYN that was answered. */
export interface OpenedRequest {
  readonly input: ExploreInput;
  readonly outcomes: readonly Outcome[];
  readonly truncated: boolean;
  /** The place of the way it went; undefined: none of those that were explored ends as it did. */
  readonly shown: number | undefined;
}

/** The first way that ends as a request did: at the same Pod, answered or not; undefined: none, and no other stands for it. */
export function findSameEnd(ends: readonly EndedRequest[], { to, outcome }: EndedRequest): number | undefined {
  const ended = outcome === 'reset' ? 'refused' : outcome;
  const at = ends.findIndex((end) => end.to === to && end.outcome === ended);
  return at < 0 ? undefined : at;
}

type EndedRequest = Pick<WalkEnd, 'to' | 'outcome'>;

/** So many requests before a moment leave their connections in it. */
const KEPT = 400;
/** No connection is remembered longer that is over: `nf_conntrack_tcp_timeout_time_wait`. */
const LONGEST_KEPT = 120_000;

/** More ways than this are not told. */
const MOST_OUTCOMES = 256;
const REQUESTS_A_SLICE = 50;

/** A cluster that has lived. */
interface Lived {
  readonly base: Derived;
  readonly control: Control;
  readonly memo: Memo;
}

/** A request whose first SYN was lost, and when the one was sent that was answered, milliseconds. */
interface Late {
  readonly place: RequestPlace;
  readonly nth: number;
  readonly answered: number;
}

/** The moments of a document's script, each made when it is asked for; later ones from earlier ones. */
export class Moments {
  readonly document: Document;
  readonly #base: Derived;
  readonly #settled: ClusterObjects;
  readonly #control: Control;
  readonly #memo: Memo;
  #sending: Sending | undefined;
  /** When the SYN was sent that was answered, by the place of its request among all. */
  #answered: ReadonlyMap<number, number> | undefined;
  /** The request that {@link #sending} stands before, where that is a SYN sent again. */
  #late: Late | undefined;

  private constructor(document: Document, { base, control, memo }: Lived) {
    this.document = document;
    this.#base = base;
    this.#settled = base.settled ?? document.cluster;
    this.#control = control;
    this.#memo = memo;
  }

  /** Lets the cluster live through the script; in slices, each how far it is (0..1). */
  static *of(document: Document, memo = new Memo()): Generator<number, Moments> {
    const base = createClusterDerive(memo)(document);
    const control = yield* runControl(document, base.settled ?? document.cluster);
    return new Moments(document, { base, control, memo });
  }

  /**
   * A moment, with everything that was sent before it; with `client` also what others sent in the same millisecond before
   * that one. A request that was answered late has the moment of the SYN that was answered. In slices, each how far it is (0..1).
   */
  *at(wanted: number, client = -1): Generator<number, ClusterMoment> {
    const place = { at: Math.max(0, Math.min(wanted, this.document.script?.duration ?? 0)), client };
    const sending = this.#sendingAt(place);
    const { requests, world, traffic } = sending;
    yield* sendUntil(requests, placeOf(sending, place));
    world.goTo(place.at);
    this.#late = yield* this.#lateAt(sending, place);
    const at = this.#late?.answered ?? place.at;
    if (this.#late) {
      yield* sendUntil(requests, placeOf(sending, { at, client: -1 }));
      requests.goTo(at, this.#late.nth);
      world.goTo(at);
    }
    return {
      at,
      document: { ...this.document, cluster: objectsAt(this.#control, this.#settled, at) },
      derived: this.#derived(sending, at),
      differs: this.#differencesAt(at),
      connectionsFrom: traffic.keepsFrom,
    };
  }

  /** The request that is sent next, if its first SYN will be lost and another answered. */
  *#lateAt({ requests }: Sending, place: RequestPlace): Generator<number, Late | undefined> {
    const nth = requests.next;
    const next = requests.all[nth];
    if (!next || !isOf(next, place) || next.client.spec.sends !== 'new') return undefined;
    this.#answered ??= yield* this.#listAnswered();
    const answered = this.#answered.get(nth);
    return answered === undefined ? undefined : { place, nth, answered };
  }

  /** Sends everything once, to know which SYNs will be answered that are sent again. */
  *#listAnswered(): Generator<number, ReadonlyMap<number, number>> {
    const { requests } = startSending(this.document, this.#ground);
    yield* sendUntil(requests, requests.all.length);
    requests.goTo(this.document.script?.duration ?? 0);
    return new Map(requests.takeLate().map(({ nth, took }) => [nth, (requests.all[nth]?.at ?? 0) + took]));
  }

  /** The request whose moment was asked for last; undefined: none was sent then. */
  open(place: RequestPlace): OpenedRequest | undefined {
    const sending = this.#sending;
    if (!sending) return undefined;
    const { requests, traffic, world } = sending;
    const late = this.#late;
    const next = requests.all[late ? late.nth : requests.next];
    if (!next || !isOf(next, place)) return undefined;
    const before = makeCopy(traffic.stateAt(world.network), this.document.seed);
    for (const each of before.values()) each.now = late?.answered ?? place.at;
    const walked = late ? sendAgain(requests, late) : requests.send()?.walked;
    this.#late = undefined;
    if (!walked) return undefined;
    if (walked.rival) before.get(walked.node ?? '')?.conntrack.raceWith(walked.rival);
    const network = traffic.walks.network(next.client, walked.node);
    const input = { network, flow: walked.sent, seed: this.document.seed, state: before };
    const { outcomes, truncated } = explore({ ...input, limit: MOST_OUTCOMES });
    const ends = outcomes.map((outcome) => readEnd(makeTrace(input, outcome)));
    return { input, outcomes, truncated, shown: findSameEnd(ends, walked) };
  }

  get #ground(): Parameters<typeof startSending>[1] {
    return { settled: this.#settled, control: this.#control, memo: this.#memo };
  }

  /** What sends, not yet past a moment. */
  #sendingAt(place: RequestPlace): Sending {
    const known = this.#sending;
    const isBefore = known && known.requests.next <= placeOf(known, place) && known.world.now <= place.at;
    const sending = isBefore ? known : startSending(this.document, this.#ground);
    const { traffic, requests } = sending;
    const oldest = requests.all[placeOf(sending, place) - KEPT]?.at ?? 0;
    // Those between the last moment's and this one's are not walked for their connections.
    traffic.keepsFrom = Math.max(isBefore ? traffic.keepsFrom : 0, oldest, place.at - LONGEST_KEPT);
    return (this.#sending = sending);
  }

  #derived({ world, traffic }: Sending, at: number): Derived {
    const { assembled } = world;
    const state = makeCopy(traffic.stateAt(assembled.network), this.document.seed);
    for (const each of state.values()) each.now = at;
    const { programs } = this.#control;
    return {
      ...derivedOf(this.document, { ...assembled, compiled: world.compiled }, programs),
      findings: this.#base.findings,
      settled: world.cluster,
      stateFor: () => makeCopy(state, this.document.seed),
    };
  }

  #differencesAt(at: number): readonly NodeDifference[] {
    const duration = this.document.script?.duration ?? 0;
    const isIn = ([from, until]: readonly [number, number]): boolean => from <= at && (at < until || until >= duration);
    return [...this.#control.rules.keys()].flatMap((node): readonly NodeDifference[] => {
      const lost = this.#control.lost.get(node);
      if (lost !== undefined && lost <= at) return [{ node, lost: at - lost }];
      const rules = rulesHistory(this.#control, node, duration);
      const behind = rules.behind.find(isIn);
      const isFlushed = rules.flushed.some(isIn);
      if (!behind && !isFlushed) return [];
      return [
        { node, ...(behind ? { behind: at - behind[0] } : {}), ...(isFlushed ? { flushed: true as const } : {}) },
      ];
    });
  }
}

const isOf = (arrival: Arrival, { at, client }: RequestPlace): boolean =>
  arrival.at === at && arrival.client.index === client;

/** Sends all requests before one of them, each when it is asked for. */
function* sendUntil(requests: TimelineRequests, last: number): Generator<number, void> {
  const first = requests.next;
  while (requests.next < last) {
    requests.send();
    if (requests.next % REQUESTS_A_SLICE === 0) yield (requests.next - first) / (last - first);
  }
}

/** Sends the SYN again that is answered; what came of it. */
function sendAgain(requests: TimelineRequests, { nth, answered }: Late): WalkedRequest | undefined {
  requests.goTo(answered);
  return requests.takeLate().find((each) => each.nth === nth)?.walked;
}

/** How many requests were sent before a place. */
function placeOf({ requests: { all } }: Pick<Sending, 'requests'>, { at, client }: RequestPlace): number {
  const place = all.findIndex((each) => each.at > at || (each.at === at && each.client.index >= client));
  return place === -1 ? all.length : place;
}
