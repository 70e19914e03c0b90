import type { SetKind } from '../types';

/** Ports of one range, a bit each. */
export const BITMAP_PORT: SetKind = {
  type: 'bitmap:port',
  reference: 'net/netfilter/ipset/ip_set_bitmap_port.c',
  parts: ['port'],
  barePorts: true,
};
