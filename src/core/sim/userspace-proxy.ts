import { formatFraction, fraction } from '../lib/fraction';
import { phrase, type PhraseId } from '../lib/phrase';
import type { Socket } from '../linux/namespace';
import type { Netns } from '../linux/netns';
import type { ProxyMemory } from '../linux/state';
import { formatIp, sameIp, type IpAddress } from '../net/ip';
import { isIcmpError } from '../linux/conntrack/tuple';
import { hasPorts, protocolNumber, type L4Header, type Packet, formatEndpoint } from '../net/packet';
import { INITIAL_TTL, makeSkb } from './errors';
import { dialFromCache } from './dns-cache';
import { dialByRequest } from './http-proxy';
import { routeOutput } from './route';
import { type Dialler, type ProxyDial, getState, type Passage, type Pending, type World } from './world';

/** Ports of outgoing connections (net.ipv4.ip_local_port_range). */
const EPHEMERAL = { min: 32_768, size: 28_232 };
/** First sequence number of the proxy's own connections. */
const DIAL_SEQ = 2000;

type Endpoint = NonNullable<Socket['proxy']>['endpoints'][number];

interface Turn {
  readonly endpoint: Endpoint;
  readonly odds?: string;
  readonly kept: boolean;
}

function getMemory(world: World, netns: Netns, socket: Socket): ProxyMemory {
  const { proxies } = getState(world, netns);
  const key = `${socket.proto} ${socket.ip ? formatIp(socket.ip) : ''} ${socket.port}`;
  const known = proxies.get(key);
  if (known) return known;
  const made: ProxyMemory = { affinity: new Map() };
  proxies.set(key, made);
  return made;
}

/** The endpoint of the next connection, with its odds where nobody can know whose turn it is. */
function nextEndpoint(world: World, { netns, socket, client, attempts }: ProxyDial): Turn | undefined {
  const { endpoints = [], affinitySeconds, sharesAffinity, isHashed } = socket.proxy ?? {};
  const names = endpoints.map(({ address, port }) => formatEndpoint(address, port));
  let odds: string | undefined;
  const draw = (count: number): number => {
    const each = fraction(1, count);
    odds = formatFraction(each);
    const where = `${socket.owner} ${socket.proto} ${socket.port}`;
    return world.decide({ kind: 'random', where, probabilities: Array.from({ length: count }, () => each) });
  };
  const { now } = getState(world, netns);
  const who = { client: sharesAffinity ? '' : formatIp(client.src), now, reset: attempts > 0 };
  const turn = takeTurn(getMemory(world, netns, socket), { endpoints: names, affinitySeconds, isHashed, draw, ...who });
  const endpoint = turn && endpoints[names.indexOf(turn.endpoint)];
  return endpoint && { endpoint, kept: turn.kept, ...(odds === undefined ? {} : { odds }) };
}

function sourceTowards(netns: Netns, dst: IpAddress): IpAddress {
  const found = routeOutput(netns, { dst, mark: 0, anySource: false });
  return found.ok ? found.value.src : { family: dst.family, words: dst.words.map(() => 0) };
}

function dialPacket(world: World, { netns, socket }: ProxyDial, { address, port }: Endpoint): Packet {
  const state = getState(world, netns);
  const src = sourceTowards(netns, address);
  const protocol = socket.proto === 'tcp' ? 6 : 17;
  const original = { protocol, src, sport: 0, dst: address, dport: port };
  const sport = state.drawPort({ protocol, original, manip: 'SRC', ...EPHEMERAL });
  const l4: L4Header =
    socket.proto === 'tcp'
      ? { proto: 'tcp', sport, dport: port, flags: { syn: true }, seq: DIAL_SEQ, ack: 0 }
      : { proto: 'udp', sport, dport: port };
  return { family: address.family, src, dst: address, ttl: INITIAL_TTL, l4 };
}

/** The client's connection is accepted before an endpoint is asked, so it can only be closed again. */
function closing(dial: ProxyDial): Pending | undefined {
  const { client, netns } = dial;
  const { l4 } = client;
  dial.over = true;
  if (l4.proto !== 'tcp') return undefined;
  const flags = { fin: true, ack: true };
  const end: L4Header = { proto: 'tcp', sport: l4.dport, dport: l4.sport, flags, seq: 5001, ack: (l4.seq + 1) >>> 0 };
  const packet: Packet = { family: client.family, src: client.dst, dst: client.src, ttl: INITIAL_TTL, l4: end };
  const reason = dial.socket.proxy?.reason
    ? phrase(dial.attempts === 0 ? 'sim.proxy.nobody' : 'sim.proxy.gave-up', { process: dial.socket.owner })
    : phrase(dial.attempts === 0 ? 'userspace.no-endpoints' : 'userspace.gave-up', { attempts: dial.attempts });
  return {
    role: 'error',
    netns,
    skb: makeSkb(packet),
    start: { kind: 'originate', by: dial.socket.owner, bound: true, reason },
  };
}

