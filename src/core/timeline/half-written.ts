import type { Compiled } from '../document/kernel-parts';
import type { GeneratedIpvs, GeneratedVirtualServer } from '../kubernetes/proxy/mode';
import { realServerKey, virtualServerKey } from '../kubernetes/proxy/ipvs/port-block';
import { LazyMap } from '../lib/lazy-map';
import type { RulesSource } from './node-addresses';
import { PER_ENDPOINT, PER_PORT } from './delays';

/** A sync that changes the kernel in many calls: from when until when, milliseconds, and which version it writes. */
export interface Writing extends RulesSource {
  readonly from: number;
  readonly until: number;
}

/** What kube-proxy wrote of a version, by `node family`. */
export type Written = ReadonlyMap<string, Compiled>;

/** One turn of the loop over service ports: a virtual server that is not what it was. */
interface Turn {
  readonly before?: GeneratedVirtualServer;
  readonly after: GeneratedVirtualServer;
  /** When it is there, and when its turn is over, in what a sync has to do. */
  readonly made: number;
  readonly done: number;
}

/** What happens to each family, and when something changes, in order of time. */
interface Plan {
  readonly parts: ReadonlyMap<string, Turns>;
  readonly times: readonly number[];
}

/** A sync of one family: each virtual server in its turn. */
interface Turns {
  readonly before: GeneratedIpvs;
  readonly after: GeneratedIpvs;
  readonly turns: ReadonlyMap<GeneratedVirtualServer, Turn>;
  readonly gone: readonly GeneratedVirtualServer[];
  readonly whole: number;
}

/**
 * A kernel in the middle of a sync of IPVS (`syncProxyRules`, `syncService`, `syncEndpoint` of pkg/proxy/ipvs/proxier.go):
 * one service port after the other a virtual server is made, then its new real servers are added one by one, then those
 * that left are taken out. Sets, iptables and virtual servers that are not wanted any more come after the last. In which
 * order Go walks its map of service ports nobody can tell; here it is that of their names.
 */
export class HalfWritten {
  readonly writing: Writing;
  /** What is in the kernel when it is over. */
  readonly after: Written;
  readonly #before: Written;
  /** Most syncs are over before anybody looks. */
  #plan: Plan | undefined;
  #next = 0;
  #at: number;
  #held: Written | undefined;
  #stopped = false;

  /** @param before what the kernel had; `after`: what it has when the sync is over */
  constructor(before: Written, after: Written, writing: Writing) {
    this.writing = writing;
    this.after = after;
    this.#before = before;
    this.#at = writing.from;
  }

  get #planned(): Plan {
    if (this.#plan) return this.#plan;
    const parts = [...this.after].flatMap(([key, { state }]) => {
      const old = this.#before.get(key)?.state.ipvs;
      return state.ipvs && old ? [[key, findTurns(old, state.ipvs)] as const] : [];
    });
    const times = parts.flatMap(([, turns]) => listSteps(turns).map((step) => this.#timeOf(step, turns)));
    return (this.#plan = { parts: new Map(parts), times: [...new Set(times)].sort((a, b) => a - b) });
  }

  #timeOf(step: number, { whole }: Turns): number {
    const { from, until } = this.writing;
    return Math.ceil(from + ((until - from) * step) / Math.max(whole, 1));
  }

  /** Lets time go on, milliseconds; false: nothing was written meanwhile. */
  goTo(at: number): boolean {
    if (this.#stopped || at <= this.writing.from) return false;
    const first = this.#next;
    const { times } = this.#planned;
    while ((times[this.#next] ?? Infinity) <= at) this.#next++;
    if (this.#next === first) return false;
    this.#at = at;
    this.#held = undefined;
    return true;
  }

  /** kube-proxy is gone: what it wrote stays. */
  stop(): void {
    this.#stopped = true;
  }

  /** What is in the kernel by now. */
  get held(): Written {
    const { parts } = this.#planned;
    return (this.#held ??= new LazyMap(this.#before.keys(), (key): Compiled => {
      const old = this.#before.get(key) as Compiled;
      const turns = parts.get(key);
      return turns ? { ...old, state: { ...old.state, ipvs: this.#half(turns) } } : old;
    }));
  }

  #half(all: Turns): GeneratedIpvs {
    const { before, after, turns, gone } = all;
    const isPast = (step: number): boolean => this.#timeOf(step, all) <= this.#at;
    const virtualServers = after.virtualServers.flatMap((server): readonly GeneratedVirtualServer[] => {
      const turn = turns.get(server);
      if (!turn || isPast(turn.done)) return [server];
      if (!isPast(turn.made)) return turn.before ? [turn.before] : [];
      return [inTurn(turn, isPast)];
    });
    const there = new Set(virtualServers.map(({ address }) => address));
    const bound = new Set(before.addresses.map(({ address }) => address));
    const addresses = after.addresses.filter(({ address }) => !bound.has(address) && there.has(withoutLength(address)));
    const { timeouts, serversAdded, ipsets } = before;
    return {
      ...(timeouts ? { timeouts } : {}),
      ...(serversAdded ? { serversAdded } : {}),
      virtualServers: [...virtualServers, ...gone],
      addresses: [...before.addresses, ...addresses],
      ipsets,
    };
  }
}

const withoutLength = (address: string): string => address.slice(0, address.lastIndexOf('/'));

function findTurns(before: GeneratedIpvs, after: GeneratedIpvs): Turns {
  const known = new Map(before.virtualServers.map((server) => [virtualServerKey(server), server] as const));
  const turns = new Map<GeneratedVirtualServer, Turn>();
  let done = 0;
  for (const server of after.virtualServers) {
    const old = known.get(virtualServerKey(server));
    known.delete(virtualServerKey(server));
    const made = done + PER_PORT;
    done = made + PER_ENDPOINT * server.servers.length;
    if (old !== server) turns.set(server, { ...(old ? { before: old } : {}), after: server, made, done });
  }
  return { before, after, turns, gone: [...known.values()], whole: done };
}

/** When something of it changes: it is made, a server is added, those that left are taken out. */
function listSteps({ turns }: Turns): readonly number[] {
  return [...turns.values()].flatMap(({ made, done, after }) => [
    made,
    ...after.servers.map((_, nth) => made + PER_ENDPOINT * (nth + 1)),
    done,
  ]);
}

/** A virtual server while its real servers are added. */
function inTurn({ before, after, made }: Turn, isPast: (step: number) => boolean): GeneratedVirtualServer {
  const { protocol, address, port, scheduler, flags, timeout, origin } = after;
  const old = before?.servers ?? [];
  const known = new Set(old.map(realServerKey));
  const added = after.servers.filter(
    (server, nth) => !known.has(realServerKey(server)) && isPast(made + PER_ENDPOINT * (nth + 1)),
  );
  return { protocol, address, port, scheduler, flags, timeout, origin, servers: [...old, ...added] };
}
