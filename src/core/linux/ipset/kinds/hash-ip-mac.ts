import type { SetKind } from '../ip-set';

/** Addresses with their link-layer address. */
export const HASH_IP_MAC: SetKind = {
  type: 'hash:ip,mac',
  reference: 'net/netfilter/ipset/ip_set_hash_ipmac.c',
  parts: ['ip', 'mac'],
};
