import type { SetKind } from '../ip-set';

/** Addresses of one range, each with the link-layer address it may have. */
export const BITMAP_IP_MAC: SetKind = {
  type: 'bitmap:ip,mac',
  reference: 'net/netfilter/ipset/ip_set_bitmap_ipmac.c',
  parts: ['ip', 'mac'],
  lastOptional: true,
};
