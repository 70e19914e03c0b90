import type { Memo } from '../../../lib/memo';
import type { IpFamily } from '../../../net/ip';
import type { SyncInput } from '../mode';
import { interfaceAddressesOf, nodeIPOf, ownNode } from '../shared/node';
import { knownContexts } from '../shared/proxier-context';
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

const known = knownContexts<ProxierContext>();

/** The context of an input; equal ones are the same object. */
export function proxierContext(input: SyncInput, memo: Memo, listening: Listening): ProxierContext {
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
  return known(context, memo);
}
