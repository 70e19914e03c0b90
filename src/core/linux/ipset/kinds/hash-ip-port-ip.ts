import type { SetKind } from '../ip-set';

/** Address, protocol and port, and a second address. */
export const HASH_IP_PORT_IP: SetKind = {
  type: 'hash:ip,port,ip',
  reference: 'net/netfilter/ipset/ip_set_hash_ipportip.c',
  parts: ['ip', 'port', 'ip'],
};
