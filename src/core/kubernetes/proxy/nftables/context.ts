import type { IpFamily } from '../../../net/ip';
import type { Topology } from '../../topology';
import type { SyncInput } from '../mode';
import { cidrFamily } from '../shared/cidr-family';
import { internedContext, markText } from '../shared/proxier-context';
import { localTrafficDetector, type LocalTrafficDetector } from '../shared/local-traffic';
import { interfaceAddressesOf, isLoopbackText, nodeIPOf, ownNode, zoneOf } from '../shared/node';
import { nodePortAddresses, nodePortIPs } from '../shared/node-port-addresses';
import { featuresOf, type Features } from './features';
import { nftFamily } from './names';
import { serviceCIDRsOf } from './service-cidrs';

/** All that one proxier knows besides Services and EndpointSlices (pkg/proxy/nftables/proxier.go NewProxier). */
export interface ProxierContext extends Topology {
  readonly family: IpFamily;
  /** `ip` or `ip6`: the family of the table and of address matches. */
  readonly ip: 'ip' | 'ip6';
  readonly nodeIP: string;
  /** `0x00004000`: the masquerade mark as rules spell it. */
  readonly mark: string;
  readonly masqueradeAll: boolean;
  readonly detector: LocalTrafficDetector | undefined;
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
  const node = ownNode(input.cluster, input.node);
  const features = featuresOf(release);
  return {
    node: input.node,
    zone: zoneOf(node),
    release,
    family,
    ip: nftFamily(family),
    nodeIP: nodeIPOf(node, family),
    mark: markText(config.nftables?.masqueradeBit ?? 14),
    masqueradeAll: config.nftables?.masqueradeAll ?? false,
    detector: localTrafficDetector(config, node, family),
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
