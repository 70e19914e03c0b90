import { phrase, type Phrase } from '../lib/phrase';
import type { ProxyMemory } from '../linux/state';
import { formatEndpoint, type L4Header, type Packet } from '../net/packet';
import { INITIAL_TTL, makeSkb } from './errors';
import { getState, type Dialler, type Pending, type ProxyDial, type World } from './world';

/**
 * Dials for a DNS cache (plugins `cache` and `forward` with `force_tcp` of CoreDNS): answers from memory, else asks
 * upstream by TCP, whatever it was asked by; SERVFAIL where nobody answers.
 */
export const dialFromCache: Dialler = (world, dial, makePacket) => {
  const name = world.question?.name ?? '';
  const memory = memoryOf(world, dial);
  const [upstream] = dial.socket.proxy?.endpoints ?? [];
  const { now } = getState(world, dial.netns);
  const isKnown = dial.attempts === 0 && name !== '' && now < (memory.kept?.get(name) ?? 0);
  if (isKnown) return answering(world, dial, knownReason(world, dial, name));
  if (!upstream || dial.attempts > 0) {
    keep(memory, name, undefined);
    return failing(dial, upstream !== undefined);
  }
  dial.attempts++;
  // Of a question nobody asked by name it is not known what is kept.
  if (name !== '') keep(memory, name, now + (dial.socket.proxy?.keptSeconds ?? 0) * 1000);
  const byTcp = { ...dial, socket: { ...dial.socket, proto: 'tcp' as const } };
  const packet = makePacket(world, byTcp, upstream);
  dial.request = packet;
  const reason = phrase('sim.dns-cache.asks', {
    process: dial.socket.owner,
    upstream: formatEndpoint(upstream.address, upstream.port),
  });
  return begun(dial, packet, { role: 'request', second: true, reason });
};

/** One memory for all of its sockets. */
function memoryOf(world: World, { netns, socket }: ProxyDial): ProxyMemory {
  const { proxies } = getState(world, netns);
  const memory = proxies.get(socket.owner) ?? { affinity: new Map() };
  proxies.set(socket.owner, memory);
  return memory;
}

/** Copies of the memory share the map: it is never changed in place. */
function keep(memory: ProxyMemory, name: string, until: number | undefined): void {
  const others = [...(memory.kept ?? [])].filter(([own]) => own !== name);
  memory.kept = new Map(until === undefined ? others : [...others, [name, until]]);
}

function knownReason({ question }: World, { socket }: ProxyDial, name: string): Phrase {
  const answer = String(question?.answer.values?.['answer'] ?? '');
  return phrase('sim.dns-cache.known', { process: socket.owner, name, answer });
}

/** From memory: a datagram; over TCP the connection is there already. */
function answering({ question }: World, dial: ProxyDial, reason: Phrase): Pending | undefined {
  dial.over = true;
  if (dial.client.l4.proto !== 'udp') return undefined;
  return begun(dial, answerTo(dial.client), { role: 'reply', reason, name: question?.name ?? '' });
}

function failing(dial: ProxyDial, isAsked: boolean): Pending {
  dial.over = true;
  const reason = phrase(isAsked ? 'sim.dns-cache.failed' : 'sim.dns-cache.nobody', { process: dial.socket.owner });
  return begun(dial, answerTo(dial.client), { role: 'error', reason });
}

interface DialStep {
  readonly role: Pending['role'];
  readonly second?: true;
  readonly reason: Phrase;
  readonly name?: string;
}

function begun({ netns, socket }: ProxyDial, packet: Packet, { role, second, ...said }: DialStep): Pending {
  const start = { kind: 'originate', by: socket.owner, bound: role !== 'request', ...said } as const;
  return { role, ...(second ? { second } : {}), netns, skb: makeSkb(packet), start };
}

function answerTo({ family, src, dst, l4 }: Packet): Packet {
  const said: L4Header =
    l4.proto === 'tcp'
      ? { ...l4, sport: l4.dport, dport: l4.sport, flags: { ack: true }, seq: 5001, ack: (l4.seq + 1) >>> 0 }
      : l4.proto === 'udp'
        ? { ...l4, sport: l4.dport, dport: l4.sport }
        : l4;
  return { family, src: dst, dst: src, ttl: INITIAL_TTL, l4: said };
}
