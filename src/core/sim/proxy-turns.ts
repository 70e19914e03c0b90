import type { ProxyMemory } from '../linux/state';

/** The time limits of kube-proxy's attempts to reach an endpoint, in milliseconds; each asks {@link takeTurn} again. */
export const DIAL_TIMEOUTS: readonly number[] = [250, 500, 1000, 2000];

/** What a choice depends on besides what is remembered. */
interface Asking {
  /** In the order they are taken. */
  readonly endpoints: readonly string[];
  /** Seconds a client address stays with its endpoint; absent: no affinity. */
  readonly affinitySeconds?: number | undefined;
  /** The client's address, without its port. */
  readonly client: string;
  /** Milliseconds. */
  readonly now: number;
  /** A connection to the last choice failed: affinity does not count. */
  readonly reset?: boolean;
  /** They do not take turns: each time it is not known who is chosen. */
  readonly isHashed?: boolean | undefined;
  /** Says whose turn it is where nobody can know. */
  readonly draw: (count: number) => number;
}

interface Turn {
  readonly endpoint: string;
  /** The client was sent there before. */
  readonly kept: boolean;
}

/** The endpoint of the next connection (pkg/proxy/userspace/roundrobin.go `NextEndpoint`); undefined: there is none. */
export function takeTurn(memory: ProxyMemory, asking: Asking): Turn | undefined {
  const { affinitySeconds, client, now } = asking;
  const endpoints = rememberedEndpoints(memory, asking.endpoints);
  const kept = asking.reset ? undefined : findKept(memory, asking);
  const endpoint = kept ?? nextInTurn(memory, endpoints, asking);
  if (endpoint === undefined) return undefined;
  if (affinitySeconds !== undefined) memory.affinity.set(client, { endpoint, lastUsed: now });
  return { endpoint, kept: kept !== undefined };
}

/**
 * The same endpoints in another order change nothing. Of others kube-proxy makes a new order by chance, so nobody
 * knows whose turn it is, and it forgets the clients of what went (`OnEndpointsUpdate`).
 */
function rememberedEndpoints(memory: ProxyMemory, list: readonly string[]): readonly string[] {
  const before = memory.endpoints ?? list;
  const isKnown = (each: string, at: number): boolean => before[at] === each || before.includes(each);
  if (before.length === list.length && list.every(isKnown)) return (memory.endpoints = before);
  delete memory.next;
  for (const [client, { endpoint }] of memory.affinity) if (!list.includes(endpoint)) memory.affinity.delete(client);
  return (memory.endpoints = list);
}

function findKept({ affinity }: ProxyMemory, { affinitySeconds, client, now }: Asking): string | undefined {
  const known = affinitySeconds === undefined ? undefined : affinity.get(client);
  return known && now - known.lastUsed < (affinitySeconds ?? 0) * 1000 ? known.endpoint : undefined;
}

function nextInTurn(memory: ProxyMemory, endpoints: readonly string[], { isHashed, draw }: Asking): string | undefined {
  const count = endpoints.length;
  if (count === 0) return undefined;
  const turn = isHashed ? undefined : memory.next;
  const index = turn === undefined && count > 1 ? draw(count) : (turn ?? 0) % count;
  memory.next = (index + 1) % count;
  return endpoints[index];
}
