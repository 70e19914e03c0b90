import type { Memo } from '../../../lib/memo';
import type { SyncInput } from '../mode';
import { cidrFamily } from '../shared/cidr-family';
import { contextBase, knownContexts, type ProxierContextBase } from '../shared/proxier-context';
import { interfaceAddressesOf, isLoopbackText, proxierNodeIP, withPrimary } from '../shared/node';
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
  /** 1.29 drops INVALID packets that are forwarded. */
  readonly dropsInvalid: boolean;
}

const known = knownContexts<ProxierContext>();

/** The context of an input; equal ones are the same object. */
export function proxierContext(input: SyncInput, memo: Memo): ProxierContext {
  return known(buildContext(input), memo);
}

function buildContext(input: SyncInput): ProxierContext {
  const { config, family } = input;
  const features = featuresOf(input);
  return {
    ...contextBase(input, config.nftables),
    ip: nftFamily(family),
    nodePortIPs: nodePortIPsOf(input),
    serviceCIDRs: serviceCIDRsOf(input),
    features,
    dropsInvalid: config.conntrack?.tcpBeLiberal !== true,
  };
}

/** Loopback never answers. */
function nodePortIPsOf(input: SyncInput): readonly string[] | undefined {
  const { family, config } = input;
  const features = featuresOf(input);
  if (!features.familyNodePorts) return oldNodePortIPs(input);
  const texts = config.nodePortAddresses?.length ? config.nodePortAddresses : ['primary'];
  const addresses = nodePortAddresses(withPrimary(texts, input), family);
  return addresses.matchAll ? undefined : nodePortIPs(addresses, interfaceAddressesOf(input)).filter(isOutside);
}

function isOutside(address: string): boolean {
  return !isLoopbackText(address);
}

/** 1.30: no CIDR of the family: the node's own IP of it, and no other address; 1.29: all. */
function oldNodePortIPs(input: SyncInput): readonly string[] | undefined {
  const { family } = input;
  const texts = (input.config.nodePortAddresses ?? []).filter((text) => cidrFamily(text.trim()) === family);
  const features = featuresOf(input);
  if (texts.length === 0 && !features.nodeIPDefault) return undefined;
  const addresses = nodePortAddresses(texts.length === 0 ? [proxierNodeIP(input)] : texts, family);
  return addresses.matchAll ? undefined : nodePortIPs(addresses, interfaceAddressesOf(input)).filter(isOutside);
}
