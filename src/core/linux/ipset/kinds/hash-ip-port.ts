import type { SetKind } from '../ip-set';

/** Addresses with protocol and port. */
export const HASH_IP_PORT: SetKind = {
  type: 'hash:ip,port',
  reference: 'net/netfilter/ipset/ip_set_hash_ipport.c',
  parts: ['ip', 'port'],
};
