import type { SetKind } from '../ip-set';

/** Pairs of networks. */
export const HASH_NET_NET: SetKind = {
  type: 'hash:net,net',
  reference: 'net/netfilter/ipset/ip_set_hash_netnet.c',
  parts: ['net', 'net'],
};
