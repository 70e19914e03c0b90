import { firstInList, type IpvsScheduler } from '../scheduler';

/** Overflow: the server of the greatest weight among those with no more active connections than their weight. */
export const ovf: IpvsScheduler = {
  name: 'ovf',
  reference: 'net/netfilter/ipvs/ip_vs_ovf.c',
  schedule: (input) => {
    const able = input.servers.filter(({ weight, active }) => weight > 0 && active <= weight);
    const most = Math.max(0, ...able.map(({ weight }) => weight));
    return firstInList(
      input,
      able.filter(({ weight }) => weight === most),
    );
  },
};
