import { leastLoaded, type IpvsScheduler } from '../scheduler';

/** Shortest expected delay: (active + 1) / weight. */
export const sed: IpvsScheduler = {
  name: 'sed',
  reference: 'net/netfilter/ipvs/ip_vs_sed.c',
  schedule: (input) => leastLoaded(input, ({ active }) => active + 1),
};
