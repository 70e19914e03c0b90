import type { SetKind } from '../ip-set';

/** Link-layer addresses. */
export const HASH_MAC: SetKind = {
  type: 'hash:mac',
  reference: 'net/netfilter/ipset/ip_set_hash_mac.c',
  parts: ['mac'],
};
