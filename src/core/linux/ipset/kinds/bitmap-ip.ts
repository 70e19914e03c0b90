import type { SetKind } from '../ip-set';

/** Addresses of one range, a bit each. */
export const BITMAP_IP: SetKind = {
  type: 'bitmap:ip',
  reference: 'net/netfilter/ipset/ip_set_bitmap_ip.c',
  parts: ['ip'],
};
