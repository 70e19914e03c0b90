import { getMemo } from '../../../lib/memo';
import type { IpAddress } from '../../../net/ip';
import { hasPorts } from '../../../net/packet';
import {
  foldAddress,
  hsiphash,
  type SchedulableServer,
  type IpvsScheduler,
  type ScheduleInput,
  findOwner,
  possibleOrders,
  type PossibleTables,
} from '../scheduler';
import type { IpvsService } from '../service';

/** The table of CONFIG_IP_VS_MH_TAB_INDEX 12, and the most bits a weight may take in it. */
const TABLE_SIZE = 4093;
const WEIGHT_BITS = 6;
/** The keys are constants of the kernel: nothing is drawn. */
const KEY1 = [2654435761n, 2654435761n] as const;
const KEY2 = [2654446892n, 2654446892n] as const;

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

function hashKey(address: IpAddress, port: number, key: readonly [bigint, bigint], offset = 0): number {
  return hsiphash((offset + port + foldAddress(address)) >>> 0, key);
}

/** How often in a row a server takes a place: its weight by the common divisor, cut to 6 bits (`ip_vs_mh_permutate`). */
function listTurns(weights: readonly number[]): number[] {
  const divisor = weights.filter((weight) => weight > 0).reduce(gcd, 0);
  if (divisor === 0) return weights.map(() => 0);
  const bits = 32 - Math.clz32(Math.max(...weights) / divisor);
  const shift = Math.max(0, bits - WEIGHT_BITS);
  return weights.map((weight) => Math.floor(weight / divisor) >> shift || (weight === 0 ? 0 : 1));
}

/** In turn, each server takes the next place of its own order that is free (`ip_vs_mh_populate`); -1: empty. */
function populate(service: IpvsService, weights: readonly number[], order: readonly number[]): Int32Array {
  const table = new Int32Array(TABLE_SIZE).fill(-1);
  const turns = listTurns(weights);
  if (turns.every((count) => count === 0)) return table;
  const places = service.servers.map(({ address, port }) => hashKey(address, port, KEY1) % TABLE_SIZE);
  const skips = service.servers.map(({ address, port }) => (hashKey(address, port, KEY2) % (TABLE_SIZE - 1)) + 1);
  for (let filled = 0; ;) {
    for (const server of order) {
      for (let turn = 0; turn < (turns[server] ?? 0); turn++) {
        let place = places[server] ?? 0;
        while (table[place] !== -1) place = (place + (skips[server] ?? 1)) % TABLE_SIZE;
        places[server] = place;
        table[place] = server;
        if (++filled === TABLE_SIZE) return table;
      }
    }
  }
}

/** The table, or those that the orders a list may have would make. */
function getTables(input: ScheduleInput): PossibleTables {
  const { service, servers } = input;
  return getMemo(input).about(getTables, service, () => {
    const weights = servers.map(({ lastWeight }) => lastWeight);
    const orders = service.unordered ? possibleOrders(weights.length) : [weights.map((_, i) => i)];
    return orders.map((order) => {
      const table = populate(service, weights, order);
      return (place: number) => table[place] ?? -1;
    });
  });
}

function find(input: ScheduleInput): SchedulableServer | undefined {
  const { service, packet } = input;
  const flags = service.flags ?? [];
  const tables = getTables(input);
  const port = flags.includes('mh-port') && hasPorts(packet.l4) ? packet.l4.sport : 0;
  const at = (offset: number): SchedulableServer | undefined =>
    findOwner(input, tables, hashKey(packet.src, port, KEY1, offset) % TABLE_SIZE);
  const meant = at(0);
  if (!meant || meant.weight > 0) return meant;
  if (!flags.includes('mh-fallback')) return undefined;
  const begin = hashKey(packet.src, port, KEY1) % TABLE_SIZE;
  for (let offset = 0; offset < TABLE_SIZE; offset++) {
    const other = at((offset + begin) % TABLE_SIZE);
    if (!other || other.weight > 0) return other;
  }
  return undefined;
}

/** Maglev hashing: a table of 4093 places that changes little when a server comes or goes. */
export const mh: IpvsScheduler = {
  name: 'mh',
  reference: 'net/netfilter/ipvs/ip_vs_mh.c',
  schedule: find,
};
