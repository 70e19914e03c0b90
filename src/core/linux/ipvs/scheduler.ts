import type { Memo } from '../../lib/memo';
import { type Fraction, fraction } from '../../lib/fraction';
import type { Packet } from '../../net/packet';
import type { SchedulerMemory, IpvsService } from './service';
import type { IpAddress } from '../../net/ip';
import { createRng } from '../../lib/random';

/** In a kernel's list, one server stands before others: what a choice among equals showed. */
export interface Precedence {
  readonly first: string;
  readonly others: readonly string[];
}

/** Linear extensions are counted exactly for so many servers; above, servers of unlike knowledge count alike. */
const MOST_COUNTED = 14;

/** All servers that precede a server, by its key, transitively. */
function predecessors(known: readonly Precedence[]): (key: string) => ReadonlySet<string> {
  const direct = new Map<string, string[]>();
  for (const { first, others } of known) {
    for (const other of others) direct.set(other, [...(direct.get(other) ?? []), first]);
  }
  const collect = (key: string, found: Set<string>): Set<string> => {
    for (const before of direct.get(key) ?? []) if (!found.has(before)) collect(before, found.add(before));
    return found;
  };
  return (key) => collect(key, new Set());
}

/** How many orders of all servers agree with who stands before whom: `before[i]` has a bit for each predecessor. */
function countOrders(before: readonly number[]): number {
  const ways = new Float64Array(1 << before.length);
  ways[0] = 1;
  for (let placed = 0; placed < ways.length; placed++) {
    const count = ways[placed] ?? 0;
    if (count === 0) continue;
    for (const [i, mask] of before.entries()) {
      if ((placed & (1 << i)) === 0 && (mask & ~placed) === 0) ways[placed | (1 << i)]! += count;
    }
  }
  return ways.at(-1) ?? 0;
}

/** The odds that each of `able` is the first of `among`, all orders that agree with what is known being alike. */
function oddsOfFirst(
  known: readonly Precedence[],
  able: readonly string[],
  among: readonly string[],
): readonly Fraction[] {
  const alike = able.map(() => fraction(1, able.length));
  const involved = known.flatMap(({ first, others }) => [first, ...others]);
  const unlike = able.some((key) => involved.includes(key)) && able.some((key) => !isAlike(known, key, able[0] ?? ''));
  const keys = [...new Set([...among, ...involved])];
  if (!unlike || keys.length > MOST_COUNTED) return alike;
  const before = predecessors(known);
  const bits = (of: ReadonlySet<string>): number =>
    keys.reduce((mask, key, i) => (of.has(key) ? mask | (1 << i) : mask), 0);
  const masks = keys.map((key) => bits(before(key)));
  const counts = able.map((first) => {
    const bit = 1 << keys.indexOf(first);
    return countOrders(
      masks.map((mask, i) => (keys[i] !== first && among.includes(keys[i] ?? '') ? mask | bit : mask)),
    );
  });
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => fraction(count, total));
}

/** Nothing that is known tells the two apart. */
function isAlike(known: readonly Precedence[], a: string, b: string): boolean {
  return known.every(({ first, others }) => first !== a && first !== b && others.includes(a) === others.includes(b));
}

/**
 * The one of `among` (candidates in the order of the service) that comes first in the kernel's list. Where nobody
 * told the order of the list it is drawn, all orders being alike that agree with what was drawn before, and remembered.
 */
export function firstInList(input: ScheduleInput, among: readonly SchedulableServer[]): SchedulableServer | undefined {
  if (among.length < 2 || !input.service.unordered) return among[0];
  const { memory } = input;
  const known = memory.precedes ?? [];
  const before = predecessors(known);
  const keys = among.map(({ key }) => key);
  const able = among.filter(({ key }) => {
    const others = before(key);
    return !keys.some((other) => others.has(other));
  });
  if (able.length < 2) return able[0];
  const chosen =
    able[
      input.draw(
        oddsOfFirst(
          known,
          able.map(({ key }) => key),
          keys,
        ),
      )
    ];
  if (chosen) memory.precedes = [...known, { first: chosen.key, others: keys.filter((key) => key !== chosen.key) }];
  return chosen;
}

