import { phrase } from '../../../lib/phrase';
import { virtualName } from '../../diff/diff-rulesets';
import type { Check, Finding } from '../finding';

/** Virtual servers that have nobody to send a connection to: ip_vs_schedule finds no destination and refuses. */
export const NO_REAL_SERVERS: Check = {
  id: 'no-real-servers',
  find: ({ ipvs }) =>
    (ipvs?.services ?? []).flatMap((service): Finding[] => {
      const { servers } = service;
      if (servers.some(({ weight }) => weight > 0)) return [];
      const server = virtualName(service);
      const message =
        servers.length === 0
          ? phrase('lint.no-real-servers', { server })
          : phrase('lint.no-weight', { server, count: servers.length });
      const places = [{ table: 'ipvs' as const, chain: server }];
      return [{ id: 'no-real-servers', severity: 'warning', message, places }];
    }),
};
