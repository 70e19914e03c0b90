import type { IpFamily } from '../../../net/ip';
import type { KubeProxyConfig, NodeObject } from '../../types';
import { cidrFamily } from './cidr-family';

/**
 * How a proxy tells traffic of its node's Pods from other traffic
 * (pkg/proxy/util/localdetector.go). `field` is the configuration field that says so.
 */
export type LocalTrafficDetector =
  | { readonly kind: 'cidr'; readonly cidr: string; readonly field: string }
  | { readonly kind: 'interface'; readonly name: string; readonly prefix: boolean; readonly field: string };

/** The detector of `--detect-local-mode`; undefined when it is not implemented (no CIDR of the family, no name). */
export function localTrafficDetector(
  config: KubeProxyConfig,
  node: NodeObject | undefined,
  family: IpFamily,
): LocalTrafficDetector | undefined {
  switch (config.detectLocalMode ?? 'ClusterCIDR') {
    case 'ClusterCIDR':
      return cidrDetector((config.clusterCIDR ?? '').split(','), family, 'clusterCIDR');
    case 'NodeCIDR':
      return cidrDetector(podCIDRsOf(node), family, 'detectLocalMode');
    case 'BridgeInterface':
      return interfaceDetector(config.detectLocal?.bridgeInterface, false, 'detectLocal.bridgeInterface');
    case 'InterfaceNamePrefix':
      return interfaceDetector(config.detectLocal?.interfaceNamePrefix, true, 'detectLocal.interfaceNamePrefix');
    default:
      return undefined;
  }
}

/** A node's Pod CIDRs; `podCIDR` alone counts too. */
export function podCIDRsOf(node: NodeObject | undefined): readonly string[] {
  const { podCIDRs, podCIDR } = node?.spec ?? {};
  if (podCIDRs && podCIDRs.length > 0) return podCIDRs;
  return podCIDR ? [podCIDR] : [];
}

function cidrDetector(texts: readonly string[], family: IpFamily, field: string): LocalTrafficDetector | undefined {
  const cidr = texts.map((text) => text.trim()).find((text) => cidrFamily(text) === family);
  return cidr === undefined ? undefined : { kind: 'cidr', cidr, field };
}

function interfaceDetector(name: string | undefined, prefix: boolean, field: string): LocalTrafficDetector | undefined {
  return name ? { kind: 'interface', name, prefix, field } : undefined;
}