/** The server at a position of the list (0: its first). In a list of unknown order, any that has no position yet. */
export function atPosition(
  { service, servers, memory, draw }: ScheduleInput,
  position: number,
): SchedulableServer | undefined {
  if (!service.unordered) return servers[position];
  const known = memory.places.get(position);
  if (known !== undefined) return servers.find(({ key }) => key === known);
  const placed = new Set(memory.places.values());
  const free = servers.filter(({ key }) => !placed.has(key));
  const chosen = free.length > 1 ? free[draw(free.map(() => fraction(1, free.length)))] : free[0];
  if (chosen) memory.places.set(position, chosen.key);
  return chosen;
}

/** All orders of so many servers are tried, or so many of more servers. */
const MOST_PERMUTED = 5;
const ORDERS_TRIED = 60;

/** The orders a list of `count` may have, as indices: all of them, or some where they are too many. */
export function possibleOrders(count: number): readonly (readonly number[])[] {
  const indices = Array.from({ length: count }, (_, i) => i);
  if (count <= MOST_PERMUTED) return permutations(indices);
  const rng = createRng(count);
  return Array.from({ length: ORDERS_TRIED }, () => {
    const order = [...indices];
    for (let i = order.length - 1; i > 0; i--) {
      const other = rng.below(i + 1);
      [order[i], order[other]] = [order[other] ?? 0, order[i] ?? 0];
    }
    return order;
  });
}

function permutations(items: readonly number[]): number[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}

/**
 * Hash tables of a service, one for each order in which its servers may have been added: each gives the index in
 * `service.servers` that owns a place of the table. The order decides who owns a place, and no listing shows it.
 */
export type PossibleTables = readonly ((place: number) => number)[];

/**
 * The server that owns a place of a table which was filled in the list's order. Where several orders are possible
 * the owner is drawn from those that agree with the places known already; where not all of them were tried, it is
 * one of those found, with odds nobody knows.
 */
export function findOwner(input: ScheduleInput, tables: PossibleTables, place: number): SchedulableServer | undefined {
  const { servers, memory } = input;
  const known = memory.places.get(place);
  if (known !== undefined) return servers.find(({ key }) => key === known);
  const agreeing = tables.filter((owner) =>
    [...memory.places].every(([other, key]) => servers[owner(other)]?.key === key),
  );
  const counts = new Map<number, number>();
  for (const owner of agreeing.length > 0 ? agreeing : tables) {
    counts.set(owner(place), (counts.get(owner(place)) ?? 0) + 1);
  }
  const owners = [...counts.keys()].sort((a, b) => a - b);
  const chosen = servers[owners.length > 1 ? (owners[decide(input, owners, counts)] ?? 0) : (owners[0] ?? 0)];
  if (chosen && tables.length > 1) memory.places.set(place, chosen.key);
  return chosen;
}

function decide(input: ScheduleInput, owners: readonly number[], counts: ReadonlyMap<number, number>): number {
  if (input.servers.length > MOST_PERMUTED) return input.oneOf(owners.length);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return input.draw(owners.map((owner) => fraction(counts.get(owner) ?? 0, total)));
}

const GOLDEN_RATIO_32 = 0x61c88647;

/** The high bits of a product (include/linux/hash.h `hash_32`; ip_vs_sh.c and its like use it since 4.18). */
export function hash32(value: number, bits: number): number {
  return Math.imul(value, GOLDEN_RATIO_32) >>> (32 - bits);
}

/** The four words of an IPv6 address folded into one. */
export function foldAddress({ words }: IpAddress): number {
  return words.reduce((folded, word) => (folded ^ word) >>> 0, 0);
}

const MASK = (1n << 64n) - 1n;
const rotate = (word: bigint, by: bigint): bigint => ((word << by) | (word >> (64n - by))) & MASK;

type Four = [bigint, bigint, bigint, bigint];

function round([a, b, c, d]: Four): Four {
  a = (a + b) & MASK;
  b = rotate(b, 13n) ^ a;
  a = rotate(a, 32n);
  c = (c + d) & MASK;
  d = rotate(d, 16n) ^ c;
  a = (a + d) & MASK;
  d = rotate(d, 21n) ^ a;
  c = (c + b) & MASK;
  b = rotate(b, 17n) ^ c;
  c = rotate(c, 32n);
  return [a, b, c, d];
}

