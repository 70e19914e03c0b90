import type { IpFamily } from '../../../net/ip';
import type { SyncInput } from '../mode';
import { interfaceAddressesOf, nodeIPOf, ownNode } from '../shared/node';
import { featuresOf, type Features } from './features';
import type { Listening } from './settings';

/** All that one proxier knows besides Services and endpoints (pkg/proxy/userspace/proxier.go NewProxier). */
export interface ProxierContext {
  readonly node: string;
  readonly family: IpFamily;
  /** The node's own address, where its own packets are sent to. */
  readonly hostIP: string;
  readonly listening: Listening;
  /** A Service's address among these is claimed, as a nodePort is. */
  readonly localAddresses: readonly string[];
  readonly features: Features;
  /** `ipMode` came with 1.29, after this mode was gone. */
  readonly ipMode: false;
}

const MAX_CONTEXTS = 64;
const interned = new Map<string, ProxierContext>();

/** The context of an input. Equal ones are the same object, so that caches can hang on it. */
export function proxierContext(input: SyncInput, listening: Listening): ProxierContext {
  const { family, node, release } = input;
  const context: ProxierContext = {
    node,
    family,
    hostIP: nodeIPOf(ownNode(input.cluster, node), family),
    listening,
    localAddresses: interfaceAddressesOf(input),
    features: featuresOf(release),
    ipMode: false,
  };
  const key = JSON.stringify(context);
  const known = interned.get(key);
  if (known) return known;
  const oldest = interned.size >= MAX_CONTEXTS ? interned.keys().next().value : undefined;
  if (oldest !== undefined) interned.delete(oldest);
  interned.set(key, context);
  return context;
}