/** Dialler of each kind that a socket may name, in the place of turns. */
const DIALLERS: Readonly<Record<NonNullable<NonNullable<Socket['proxy']>['dialler']>, Dialler>> = {
  'dns-cache': dialFromCache,
};

function dialNow(world: World, dial: ProxyDial): Pending | undefined {
  const { http, dialler } = dial.socket.proxy ?? {};
  if (http) return dialByRequest(world, dial, dialPacket);
  if (dialler) return DIALLERS[dialler](world, dial, dialPacket);
  const most = dial.socket.proto === 'tcp' ? (dial.socket.proxy?.attempts ?? DIAL_TIMEOUTS.length) : 1;
  const turn = dial.attempts < most ? nextEndpoint(world, dial) : undefined;
  if (!turn) return closing(dial);
  dial.attempts++;
  dial.request = dialPacket(world, dial, turn.endpoint);
  const endpoint = formatEndpoint(turn.endpoint.address, turn.endpoint.port);
  const reason = dial.socket.proxy?.reason ?? phrase(getReason(dial, turn), { endpoint, attempt: dial.attempts });
  const odds = turn.odds ? { odds: turn.odds } : {};
  return {
    role: 'request',
    second: true,
    netns: dial.netns,
    skb: makeSkb(dial.request),
    start: { kind: 'originate', by: dial.socket.owner, bound: false, reason, ...odds },
  };
}

function getReason({ attempts, socket }: ProxyDial, { kept, odds }: Turn): PhraseId {
  if (attempts > 1) return 'userspace.dial-again';
  if (kept) return socket.proxy?.sharesAffinity ? 'userspace.dial-pinned' : 'userspace.dial-affinity';
  if (socket.proxy?.isHashed) return 'userspace.dial-random';
  return odds ? 'userspace.dial-drawn' : 'userspace.dial';
}

/**
 * Next dial of the proxies once no packet is on its way: an endpoint, the next one, or a close; undefined: none has
 * one.
 */
export function nextDial(world: World): Pending | undefined {
  for (const dial of world.dials) {
    if (dial.over) continue;
    const pending = dialNow(world, dial);
    if (pending) return pending;
  }
  return undefined;
}

/** A proxying process got a client's first packet. */
export function accept({ world, netns, skb, leg }: Passage, socket: Socket): void {
  const second = leg.second ? { second: true as const } : {};
  world.dials.push({ netns, socket, client: skb.packet, attempts: 0, over: false, ...second });
}

/** Is it what an own second connection waits for: an answer, a reset, or an ICMP error about it? */
function isAnswerTo(request: Packet, packet: Packet): boolean {
  const asked = isIcmpError(packet.l4) && 'quoted' in packet.l4 ? packet.l4.quoted : undefined;
  if (asked) return sameIp(asked.src, request.src) && samePorts(asked, request, false);
  return sameIp(packet.dst, request.src) && sameIp(packet.src, request.dst) && samePorts(packet, request, true);
}

function samePorts(packet: Packet, request: Packet, turned: boolean): boolean {
  const [a, b] = [packet.l4, request.l4];
  if (!hasPorts(a) || !hasPorts(b) || protocolNumber(a) !== protocolNumber(b)) return false;
  return turned ? a.sport === b.dport && a.dport === b.sport : a.sport === b.sport && a.dport === b.dport;
}

/** The second connection a packet belongs to; its answer counts, a reset or an error does not. */
export function findDial({ world, netns, skb }: Passage): ProxyDial | undefined {
  const dial = world.dials.find(
    ({ netns: own, request }) => own.id === netns.id && request !== undefined && isAnswerTo(request, skb.packet),
  );
  const { l4 } = skb.packet;
  const refused = isIcmpError(l4) || (l4.proto === 'tcp' && l4.flags.rst === true);
  if (dial && !refused) dial.over = true;
  return dial;
}

/** The time limits of kube-proxy's attempts to reach an endpoint, in milliseconds; each asks {@link takeTurn} again. */
export const DIAL_TIMEOUTS: readonly number[] = [250, 500, 1000, 2000];

/** Inputs of a choice besides the proxy's memory. */
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
  /** Endpoints are not taken in turn: each choice is a hash or a draw. */
  readonly isHashed?: boolean | undefined;
  /** Says whose turn it is where nobody can know. */
  readonly draw: (count: number) => number;
}

interface TakenTurn {
  readonly endpoint: string;
  /** The client was sent there before. */
  readonly kept: boolean;
}

/** The endpoint of the next connection (pkg/proxy/userspace/roundrobin.go `NextEndpoint`); undefined: there is none. */
export function takeTurn(memory: ProxyMemory, asking: Asking): TakenTurn | undefined {
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
