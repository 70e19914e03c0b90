import { connectionOverhead, leastLoaded, type IpvsScheduler } from '../scheduler';

/** Weighted least connections. */
export const wlc: IpvsScheduler = {
  name: 'wlc',
  reference: 'net/netfilter/ipvs/ip_vs_wlc.c',
  schedule: (input) => leastLoaded(input, connectionOverhead),
};
