import type { SetKind } from '../ip-set';

/** Addresses with a packet mark. */
export const HASH_IP_MARK: SetKind = {
  type: 'hash:ip,mark',
  reference: 'net/netfilter/ipset/ip_set_hash_ipmark.c',
  parts: ['ip', 'mark'],
};
