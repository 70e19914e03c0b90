import type { SetKind } from '../ip-set';

/** Networks with an interface. */
export const HASH_NET_IFACE: SetKind = {
  type: 'hash:net,iface',
  reference: 'net/netfilter/ipset/ip_set_hash_netiface.c',
  parts: ['net', 'iface'],
  firstNetworkOnly: true,
};
