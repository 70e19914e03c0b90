import type { SetKind } from '../types';

/** Addresses with protocol and port. */
export const HASH_IP_PORT: SetKind = {
  type: 'hash:ip,port',
  reference: 'net/netfilter/ipset/ip_set_hash_ipport.c',
  parts: ['ip', 'port'],
};
