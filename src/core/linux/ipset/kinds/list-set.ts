import type { SetKind } from '../ip-set';

/** Sets, asked in order. */
export const LIST_SET: SetKind = {
  type: 'list:set',
  reference: 'net/netfilter/ipset/ip_set_list_set.c',
  parts: [],
};
