import { completeCluster } from '../../../core/kubernetes/complete';
import { withDefaults } from '../../../core/kubernetes/defaults';
import { withKernelParts } from '../../../core/document/kernel-parts';
import { PROXY_MODES } from '../../../core/kubernetes/proxy';
import type { KernelState } from '../../../core/kubernetes/proxy/mode';
import type { ClusterObjects } from '../../../core/kubernetes/types';
import type { ProxyModeId } from '../../../core/kubernetes/mode-ids';
import type { Netns } from '../../../core/linux/netns';
import { rulesetFromLines } from '../../../core/linux/xtables/ruleset-text';
import type { XtRuleset } from '../../../core/linux/xtables/types';
import { formatIp, type IpFamily } from '../../../core/net/ip';
import type { FlowCase } from './case';

const DEFAULT_RELEASE = '1.30';

/** The recordings' release, or the last that had the mode. */
const releaseOf = (mode: ProxyModeId): string => (mode === 'userspace' ? '1.25' : DEFAULT_RELEASE);

/** The families kube-proxy runs a proxier for: those the Node has addresses of. */
function familiesOf(cluster: ClusterObjects, node: string): IpFamily[] {
  const found = cluster.nodes.find(({ metadata }) => metadata.name === node);
  const texts = (found?.status.addresses ?? [])
    .filter(({ type }) => type === 'InternalIP')
    .map(({ address }) => address);
  const has = (family: IpFamily): boolean => texts.some((text) => text.includes(':') === (family === 'ipv6'));
  return (['ipv4', 'ipv6'] as const).filter(has);
}

/** Lets a mode write the rules of every node of a case into its namespace; undefined: the mode is not built. */
export function compileCase({ cluster, config }: FlowCase, mode: ProxyModeId): ((node: Netns) => Netns) | undefined {
  const proxy = PROXY_MODES.find(({ id }) => id === mode);
  if (!proxy) return undefined;
  const seen = cluster.endpointSlices.length > 0 ? withDefaults(cluster) : completeCluster(cluster);
  return (node) => {
    const xtables: Partial<Record<IpFamily, XtRuleset>> = {};
    const states: KernelState[] = [];
    const interfaceAddresses = node.devices.flatMap(({ addresses }) =>
      addresses.map(({ address }) => formatIp(address)),
    );
    for (const family of familiesOf(cluster, node.id)) {
      const common = { cluster: seen, node: node.id, family, config };
      const state = proxy.syncProxyRules({ ...common, release: releaseOf(mode), interfaceAddresses });
      states.push(state);
      xtables[family] = rulesetFromLines(state.xtables.tables, family);
    }
    // What was recorded in iptables mode brings its sysctls with its layout.
    return mode === 'iptables' ? { ...node, xtables } : withKernelParts({ ...node, xtables }, states);
  };
}
