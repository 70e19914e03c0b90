import { fraction } from '../../lib/fraction';
import { jhash2 } from '../conntrack/nat';
import { hasPorts, protocolNumber, type Packet } from '../../net/packet';
import type { IpAddress } from '../../net/ip';
import { addressKey, type ProgramRun } from './host';
import type { LbBackend, LbService } from './lb-maps';
import { maglevTable } from './maglev';
import { readMaglevSeed } from './maglev-seed';

/** A backend, and how it came to be it. */
export interface ChosenBackend {
  readonly backend: LbBackend;
  readonly by: 'connection' | 'affinity' | 'random' | 'maglev';
  /** `1/3`, where it was drawn among several. */
  readonly odds?: string;
}

/** The client that affinity is kept for: an address, or the network namespace of a socket. */
export interface AffinityClient {
  readonly key: string;
}

/** The client of packets from outside. */
export function clientOfAddress(address: IpAddress): AffinityClient {
  return { key: addressKey(address) };
}

/** The backend a client had last, if its time is not over and the backend may still be used. */
function remembered({ host, state }: ProgramRun, service: LbService, client: AffinityClient): LbBackend | undefined {
  const known = state.affinity.get(`${service.id} ${client.key}`);
  if (!known || known.lastUsed + service.affinityTimeout <= state.now) return undefined;
  if (!host.maps.hasAffinityMatch(service.id, known.backendId)) return undefined;
  return host.maps.backend(known.backendId);
}

/** One of the slots that take new connections, drawn alike (`lb4_select_backend_id_random`). */
function drawn({ host, decide }: ProgramRun, service: LbService): ChosenBackend | undefined {
  const { count, slots } = service;
  const probabilities = Array.from({ length: count }, () => fraction(1, count));
  const where = `${host.name} slot`;
  const slot = count === 1 ? 0 : decide({ kind: 'random', where, probabilities });
  const backend = host.maps.backend(slots[slot]?.backendId ?? 0);
  return backend && { backend, by: 'random', ...(count > 1 ? { odds: `1/${count}` } : {}) };
}

/** Words of an address as a little-endian machine reads them from memory. */
const inMemory = (word: number): number =>
  (((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)) >>> 0;
const port16 = (port: number): number => ((port & 0xff) << 8) | (port >>> 8);

/** Index into the Maglev table: a hash of the client and of both ports, not of the frontend's address (`hash_from_tuple_v4`). */
export function maglevIndex(packet: Packet, hasAffinity: boolean, seed: number, size: number): number {
  const { src, l4 } = packet;
  if (!hasPorts(l4)) return 0;
  const ports = ((port16(l4.dport) << 16) | (hasAffinity ? 0 : port16(l4.sport))) >>> 0;
  return jhash2([...src.words.map(inMemory), ports, protocolNumber(l4)], seed) % size;
}

/** IPv4: three words. IPv6 hashes other words, which were not read: any place, then. */
function byTable(run: ProgramRun, service: LbService, packet: Packet): ChosenBackend | undefined {
  const { host } = run;
  const { size, seed: text } = host.settings.maglev;
  const seed = readMaglevSeed(text);
  const ids = host.maps.maglev(service.id);
  if (!ids || !seed.ok || packet.family === 'ipv6') return drawn(run, service);
  const backends = ids.flatMap((id) => host.maps.backend(id) ?? []).map((backend) => ({ backend, weight: 1 }));
  const index = maglevIndex(packet, service.affinityTimeout > 0, seed.value.jhash4, size);
  const backend = host.maps.backend(maglevTable(backends, size, seed.value)[index] ?? 0);
  return backend && { backend, by: 'maglev' };
}

/**
 * A backend for a new connection: the client's own while affinity lasts, else drawn or found in the table
 * (bpf/lib/lb.h `lb4_local`). Undefined: the frontend has none. `packet` absent: a socket asks, which never uses tables.
 */
export function chooseBackend(
  run: ProgramRun,
  service: LbService,
  client: AffinityClient,
  packet?: Packet,
): ChosenBackend | undefined {
  if (service.count === 0) return undefined;
  const keeps = service.flags.includes('sessionAffinity');
  const known = keeps ? remembered(run, service, client) : undefined;
  const algorithm = service.algorithm === 'undef' ? run.host.settings.algorithm : service.algorithm;
  const fresh = (): ChosenBackend | undefined =>
    packet && algorithm === 'maglev' ? byTable(run, service, packet) : drawn(run, service);
  const chosen: ChosenBackend | undefined = known ? { backend: known, by: 'affinity' } : fresh();
  if (chosen && keeps) {
    run.state.affinity.set(`${service.id} ${client.key}`, { backendId: chosen.backend.id, lastUsed: run.state.now });
  }
  return chosen;
}
