import { phrase } from '../../lib/phrase';
import type { IpvsService, IpvsTable } from '../../linux/ipvs/service';
import { formatIp, makeCidr, sameIp, contains } from '../../net/ip';
import { formatEndpoint } from '../../net/packet';
import { protocolName } from '../../linux/xtables/syntax/protocols';
import type { FoundService } from '../../paste/pasted-types';
import type { EvidenceFinding } from './evidence-finding';
import { quoteWords } from './quoted-words';

const listServers = ({ servers }: IpvsService): readonly string[] =>
  servers.map(({ address, port }) => formatEndpoint(address, port));

const writeTitle = ({ address, port, fwmark, protocol }: IpvsService): string =>
  address && port !== undefined ? `${formatEndpoint(address, port)}/${protocolName(protocol ?? 0)}` : `FWM ${fwmark}`;

const listWords = ({ address, port }: IpvsService): readonly string[] =>
  address && port !== undefined ? [formatEndpoint(address, port)] : [];

/** More virtual servers are compared with none. */
const MOST_SERVICES = 400;

/**
 * Findings that a listing of virtual servers proves by itself: one that has only some of the servers another has for the same
 * thing, and one whose address is of its servers' own network, which kube-proxy gives to no ClusterIP.
 */
export function findOfServers({ services }: IpvsTable, found: readonly FoundService[]): readonly EvidenceFinding[] {
  const own = services.slice(0, MOST_SERVICES);
  return [
    ...own.flatMap((service) => findFewer(service, own)),
    ...own.flatMap((service) => findForeign(service, found)),
    ...own.flatMap(findIdle),
  ];
}

function findFewer(service: IpvsService, all: readonly IpvsService[]): readonly EvidenceFinding[] {
  const servers = new Set(listServers(service));
  const fuller = all.find((other) => {
    const theirs = listServers(other);
    const shared = theirs.filter((server) => servers.has(server));
    return other !== service && shared.length > 0 && shared.length === servers.size && theirs.length > servers.size;
  });
  if (!fuller) return [];
  const missing = listServers(fuller).filter((server) => !servers.has(server));
  return [
    {
      id: 'fewer-servers',
      severity: 'warning',
      says: phrase('evidence.fewer-servers', {
        name: writeTitle(service),
        count: servers.size,
        other: writeTitle(fuller),
        total: fuller.servers.length,
        missing: quoteWords(missing),
      }),
      next: phrase('evidence.next.fewer-servers', { name: writeTitle(service) }),
      words: listWords(service),
    },
  ];
}

/** Longest prefix of a network in which hosts are each other's neighbours here. */
const NEIGHBOURS = { ipv4: 24, ipv6: 64 } as const;

/** A Service's name, and not the place of a virtual server that nothing names (`10.96.0.1:443/tcp`). */
const NAMESPACED = /^[^:[/]+\//;

function findForeign(service: IpvsService, found: readonly FoundService[]): readonly EvidenceFinding[] {
  const { address, port, servers } = service;
  if (!address || servers.length === 0) return [];
  const text = formatIp(address);
  const near = makeCidr(address, NEIGHBOURS[address.family]);
  const isBeside = servers.every((server) => contains(near, server.address) && server.port === port);
  const isTold = found.some(
    (each) => NAMESPACED.test(each.name) && [each.address, ...(each.external ?? [])].includes(text),
  );
  if (!isBeside || isTold || servers.some((server) => sameIp(server.address, address))) return [];
  return [
    {
      id: 'foreign-server',
      severity: 'info',
      says: phrase('evidence.foreign-server', { name: writeTitle(service), servers: quoteWords(listServers(service)) }),
      next: phrase('evidence.next.foreign-server'),
      words: listWords(service),
    },
  ];
}

/** Servers of weight 0: they keep the connections they have and get no new one (net/netfilter/ipvs schedulers). */
function findIdle(service: IpvsService): readonly EvidenceFinding[] {
  const idle = service.servers.filter(({ weight }) => weight === 0);
  if (idle.length === 0) return [];
  const servers = quoteWords(idle.map(({ address, port }) => formatEndpoint(address, port)));
  return [
    {
      id: 'idle-server',
      severity: idle.length === service.servers.length ? 'warning' : 'info',
      says: phrase('evidence.idle-server', { name: writeTitle(service), servers }),
      next: phrase('evidence.next.idle-server'),
      words: listWords(service),
    },
  ];
}
