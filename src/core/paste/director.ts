import { contains, parseCidr } from '../net/ip';
import type { IpvsService, IpvsTable } from '../linux/ipvs/service';

/** Ways to a server that kube-proxy never takes: it masquerades (pkg/proxy/ipvs/util IPVS_CONN_F_MASQ). */
const OTHER_WAYS = ['route', 'tunnel', 'bypass'] as const;
/** What ipvsadm schedules by where nobody says otherwise; kube-proxy's own default is rr. */
const DEFAULT_SCHEDULER = 'wlc';

/** The weight of each server of kube-proxy's that is not going (pkg/proxy/ipvs: syncEndpoint). */
const OWN_WEIGHT = 1;

function isForeign({ fwmark, netmask, servers }: IpvsService): boolean {
  const isWay = (forward: string): boolean => OTHER_WAYS.some((way) => way === forward);
  if (fwmark !== undefined || netmask !== undefined) return true;
  return servers.some(({ forward, weight }) => isWay(forward) || weight > OWN_WEIGHT);
}

/** A cluster's own addresses are private (RFC 1918, 6598, 4193): each node has the API server's Service at one. */
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'].flatMap((text) => {
  const cidr = parseCidr(text);
  return cidr.ok ? [cidr.value] : [];
});

const isOfCluster = ({ address }: IpvsService): boolean =>
  address !== undefined && PRIVATE.some((cidr) => contains(cidr, address));

/** Are virtual servers, beside which nothing is named by kube-proxy, a Linux Virtual Server director's own? */
export function isForeignDirector({ services }: IpvsTable): boolean {
  if (services.some(isForeign)) return true;
  return services.every(({ scheduler }) => scheduler === DEFAULT_SCHEDULER) || !services.some(isOfCluster);
}

/** Ports that the API server, or what is in front of it, listens on behind default/kubernetes:https. */
const API_PORTS: ReadonlySet<number> = new Set([443, 6443, 7443, 8443, 16_443]);

/** default/kubernetes has the first address of the Service range: `10.96.0.1`, `fd00:10:96::1`. */
const isFirst = ({ words }: NonNullable<IpvsService['address']>): boolean => ((words.at(-1) ?? 0) & 0xff) === 1;

/** Is the API server's Service, or the cluster's DNS, among virtual servers? Each node of a cluster has both. */
export function isOfEveryNode({ services }: IpvsTable): boolean {
  const at = (wanted: number): readonly IpvsService[] => services.filter(({ port }) => port === wanted);
  const protocols = new Set(at(53).map(({ protocol }) => protocol));
  const isApi = at(443).some(
    ({ address, servers }) =>
      address !== undefined && isFirst(address) && servers.some(({ port }) => API_PORTS.has(port)),
  );
  return isApi || protocols.size > 1;
}

/** A Linux Virtual Server director, as its listing shows it. */
export interface Director {
  readonly services: number;
  /** `wlc`, `rr`, each once. */
  readonly schedulers: readonly string[];
  /** `Route`, `Tunnel`, `Masq`: how its servers are reached, as ipvsadm has it. */
  readonly ways: readonly string[];
  /** Some of its clients stay with their server. */
  readonly isPersistent: boolean;
}

const TITLES: Readonly<Record<IpvsService['servers'][number]['forward'], string>> = {
  masq: 'Masq',
  route: 'Route',
  tunnel: 'Tunnel',
  local: 'Local',
  bypass: 'Bypass',
};

/** The facts on a director that its virtual servers show. */
export function describeDirector({ services }: IpvsTable): Director {
  const ways = services.flatMap(({ servers }) => servers.map(({ forward }) => TITLES[forward]));
  return {
    services: services.length,
    schedulers: [...new Set(services.map(({ scheduler }) => scheduler))],
    ways: [...new Set(ways)],
    isPersistent: services.some(({ persistentSeconds }) => persistentSeconds !== undefined),
  };
}