/**
 * SipHash-1-3 of one 32-bit word, cut to 32 bits: `hsiphash_1u32` of a 64-bit kernel (lib/siphash.c).
 */
export function hsiphash(word: number, [key0, key1]: readonly [bigint, bigint]): number {
  const last = (4n << 56n) | BigInt(word >>> 0);
  let state: Four = [
    0x736f6d6570736575n ^ key0,
    0x646f72616e646f6dn ^ key1,
    0x6c7967656e657261n ^ key0,
    0x7465646279746573n ^ key1 ^ last,
  ];
  state = round(state);
  state = [state[0] ^ last, state[1], state[2] ^ 0xffn, state[3]];
  for (let i = 0; i < 3; i++) state = round(state);
  return Number((state[0] ^ state[1] ^ state[2] ^ state[3]) & 0xffffffffn);
}

/** A real server as a scheduler sees it (struct ip_vs_dest). */
export interface SchedulableServer {
  readonly key: string;
  readonly weight: number;
  /** The last weight that was not 0. */
  readonly lastWeight: number;
  readonly active: number;
  readonly inactive: number;
}

export interface ScheduleInput {
  readonly memo?: Memo;
  readonly service: IpvsService;
  /** All servers of the service, in the order of the kernel's list. */
  readonly servers: readonly SchedulableServer[];
  readonly packet: Packet;
  readonly memory: SchedulerMemory;
  /** Milliseconds. */
  readonly now: number;
  /** Milliseconds lblc and lblcr keep what was not used (`net.ipv4.vs.lblcr_expiration`). */
  readonly expiration: number;
  /** Draws a branch by odds, which sum to 1, where the known past does not decide. */
  readonly draw: (odds: readonly Fraction[]) => number;
  /** One of so many, and nobody knows with which odds. */
  readonly oneOf: (branches: number) => number;
}

/** A scheduling module. One file each in schedulers/, listed once in schedulers/index.ts. */
export interface IpvsScheduler {
  readonly name: string;
  /** The kernel file imitated. */
  readonly reference: string;
  /** The server for a new connection; undefined: none takes it. */
  readonly schedule: (input: ScheduleInput) => SchedulableServer | undefined;
}

/** 256 times the active connections and the inactive ones (`ip_vs_dest_conn_overhead`). */
export function connectionOverhead({ active, inactive }: SchedulableServer): number {
  return active * 256 + inactive;
}

/**
 * The server with the smallest cost for its weight; weight 0 takes nothing. Fractions are compared by
 * multiplying, as ip_vs_wlc.c does. Among equals it is the first of the list.
 */
export function leastLoaded(
  input: ScheduleInput,
  cost: (server: SchedulableServer) => number,
  weighted = true,
): SchedulableServer | undefined {
  const able = input.servers.filter(({ weight }) => weight > 0);
  const [first, ...others] = able;
  if (!first) return undefined;
  const product = (a: SchedulableServer, b: SchedulableServer): number => cost(a) * (weighted ? b.weight : 1);
  const least = others.reduce((best, server) => (product(server, best) < product(best, server) ? server : best), first);
  const equals = able.filter((server) => product(server, least) === product(least, server));
  return firstInList(input, equals);
}

/** The first server of the list that does nothing (`ip_vs_nq_schedule`). */
export function firstIdle(input: ScheduleInput): SchedulableServer | undefined {
  return firstInList(
    input,
    input.servers.filter(({ weight, active }) => weight > 0 && active === 0),
  );
}

/** Overloaded, while another is less than half busy (`is_overloaded` of ip_vs_lblc.c). */
export function isOverloaded(server: SchedulableServer, servers: readonly SchedulableServer[]): boolean {
  return server.active > server.weight && servers.some(({ active, weight }) => active * 2 < weight);
}

const BY_TURNS: ReadonlySet<string> = new Set(['rr', 'wrr']);

/**
 * Does a scheduler go round its servers (net/netfilter/ipvs/ip_vs_rr.c, ip_vs_wrr.c)? Then what its odds say is the share of
 * each in all connections: nothing is drawn. `name`: as `ipvsadm -s` takes it.
 */
export function goesByTurns(name: string): boolean {
  return BY_TURNS.has(name);
}
