import { phrase, type Phrase } from '../../lib/phrase';
import { parseIp, type IpFamily } from '../../net/ip';
import { finding, type ObjectFinding } from '../finding';
import { cidrFamily, listPodCIDRs } from '../proxy/shared/local-traffic';
import { boundAddress } from '../proxy/shared/node';
import { since } from '../release';
import type { KubeProxyConfig, NodeObject } from '../types';

/** The first minor whose words are known; before it kube-proxy ended in words that are not. */
const CHECKED = 28;

const DOUBT = { severity: 'warning', code: 'assumed' } as const;

/** The family that kube-proxy serves first: of `bindAddress`, else of the Node's first address. Undefined: neither tells. */
function primaryFamily(config: KubeProxyConfig, node: NodeObject): IpFamily | undefined {
  const bound = boundAddress(config);
  if (bound) return bound.family;
  const { addresses = [] } = node.status;
  const first = ['InternalIP', 'ExternalIP'].flatMap((type) => addresses.filter((each) => each.type === type))[0];
  const parsed = first && parseIp(first.address);
  return parsed?.ok ? parsed.value.family : undefined;
}

const NAMES = { ipv4: 'IPv4', ipv6: 'IPv6' } as const;

/** Ranges that are all of the family kube-proxy does not serve first, in its own words (cmd/kube-proxy/app checkBadIPConfig). */
function listMisfits(
  config: KubeProxyConfig,
  node: NodeObject,
): readonly { readonly path: string; readonly words: string }[] {
  const primary = primaryFamily(config, node);
  if (primary === undefined) return [];
  const other = primary === 'ipv4' ? 'ipv6' : 'ipv4';
  const { clusterCIDR = '', detectLocalMode } = config;
  const clusterCIDRs = clusterCIDR === '' ? [] : clusterCIDR.split(',');
  const ranges = {
    clusterCIDRs,
    'node.spec.podCIDRs': detectLocalMode === 'NodeCIDR' ? listPodCIDRs(node) : [],
  };
  return Object.entries(ranges).flatMap(([path, cidrs]) => {
    const isMisfit = cidrs.length > 0 && cidrs.every((cidr) => cidrFamily(cidr.trim()) === other);
    const words = `cluster is ${NAMES[primary]}-primary but ${path} contains only ${NAMES[other]} addresses`;
    return isMisfit ? [{ path, words }] : [];
  });
}

interface Checked {
  readonly config: KubeProxyConfig;
  readonly release: string;
  readonly node: NodeObject;
}

/**
 * Why kube-proxy does not start on a node: with `detectLocalMode: NodeCIDR`, where all its podCIDRs are of the family it does
 * not serve first; in its own words (cmd/kube-proxy/app/server.go). Undefined: it starts, or its words are not known.
 */
export function nodeRefusal({ config, release, node }: Checked): Phrase | undefined {
  const misfits = listMisfits(config, node);
  const isFatal = misfits.some(({ path }) => path === 'node.spec.podCIDRs');
  if (!isFatal || !since(release, CHECKED)) return undefined;
  const all = misfits.map(({ words }) => words);
  const words = all.length > 1 ? `[${all.join(', ')}]` : (all[0] ?? '');
  return phrase('kubernetes.config.refused', { release, words: `kube-proxy configuration is incorrect: ${words}` });
}

/** Ranges of the other family that kube-proxy logs, and goes on (`Kube-proxy configuration may be incomplete or incorrect`). */
export function familyFindings({ config, release, node }: Checked): readonly ObjectFinding[] {
  if (!since(release, CHECKED)) return [];
  const local = (config.detectLocalMode ?? 'ClusterCIDR') === 'ClusterCIDR' ? 'yes' : 'no';
  return listMisfits(config, node)
    .filter(({ path }) => path === 'clusterCIDRs')
    .map(({ words }) => finding(node, DOUBT, 'clusterCIDR', 'config.families', { release, words, local }));
}
