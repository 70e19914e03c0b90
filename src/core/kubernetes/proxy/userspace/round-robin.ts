import { createRng } from '../../../lib/random';

/** A client that was sent somewhere. */
interface Sticky {
  readonly endpoint: string;
  /** Milliseconds. */
  readonly lastUsed: number;
}

/** What the balancer of one service port remembers (pkg/proxy/userspace/roundrobin.go). Values: a step gives a new one. */
export interface Balancer {
  /** In the order they are taken. */
  readonly endpoints: readonly string[];
  /** Whose turn it is. */
  readonly index: number;
  /** Seconds a client address stays with its endpoint; absent: no affinity. */
  readonly affinitySeconds?: number | undefined;
  /** By client address. */
  readonly affinity: ReadonlyMap<string, Sticky>;
}

/** A choice, and what is remembered after it. */
export interface Choice {
  readonly endpoint: string;
  readonly balancer: Balancer;
}

/** What a choice depends on besides the balancer. */
export interface Asking {
  /** The client's address, without its port. */
  readonly client: string;
  /** Milliseconds. */
  readonly now: number;
  /** A connection to the last choice failed: affinity does not count. */
  readonly reset?: boolean;
}

/** The time limits of the attempts to reach an endpoint, in milliseconds; each asks {@link next} again. */
export const DIAL_TIMEOUTS: readonly number[] = [250, 500, 1000, 2000];

/** A balancer without endpoints. */
export function newBalancer(affinitySeconds?: number): Balancer {
  return { endpoints: [], index: 0, affinitySeconds, affinity: new Map() };
}

/**
 * Takes a new list of endpoints. The same ones in another order change nothing; else they are
 * shuffled, the first is next, and clients of endpoints that came or went are forgotten.
 */
export function setEndpoints(balancer: Balancer, list: readonly string[], seed: number): Balancer {
  const [old, fresh] = [new Set(balancer.endpoints), new Set(list)];
  const isSame = old.size === fresh.size && list.every((endpoint) => old.has(endpoint));
  if (isSame) return balancer;
  const stays = ([, { endpoint }]: readonly [string, Sticky]): boolean => old.has(endpoint) === fresh.has(endpoint);
  const affinity = new Map([...balancer.affinity].filter(stays));
  return { ...balancer, endpoints: shuffled(list, seed), index: 0, affinity };
}

/** The endpoint of the next connection; undefined: there is none, the connection is closed. */
export function next(balancer: Balancer, { client, now, reset = false }: Asking): Choice | undefined {
  const { endpoints, index, affinitySeconds, affinity } = balancer;
  const chosen = endpoints[index];
  if (chosen === undefined) return undefined;
  const known = affinitySeconds === undefined || reset ? undefined : affinity.get(client);
  if (known && affinitySeconds !== undefined && now - known.lastUsed < affinitySeconds * 1000) {
    return { endpoint: known.endpoint, balancer: remember(balancer, client, known.endpoint, now) };
  }
  const turned = { ...balancer, index: (index + 1) % endpoints.length };
  return { endpoint: chosen, balancer: affinitySeconds === undefined ? turned : remember(turned, client, chosen, now) };
}

/** Forgets clients whose time is over: what a sync does. */
export function forgetStale(balancer: Balancer, now: number): Balancer {
  const { affinitySeconds = 0, affinity } = balancer;
  const kept = [...affinity].filter(([, { lastUsed }]) => now - lastUsed < affinitySeconds * 1000);
  return kept.length === affinity.size ? balancer : { ...balancer, affinity: new Map(kept) };
}

function remember(balancer: Balancer, client: string, endpoint: string, lastUsed: number): Balancer {
  return { ...balancer, affinity: new Map(balancer.affinity).set(client, { endpoint, lastUsed }) };
}

/** A list in an order drawn from a seed (kube-proxy: at random). */
export function shuffled(list: readonly string[], seed: number): string[] {
  const rng = createRng(seed);
  const order = [...list];
  for (let last = order.length - 1; last > 0; last--) {
    const other = rng.below(last + 1);
    [order[last], order[other]] = [order[other] as string, order[last] as string];
  }
  return order;
}
