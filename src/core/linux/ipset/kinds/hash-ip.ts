import type { SetKind } from '../ip-set';

/** Addresses. */
export const HASH_IP: SetKind = {
  type: 'hash:ip',
  reference: 'net/netfilter/ipset/ip_set_hash_ip.c',
  parts: ['ip'],
};
