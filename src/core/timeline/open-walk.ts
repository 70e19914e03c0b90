import type { Carried, LiveEntry } from '../linux/conntrack/table';
import type { IpvsConnection } from '../linux/ipvs/service';
import type { Network } from '../linux/netns';
import type { Trace } from '../sim/trace';
import type { SimState } from '../sim/world';
import { tupleOfPorts } from '../linux/ipvs/director';
import type { WalkEnd } from './ending';
import { isAsVisited, type Visited } from './walks';

type Carries = LiveEntry['carried'];

const copyOf = ({ packets, bytes }: Carried): Carried => ({ packets, bytes: { ...bytes } });

const carriesOf = ({ carried: { original, reply } }: LiveEntry): Carries => ({
  original: copyOf(original),
  reply: copyOf(reply),
});

/** What the connections that a packet is of had carried before it came by, in all kernels on its way. */
export class CarriedBefore {
  readonly #entries: ReadonlyMap<LiveEntry, Carries>;
  readonly #directed: ReadonlyMap<IpvsConnection, number>;

  /** @param trace of a packet of the same connection; `now`: milliseconds */
  constructor({ legs }: Trace, states: SimState, now: number) {
    const entries = new Set<LiveEntry>();
    const directed = new Set<IpvsConnection>();
    for (const { netns, steps } of legs.flatMap(({ hops }) => hops)) {
      const state = states.get(netns);
      for (const { packet } of steps) {
        const tuple = state && tupleOfPorts(packet);
        if (!tuple) continue;
        const entry = state.conntrack.lookup(0, tuple)?.entry;
        if (entry) entries.add(entry);
        const conn = state.ipvs.findIn(tuple, now) ?? state.ipvs.findOut(tuple, now);
        if (conn) directed.add(conn);
      }
    }
    this.#entries = new Map([...entries].map((each) => [each, carriesOf(each)]));
    this.#directed = new Map([...directed].map((each) => [each, each.expires]));
  }

  /** The connections that carried it, and what. */
  since(): readonly (readonly [LiveEntry, Carries])[] {
    return [...this.#entries].flatMap(([entry, before]) => {
      const original = difference(entry.carried.original, before.original);
      const reply = difference(entry.carried.reply, before.reply);
      return original.packets + reply.packets > 0 ? [[entry, { original, reply }] as const] : [];
    });
  }

  /** The director's connections that it renewed. */
  renewed(): readonly IpvsConnection[] {
    return [...this.#directed].flatMap(([conn, expires]) => (conn.expires === expires ? [] : conn));
  }
}

function difference(now: Carried, before: Carried): Carried {
  const bytes = { min: now.bytes.min - before.bytes.min, max: now.bytes.max - before.bytes.max };
  return { packets: now.packets - before.packets, bytes };
}

function add(side: Carried, more: Carried): void {
  side.packets += more.packets;
  side.bytes = { min: side.bytes.min + more.bytes.min, max: side.bytes.max + more.bytes.max };
}

interface Walked {
  readonly end: WalkEnd;
  readonly visited: Visited;
}

/** A request over an open connection, as it was walked: the next one is the same as long as nothing changed on its way. */
export class OpenWalk {
  readonly end: WalkEnd;
  readonly #visited: Visited;
  readonly #carried: readonly (readonly [LiveEntry, Carries])[];
  readonly #directed: readonly (readonly [IpvsConnection, number])[];

  /** @param before what there was before it; `now`: when it was walked, milliseconds */
  constructor({ end, visited }: Walked, before: CarriedBefore, now: number) {
    this.end = end;
    this.#visited = visited;
    this.#carried = before.since();
    this.#directed = before.renewed().map((conn) => [conn, conn.expires - now] as const);
  }

  /** Sends it again: connections are renewed as it renewed them. False: something changed, and it is to be walked. */
  repeat(network: Network, now: number): boolean {
    const isThere =
      isAsVisited(this.#visited, network) &&
      this.#carried.every(([{ status, expires }]) => !status.has('DYING') && expires > now) &&
      this.#directed.every(([{ expires }]) => expires > now);
    if (!isThere) return false;
    for (const [entry, { original, reply }] of this.#carried) {
      entry.expires = now + entry.timeout * 1000;
      add(entry.carried.original, original);
      add(entry.carried.reply, reply);
    }
    for (const [conn, lasts] of this.#directed) conn.expires = now + lasts;
    return true;
  }
}
