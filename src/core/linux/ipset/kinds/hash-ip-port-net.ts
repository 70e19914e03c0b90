import type { SetKind } from '../ip-set';

/** Address, protocol and port, and a network. */
export const HASH_IP_PORT_NET: SetKind = {
  type: 'hash:ip,port,net',
  reference: 'net/netfilter/ipset/ip_set_hash_ipportnet.c',
  parts: ['ip', 'port', 'net'],
};
