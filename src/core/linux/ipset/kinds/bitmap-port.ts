import type { SetKind } from '../ip-set';

/** Ports of one range, a bit each. */
export const BITMAP_PORT: SetKind = {
  type: 'bitmap:port',
  reference: 'net/netfilter/ipset/ip_set_bitmap_port.c',
  parts: ['port'],
  barePorts: true,
};
