import { firstInList, type IpvsScheduler } from '../scheduler';

/** Weighted failover: the server of the greatest weight takes all. */
export const fo: IpvsScheduler = {
  name: 'fo',
  reference: 'net/netfilter/ipvs/ip_vs_fo.c',
  schedule: (input) => {
    const most = Math.max(0, ...input.servers.map(({ weight }) => weight));
    return firstInList(
      input,
      input.servers.filter(({ weight }) => weight > 0 && weight === most),
    );
  },
};
