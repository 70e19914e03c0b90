import { phrase } from '../../../lib/phrase';
import { formatIp } from '../../../net/ip';
import type { FoundService } from '../../../paste/pasted-types';
import type { Check, Finding, LintInput } from '../finding';

type Listed = NonNullable<LintInput['connections']>[number];

const placeText = (address: string, port: number): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

/** Where packets of the connection are sent, and whether the Service has it. */
function leadsTo({ entry: { reply } }: Listed): string {
  return placeText(formatIp(reply.src), reply.sport);
}

function isFor({ original }: Listed, { address, external = [], port, protocol }: FoundService): boolean {
  return original.port === port && original.protocol === protocol && [address, ...external].includes(original.to);
}

/** Are all endpoints told, so that one that is not among them is none? */
function isKnown({ endpoints, refused }: FoundService): boolean {
  return refused !== undefined || (endpoints.length > 0 && endpoints.every((place) => /:\d+$/.test(place)));
}

/**
 * Connections of a Service that lead elsewhere than to its endpoints: rules are not asked for a connection that is
 * known (`nf_nat_inet_fn`), so its packets go on there. kube-proxy deletes those of UDP when an endpoint goes
 * (pkg/proxy/conntrack/cleanup.go); TCP ends by itself.
 */
export const STALE_CONNECTION: Check = {
  id: 'stale-connection',
  find: ({ connections = [], services = [] }) =>
    services.filter(isKnown).flatMap((service): Finding[] => {
      const stale = connections.filter(
        (each) => each.by === 'conntrack' && isFor(each, service) && !service.endpoints.includes(leadsTo(each)),
      );
      const [first] = stale;
      if (!first) return [];
      const { original } = first;
      const values = {
        name: service.name,
        count: stale.length,
        from: placeText(original.from, original.sourcePort),
        to: placeText(original.to, original.port),
        leads: leadsTo(first),
      };
      const severity = service.protocol === 'udp' ? 'warning' : 'info';
      const command = `conntrack -D -p ${original.protocol} --orig-dst ${original.to} --orig-port-dst ${original.port}`;
      const next = phrase('lint.next.stale-connection', { command });
      return [{ id: 'stale-connection', severity, message: phrase('lint.stale-connection', values), next, places: [] }];
    }),
};
