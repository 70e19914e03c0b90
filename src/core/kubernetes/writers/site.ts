import { asLast, type Memo } from '../../lib/memo';
import { parseCidr, parseIp, type IpFamily } from '../../net/ip';
import { hasEnded, listPodIPs } from '../pods';
import { admitPorts } from '../network/host-ports';
import { podLayout } from '../network/layouts';
import { nodeSettings } from '../network/node-settings';
import { hostDevice } from '../network/plan';
import { compilePolicies, type CompiledPolicy } from '../policy/network-policy';
import { listClusterDNS } from '../dns/cluster-dns';
import { listPodCIDRs } from '../proxy/shared/local-traffic';
import { namespacedName, type ClusterObjects, type ClusterSettings } from '../types';
import type { WriterOrder } from './index';
import type { SitePod, WriterSite } from './writer';

/** Programs whose rules follow the cluster. */
const FOLLOW: ReadonlySet<string> = new Set(['hostports', 'flannel', 'ip-masq-agent', 'calico', 'nodelocaldns']);

interface SiteOf {
  readonly node: string;
  readonly family: IpFamily;
  readonly order: WriterOrder;
}

/** Facts of the cluster that programs of a node look at; undefined: none of them looks at the cluster. */
export function writerSite(
  cluster: ClusterObjects,
  settings: Pick<ClusterSettings, 'clusterCIDR'>,
  { node: name, family, order, memo }: SiteOf & { readonly memo: Memo },
): WriterSite | undefined {
  const node = cluster.nodes.find(({ metadata }) => metadata.name === name);
  if (!node || !order.some((id) => FOLLOW.has(id))) return undefined;
  const { layout, cni } = nodeSettings(node);
  const { bridge: usual, interfacePrefix: prefix } = podLayout(layout);
  const bridge = usual && (cni?.bridge ?? usual);
  const isOf = (text: string): boolean => {
    const parsed = parseCidr(text);
    return parsed.ok && parsed.value.address.family === family;
  };
  const here = cluster.pods.filter(({ spec }) => spec.nodeName === name && !spec.hostNetwork);
  const living = here.filter((pod) => !hasEnded(pod));
  const policies = order.includes('calico') ? compilePolicies(cluster, family, memo) : [];
  const pods = living.flatMap((pod): SitePod[] => {
    const id = namespacedName(pod);
    const address = listPodIPs(pod).find((text) => isFamily(text, family));
    if (address === undefined) return [];
    const own = policies.filter((policy) => policy.pods.has(id));
    return [{ name: id, device: hostDevice(id, layout), address, ...directions(own) }];
  });
  const used = policies.filter((policy) => pods.some((pod) => policy.pods.has(pod.name)));
  const site: WriterSite = {
    clusterCIDRs: settings.clusterCIDR.filter(isOf),
    podCIDRs: listPodCIDRs(node).filter(isOf),
    hostPorts: admitPorts(living).mappings,
    ...(bridge === undefined ? {} : { bridge }),
    prefix,
    pods,
    clusterDNS: listClusterDNS(cluster).filter((text) => isFamily(text, family)),
    policies: used.map(({ name: called, ingress, egress }) => ({
      name: called,
      ...(ingress ? { ingress } : {}),
      ...(egress ? { egress } : {}),
    })),
  };
  return sameSite(site, memo, `${name} ${family}`);
}

const sameSite = asLast<WriterSite>();

function directions(policies: readonly CompiledPolicy[]): Pick<SitePod, 'ingress' | 'egress'> {
  const [ingress, egress] = (['ingress', 'egress'] as const).map((way) =>
    policies.filter((policy) => policy[way] !== undefined).map(({ name }) => name),
  ) as [string[], string[]];
  return { ...(ingress.length > 0 ? { ingress } : {}), ...(egress.length > 0 ? { egress } : {}) };
}

function isFamily(text: string, family: IpFamily): boolean {
  const parsed = parseIp(text);
  return parsed.ok && parsed.value.family === family;
}
