import { hasPorts, type Packet } from '../../../net/packet';
import {
  foldAddress,
  hash32,
  type SchedulableServer,
  type IpvsScheduler,
  type ScheduleInput,
  atPosition,
  findOwner,
  possibleOrders,
} from '../scheduler';

const TABLE_BITS = 8;
const TABLE_SIZE = 1 << TABLE_BITS;

/** 256 places: each server as many in a row as its weight, weight 0 one (`ip_vs_sh_reassign`). */
function owners(input: ScheduleInput): (place: number) => SchedulableServer | undefined {
  const turns = input.servers.map(({ weight }) => Math.max(1, weight));
  const [each = 1] = turns;
  const count = turns.length;
  if (turns.every((turn) => turn === each)) return (place) => atPosition(input, Math.floor(place / each) % count);
  const orders = input.service.unordered ? possibleOrders(count) : [turns.map((_, i) => i)];
  const tables = orders.map((order) => {
    const round = order.flatMap((i) => Array<number>(turns[i] ?? 1).fill(i));
    return (place: number) => round[place % round.length] ?? 0;
  });
  return (place) => findOwner(input, tables, place);
}

function hashKey({ src, l4 }: Packet, byPort: boolean): number {
  const port = byPort && hasPorts(l4) ? l4.sport : 0;
  return hash32((port + foldAddress(src)) >>> 0, TABLE_BITS);
}

function find(input: ScheduleInput): SchedulableServer | undefined {
  const flags = input.service.flags ?? [];
  const owner = owners(input);
  const key = hashKey(input.packet, flags.includes('sh-port'));
  const meant = owner(key);
  if (!meant || meant.weight > 0) return meant;
  if (!flags.includes('sh-fallback')) return undefined;
  // The search begins at the place itself, and the place is added once more to the key.
  for (let offset = 0; offset < TABLE_SIZE; offset++) {
    const other = owner((key + ((offset + key) % TABLE_SIZE)) % TABLE_SIZE);
    if (other && other.weight > 0) return other;
  }
  return undefined;
}

/** Source hashing: the same client, the same server. */
export const sh: IpvsScheduler = {
  name: 'sh',
  reference: 'net/netfilter/ipvs/ip_vs_sh.c',
  schedule: (input) => (input.servers.length === 0 ? undefined : find(input)),
};
