import type { Memo } from '../../../lib/memo';
import type { SyncInput } from '../mode';
import { contextBase, knownContexts, type ProxierContextBase } from '../shared/proxier-context';
import { interfaceAddressesOf, isLoopbackText, withPrimary } from '../shared/node';
import { nodePortAddresses, nodePortIPs } from '../shared/node-port-addresses';
import { featuresOf, type Features } from './features';

/** All that one proxier knows besides Services and EndpointSlices (pkg/proxy/ipvs/proxier.go NewProxier). */
export interface ProxierContext extends ProxierContextBase {
  /** Addresses on interfaces other than kube-ipvs0: they are never bound there. */
  readonly nodeAddresses: readonly string[];
  /** Addresses that answer nodePorts: one virtual server each. */
  readonly nodePortIPs: readonly string[];
  /** `rr` unless told. */
  readonly scheduler: string;
  readonly features: Features;
}

const known = knownContexts<ProxierContext>();

/** The context of an input; equal ones are the same object. */
export function proxierContext(input: SyncInput, memo: Memo): ProxierContext {
  return known(buildContext(input), memo);
}

function buildContext(input: SyncInput): ProxierContext {
  const { config } = input;
  const features = featuresOf(input);
  const nodeAddresses = nodeAddressesOf(input);
  return {
    ...contextBase(input, config.iptables),
    // The mode shares the settings of iptables mode.
    nodeAddresses,
    nodePortIPs: nodePortIPsOf(input, nodeAddresses, features),
    scheduler: config.ipvs?.scheduler || 'rr',
    features,
  };
}

/** All addresses of the node's interfaces, without loopback and IPv6 link-local ones. */
function nodeAddressesOf(input: SyncInput): readonly string[] {
  const own = interfaceAddressesOf(input).filter((address) => !isLoopbackText(address));
  return [...new Set(input.family === 'ipv6' ? own.filter((address) => !/^fe[89ab]/.test(address)) : own)];
}

/** `--nodeport-addresses` narrows them down; `primary` (from 1.31) is the node IP. Loopback counts up to 1.21. */
function nodePortIPsOf(input: SyncInput, nodeAddresses: readonly string[], features: Features): readonly string[] {
  const { family } = input;
  const addresses = nodePortAddresses(withPrimary(input.config.nodePortAddresses ?? [], input), family);
  const all = interfaceAddressesOf(input);
  const loopback = features.skipsLoopback ? [] : nodePortIPs(addresses, all.filter(isLoopbackText));
  if (addresses.matchAll) return [...loopback, ...nodeAddresses];
  return [...loopback, ...nodePortIPs(addresses, all).filter((address) => !isLoopbackText(address))];
}
