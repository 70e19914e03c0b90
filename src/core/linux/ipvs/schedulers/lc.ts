import { connectionOverhead, leastLoaded, type IpvsScheduler } from '../scheduler';

/** Least connections; weights only matter if they are 0. */
export const lc: IpvsScheduler = {
  name: 'lc',
  reference: 'net/netfilter/ipvs/ip_vs_lc.c',
  schedule: (input) => leastLoaded(input, connectionOverhead, false),
};
