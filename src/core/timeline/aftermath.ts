import type { LiveEntry } from '../linux/conntrack/table';
import type { IpvsConnection } from '../linux/ipvs/service';
import type { LiveElement } from '../linux/nftables/datum';
import { stamp } from '../linux/xtables/matches/recent';
import type { Tuple } from '../net/packet';
import type { SimState } from '../sim/world';

/** A request that is like another: its own source port, and its own time. */
export interface Alike {
  readonly sport: number;
  /** Milliseconds. */
  readonly now: number;
}

/** What a walk left in one kernel that no packet had passed before it, at its beginning. */
interface Left {
  readonly entries: readonly LiveEntry[];
  readonly connections: readonly IpvsConnection[];
  /** xt_recent: list and address. */
  readonly seen: readonly (readonly [list: string, address: string])[];
  readonly elements: readonly (readonly [set: string, key: string, element: LiveElement])[];
}

/** Ports that a source is translated to where they are not kept: each walk one of its own. */
const TRANSLATED = { min: 1024, size: 64_512 } as const;

/**
 * What a walk leaves in the kernels: learned from one that was walked through kernels nothing had passed, left again for
 * each request like it. Connections with their timers, addresses that affinity remembers, servers that were chosen.
 */
export class Aftermath {
  readonly #left: ReadonlyMap<string, Left>;
  /** Those kernels that remember the client, and those that have a connection. */
  readonly #remembering: readonly (readonly [netns: string, left: Left])[];
  readonly #connecting: readonly (readonly [netns: string, left: Left])[];
  readonly #sport: number;

  /** @param states as the walk left them, all of it at the beginning; `sport`: its source port */
  constructor(states: SimState, sport: number) {
    this.#sport = sport;
    const left = [...states].map(([netns, { conntrack, ipvs, recent, nftSets }]): readonly [string, Left] => [
      netns,
      {
        entries: conntrack.entries(),
        connections: ipvs.all(0),
        seen: [...recent].flatMap(([list, addresses]) => [...addresses.keys()].map((each) => [list, each] as const)),
        elements: [...nftSets].flatMap(([set, all]) => [...all].map(([key, each]) => [set, key, each] as const)),
      },
    ]);
    this.#left = new Map(left);
    this.#remembering = left.filter(([, { seen, elements }]) => seen.length + elements.length > 0);
    this.#connecting = left.filter(([, { entries }]) => entries.length > 0);
  }

  /** The director's connection in a namespace, if it made one. */
  connection(netns: string): IpvsConnection | undefined {
    return this.#left.get(netns)?.connections[0];
  }

  /** Does a kernel still remember the client for where this walk went? `timeout`: seconds. */
  isRemembered(states: SimState, now: number, timeout: number): boolean {
    const since = now - timeout * 1000;
    return this.#remembering.some(([netns, { seen, elements }]) => {
      const state = states.get(netns);
      return (
        seen.some(([list, each]) => (state?.recent.get(list)?.get(each)?.at(-1) ?? -Infinity) >= since) ||
        elements.some(([set, key]) => (state?.nftSets.get(set)?.get(key)?.expires ?? 0) > now)
      );
    });
  }

  /** The client is remembered again. */
  remember(states: SimState, { now }: Alike): void {
    for (const [netns, { seen, elements }] of this.#remembering) {
      const state = states.get(netns);
      for (const [name, each] of seen) {
        const list = state?.recent.get(name) ?? new Map<string, number[]>();
        state?.recent.set(name, list);
        stamp(list, each, now);
      }
      for (const [name, key, each] of elements) {
        const set = state?.nftSets.get(name) ?? new Map<string, LiveElement>();
        state?.nftSets.set(name, set);
        set.set(key, each.expires === undefined ? each : { ...each, expires: each.expires + now });
      }
    }
  }

  /** Its connections are in the kernels' tables, for the source port of another request. */
  connect(states: SimState, { sport, now }: Alike): void {
    for (const [netns, { entries }] of this.#connecting) {
      const conntrack = states.get(netns)?.conntrack;
      conntrack?.expire(now);
      for (const entry of entries)
        conntrack?.adopt(entry, { ...this.#ends(entry, sport), expires: entry.expires + now });
    }
  }

  #ends({ original, reply }: LiveEntry, sport: number): { readonly original: Tuple; readonly reply: Tuple } {
    const own = (port: number): number =>
      port === this.#sport
        ? sport
        : TRANSLATED.min + ((port - TRANSLATED.min + sport - this.#sport + TRANSLATED.size) % TRANSLATED.size);
    return { original: { ...original, sport: own(original.sport) }, reply: { ...reply, dport: own(reply.dport) } };
  }
}
