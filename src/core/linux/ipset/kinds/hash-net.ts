import type { SetKind } from '../ip-set';

/** Networks; the most specific one an address lies in decides. */
export const HASH_NET: SetKind = {
  type: 'hash:net',
  reference: 'net/netfilter/ipset/ip_set_hash_net.c',
  parts: ['net'],
};
