import { firstIdle, leastLoaded, type IpvsScheduler } from '../scheduler';

/** Never queue: a server that does nothing, else the shortest expected delay. */
export const nq: IpvsScheduler = {
  name: 'nq',
  reference: 'net/netfilter/ipvs/ip_vs_nq.c',
  schedule: (input) => firstIdle(input) ?? leastLoaded(input, ({ active }) => active + 1),
};
