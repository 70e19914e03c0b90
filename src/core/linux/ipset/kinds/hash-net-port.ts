import type { SetKind } from '../ip-set';

/** Networks with protocol and port. */
export const HASH_NET_PORT: SetKind = {
  type: 'hash:net,port',
  reference: 'net/netfilter/ipset/ip_set_hash_netport.c',
  parts: ['net', 'port'],
};
