import { getNamespace, type PodObject } from '../types';

/** A Pod's `/etc/resolv.conf`. */
export interface ResolvConf {
  readonly nameservers: readonly string[];
  readonly search: readonly string[];
  readonly ndots: number;
  /** The Pod has its node's resolv.conf, which is not known. */
  readonly isOfNode: boolean;
}

/** As many as glibc and kubelet take (pkg/apis/core/validation `MaxDNSNameservers`). */
const MOST_NAMESERVERS = 3;
/** `options ndots:5` of kubelet; a resolver without the option takes 1. */
const KUBELET_NDOTS = 5;
const USUAL_NDOTS = 1;

/**
 * The resolv.conf that kubelet writes for a Pod (pkg/kubelet/network/dns/dns.go `GetPodDNS`). `clusterDNS`: kubelet's
 * `--cluster-dns`.
 */
export function resolvConfOf(pod: PodObject, clusterDNS: readonly string[], domain: string): ResolvConf {
  const { dnsPolicy = 'ClusterFirst', hostNetwork = false, dnsConfig = {} } = pod.spec;
  const isNone = dnsPolicy === 'None';
  const isOfNode = dnsPolicy === 'Default' || (dnsPolicy === 'ClusterFirst' && hostNetwork);
  const isCluster = !isNone && !isOfNode;
  const path = [`${getNamespace(pod)}.svc.${domain}`, `svc.${domain}`, domain];
  const said = dnsConfig.options?.find(({ name }) => name === 'ndots')?.value;
  const { nameservers = [], searches = [] } = dnsConfig;
  const all = [...new Set([...(isCluster ? clusterDNS : []), ...nameservers])];
  return {
    nameservers: all.slice(0, MOST_NAMESERVERS),
    search: [...new Set([...(isCluster ? path : []), ...searches])],
    ndots: said === undefined || !/^\d+$/.test(said) ? (isCluster ? KUBELET_NDOTS : USUAL_NDOTS) : Number(said),
    isOfNode: isOfNode && nameservers.length === 0,
  };
}

/** `/etc/resolv.conf` as a text. */
export function printResolvConf({ nameservers, search, ndots }: ResolvConf): string {
  const lines = [
    ...(search.length > 0 ? [`search ${search.join(' ')}`] : []),
    ...nameservers.map((each) => `nameserver ${each}`),
  ];
  return [...lines, `options ndots:${ndots}`, ''].join('\n');
}

/**
 * The names a resolver asks for, in order (resolv/res_search.c of glibc): with as many dots as `ndots` the name itself
 * first, else the search path first; one with a final dot only itself.
 */
export function searchNames(name: string, { search, ndots }: Pick<ResolvConf, 'search' | 'ndots'>): readonly string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)];
  const searched = search.map((suffix) => `${name}.${suffix}`);
  return name.split('.').length - 1 >= ndots ? [name, ...searched] : [...searched, name];
}
