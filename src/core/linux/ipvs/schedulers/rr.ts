import { fraction } from '../../../lib/fraction';
import type { IpvsScheduler } from '../scheduler';

/** Round robin: the next server of the list that takes connections. Where the list was left is not known at first. */
export const rr: IpvsScheduler = {
  name: 'rr',
  reference: 'net/netfilter/ipvs/ip_vs_rr.c',
  schedule: ({ servers, memory, draw }) => {
    const able = servers.filter(({ weight }) => weight > 0);
    const left = servers.findIndex(({ key }) => key === memory.last);
    const chosen =
      left < 0 && able.length > 1
        ? able[draw(able.map(() => fraction(1, able.length)))]
        : [...servers.slice(left + 1), ...servers.slice(0, left + 1)].find(({ weight }) => weight > 0);
    if (chosen) memory.last = chosen.key;
    return chosen;
  },
};
