import type { SetKind } from '../ip-set';

/** Network, protocol and port, and a second network. */
export const HASH_NET_PORT_NET: SetKind = {
  type: 'hash:net,port,net',
  reference: 'net/netfilter/ipset/ip_set_hash_netportnet.c',
  parts: ['net', 'port', 'net'],
};
