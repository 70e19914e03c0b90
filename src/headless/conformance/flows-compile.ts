import { completeCluster } from '../../core/kubernetes/complete';
import { withDefaults } from '../../core/kubernetes/defaults';
import { proxyMode } from '../../core/kubernetes/proxy';
import type { ClusterObjects, ProxyModeId } from '../../core/kubernetes/types';
import type { Netns } from '../../core/linux/netns';
import { rulesetFromLines } from '../../core/linux/xtables/ruleset-text';
import type { XtRuleset } from '../../core/linux/xtables/types';
import type { IpFamily } from '../../core/net/ip';
import type { FlowCase } from './flows-case';

const DEFAULT_RELEASE = '1.30';

/** The families kube-proxy runs a proxier for: those the Node has addresses of. */
function familiesOf(cluster: ClusterObjects, node: string): IpFamily[] {
  const found = cluster.nodes.find(({ metadata }) => metadata.name === node);
  const texts = (found?.status.addresses ?? [])
    .filter(({ type }) => type === 'InternalIP')
    .map(({ address }) => address);
  const has = (family: IpFamily): boolean => texts.some((text) => text.includes(':') === (family === 'ipv6'));
  return (['ipv4', 'ipv6'] as const).filter(has);
}

/** Lets a mode write the rules of every node of a case; undefined: the mode is not built. */
export function compileCase(
  { cluster, config }: FlowCase,
  mode: ProxyModeId,
): ((node: string) => Netns['xtables']) | undefined {
  const proxy = proxyMode(mode);
  if (!proxy) return undefined;
  const seen = cluster.endpointSlices.length > 0 ? withDefaults(cluster) : completeCluster(cluster);
  return (node) => {
    const rulesets: Partial<Record<IpFamily, XtRuleset>> = {};
    for (const family of familiesOf(cluster, node)) {
      const state = proxy.syncProxyRules({ cluster: seen, node, family, config, release: DEFAULT_RELEASE });
      rulesets[family] = rulesetFromLines(state.xtables.tables, family);
    }
    return rulesets;
  };
}
