import type { SyncInput } from '../mode';
import { cidrFamily } from '../shared/cidr-family';
import { contextBase, internedContext, type ProxierContextBase } from '../shared/proxier-context';
import { interfaceAddressesOf, isLoopbackText, nodeIPOf, ownNode } from '../shared/node';
import { nodePortAddresses, nodePortIPs } from '../shared/node-port-addresses';
import { featuresOf, type Features } from './features';
import { nftFamily } from './names';
import { serviceCIDRsOf } from './service-cidrs';

/** All that one proxier knows besides Services and EndpointSlices (pkg/proxy/nftables/proxier.go NewProxier). */
export interface ProxierContext extends ProxierContextBase {
  /** `ip` or `ip6`: the family of the table and of address matches. */
  readonly ip: 'ip' | 'ip6';
  /** Addresses that answer nodePorts; undefined: all of the node but loopback. */
  readonly nodePortIPs: readonly string[] | undefined;
  /** ServiceCIDRs of the family, if kube-proxy knows them. */
  readonly serviceCIDRs: readonly string[];
  readonly features: Features;
  readonly ipMode: boolean;
  /** 1.29 drops INVALID packets that are forwarded. */
  readonly dropsInvalid: boolean;
}

const interned = internedContext<ProxierContext>();

/** The context of an input. Equal ones are the same object, so that caches can hang on it. */
export function proxierContext(input: SyncInput): ProxierContext {
  return interned(buildContext(input));
}

function buildContext(input: SyncInput): ProxierContext {
  const { config, family, release } = input;
  const features = featuresOf(release);
  return {
    ...contextBase(input, config.nftables),
    ip: nftFamily(family),
    nodePortIPs: nodePortIPsOf(input),
    serviceCIDRs: serviceCIDRsOf(input),
    features,
    ipMode: features.ipMode,
    dropsInvalid: config.conntrack?.tcpBeLiberal !== true,
  };
}

/** No CIDR of the family: the node's own IP of it, and no other address (1.29: all). Loopback never answers. */
function nodePortIPsOf(input: SyncInput): readonly string[] | undefined {
  const { family, release } = input;
  const texts = (input.config.nodePortAddresses ?? []).filter((text) => cidrFamily(text.trim()) === family);
  const features = featuresOf(release);
  if (texts.length === 0 && !features.nodeIPDefault) return undefined;
  const isPrimary = features.primaryNodePortAddress && input.config.nodePortAddresses?.[0] === 'primary';
  const primary = nodeIPOf(ownNode(input.cluster, input.node), family);
  const addresses = nodePortAddresses(isPrimary || texts.length === 0 ? [primary] : texts, family);
  if (addresses.matchAll) return undefined;
  return nodePortIPs(addresses, interfaceAddressesOf(input)).filter((address) => !isLoopbackText(address));
}
