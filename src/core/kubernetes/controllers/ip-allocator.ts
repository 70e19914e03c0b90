import { bitsOf } from '../../net/ip';
import { addressAt, type AddressPool } from './address-pool';
import { pickOffset, type Bands } from './bands';

/** By convention kube-dns has the tenth address of the range (kubeadm). */
const DNS_OFFSET = 10;

/**
 * The bands of a `--service-cluster-ip-range` (pkg/registry/core/service/ipallocator,
 * calculateRangeOffset): the first min(max(16, size/16), 256) addresses are left for addresses
 * people choose; none in ranges of 16 or fewer. The network address and IPv4's broadcast address
 * are never used.
 */
export function clusterIPBands(pool: AddressPool): Bands {
  const size = pool.size;
  const offset = size <= 16 ? 0 : Math.min(Math.max(16, Math.floor(size / 16)), 256);
  const end = bitsOf(pool.family) === 32 ? size - 1 : size;
  return { first: 1, dynamic: Math.min(1 + offset, end), end };
}

/** A free clusterIP for a Service (`namespace/name`); undefined when the range is full. */
export function allocateClusterIP(
  pool: AddressPool,
  used: ReadonlySet<string>,
  service: string,
  seed: number,
): string | undefined {
  const isFree = (offset: number): boolean => !used.has(addressAt(pool, offset));
  const fixed = service === 'kube-system/kube-dns' ? DNS_OFFSET : undefined;
  if (fixed !== undefined && fixed < pool.size && isFree(fixed)) return addressAt(pool, fixed);
  const offset = pickOffset(clusterIPBands(pool), isFree, seed, `clusterIP ${pool.family} ${service}`);
  return offset === undefined ? undefined : addressAt(pool, offset);
}

/** The address of `default/kubernetes`: the first of the range. */
export function kubernetesIP(pool: AddressPool): string {
  return addressAt(pool, 1);
}
