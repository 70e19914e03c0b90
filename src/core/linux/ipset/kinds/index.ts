import type { SetKind } from '../ip-set';
import { BITMAP_IP } from './bitmap-ip';
import { BITMAP_IP_MAC } from './bitmap-ip-mac';
import { BITMAP_PORT } from './bitmap-port';
import { HASH_IP } from './hash-ip';
import { HASH_IP_MAC } from './hash-ip-mac';
import { HASH_IP_MARK } from './hash-ip-mark';
import { HASH_IP_PORT } from './hash-ip-port';
import { HASH_IP_PORT_IP } from './hash-ip-port-ip';
import { HASH_IP_PORT_NET } from './hash-ip-port-net';
import { HASH_MAC } from './hash-mac';
import { HASH_NET } from './hash-net';
import { HASH_NET_IFACE } from './hash-net-iface';
import { HASH_NET_NET } from './hash-net-net';
import { HASH_NET_PORT } from './hash-net-port';
import { HASH_NET_PORT_NET } from './hash-net-port-net';
import { LIST_SET } from './list-set';

/** Every type of set: one line each. */
export const SET_KINDS: readonly SetKind[] = [
  BITMAP_IP,
  BITMAP_IP_MAC,
  BITMAP_PORT,
  HASH_IP,
  HASH_MAC,
  HASH_IP_MAC,
  HASH_NET,
  HASH_NET_NET,
  HASH_IP_PORT,
  HASH_NET_PORT,
  HASH_IP_PORT_IP,
  HASH_IP_PORT_NET,
  HASH_NET_PORT_NET,
  HASH_NET_IFACE,
  HASH_IP_MARK,
  LIST_SET,
];

const BY_TYPE: ReadonlyMap<string, SetKind> = new Map(SET_KINDS.map((kind) => [kind.type, kind] as const));

/** The type of a set by its name; undefined for types nobody here knows. */
export function findKind(type: string): SetKind | undefined {
  return BY_TYPE.get(type);
}
