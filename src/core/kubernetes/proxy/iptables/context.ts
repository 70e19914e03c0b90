import type { Memo } from '../../../lib/memo';
import type { SyncInput } from '../mode';
import { featuresOf, type Features } from './features';
import { contextBase, knownContexts, type ProxierContextBase } from '../shared/proxier-context';
import { withPrimary } from '../shared/node';
import { containsIPv4Loopback, nodePortAddresses, type NodePortAddresses } from '../shared/node-port-addresses';

/** More endpoints than this, over all service ports: rules lose their comments (largeClusterEndpointsThreshold). */
export const LARGE_CLUSTER_ENDPOINTS = 1000;

/** All that one proxier knows besides Services and EndpointSlices (pkg/proxy/iptables/proxier.go NewProxier). */
export interface ProxierContext extends ProxierContextBase {
  readonly nodePortAddresses: NodePortAddresses;
  /** nodePorts answer on 127.0.0.1 too: needs route_localnet. */
  readonly localhostNodePorts: boolean;
  /** INVALID packets are dropped in KUBE-FORWARD. */
  readonly dropsInvalid: boolean;
  /** What the release has; nfacct only where the kernel has it too. */
  readonly features: Features;
  readonly largeCluster: boolean;
}

const known = knownContexts<ProxierContext>();

/** The context of an input; equal ones are the same object. */
export function proxierContext(input: SyncInput, memo: Memo, largeCluster: boolean): ProxierContext {
  return known(buildContext(input, largeCluster), memo);
}

function buildContext(input: SyncInput, largeCluster: boolean): ProxierContext {
  const { config, family } = input;
  const addresses = nodePortAddresses(withPrimary(config.nodePortAddresses ?? [], input), family);
  const features = featuresOf(input);
  const wantsLocalhost = !features.localhostOption || (config.iptables?.localhostNodePorts ?? true);
  return {
    ...contextBase(input, config.iptables),
    nodePortAddresses: addresses,
    localhostNodePorts: wantsLocalhost && containsIPv4Loopback(addresses),
    dropsInvalid: !(features.liberalOption && config.conntrack?.tcpBeLiberal === true),
    features,
    largeCluster,
  };
}
