import { hasPorts, type Packet } from '../../../net/packet';
import { foldAddress, hash32 } from '../hash';
import type { Candidate, IpvsScheduler, ScheduleInput } from '../scheduler';

const TABLE_BITS = 8;
const TABLE_SIZE = 1 << TABLE_BITS;

/** 256 places: each server as many in a row as its weight, weight 0 one (`ip_vs_sh_reassign`). */
function placesOf(servers: readonly Candidate[]): readonly Candidate[] {
  const round = servers.flatMap((server) => Array<Candidate>(Math.max(1, server.weight)).fill(server));
  return Array.from({ length: TABLE_SIZE }, (_, i) => round[i % round.length] as Candidate);
}

function hashKey({ src, l4 }: Packet, byPort: boolean): number {
  const port = byPort && hasPorts(l4) ? l4.sport : 0;
  return hash32((port + foldAddress(src)) >>> 0, TABLE_BITS);
}

function find({ service, servers, packet }: ScheduleInput): Candidate | undefined {
  const flags = service.flags ?? [];
  const places = placesOf(servers);
  const key = hashKey(packet, flags.includes('sh-port'));
  const meant = places[key];
  if (!meant || meant.weight > 0) return meant;
  if (!flags.includes('sh-fallback')) return undefined;
  // The search begins at the place itself, and the place is added once more to the key.
  for (let offset = 0; offset < TABLE_SIZE; offset++) {
    const other = places[(key + ((offset + key) % TABLE_SIZE)) % TABLE_SIZE];
    if (other && other.weight > 0) return other;
  }
  return undefined;
}

/** Source hashing: the same client, the same server. */
export const sh: IpvsScheduler = {
  name: 'sh',
  reference: 'net/netfilter/ipvs/ip_vs_sh.c',
  byListOrder: true,
  schedule: (input) => (input.servers.length === 0 ? undefined : find(input)),
};
