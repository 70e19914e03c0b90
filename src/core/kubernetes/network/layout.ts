import type { Device, Netns } from '../../linux/netns';
import type { Route } from '../../linux/routing/fib';
import type { NetworkOptions } from './options';
import type { NodePlan, PodPlan } from './plan';

/** How Pods are joined to their node: one file each, listed once in index.ts. */
export interface PodLayout {
  readonly id: NonNullable<NetworkOptions['layout']>;
  /** What a CNI of this kind puts on the node. */
  readonly onNode: (node: NodePlan, options: NetworkOptions) => { devices: Device[]; routes: Route[] };
  /** The Pod's own namespace: without lo and sockets. */
  readonly inPod: (pod: PodPlan, node: Pick<NodePlan, 'name' | 'podCIDRs'>) => Pick<Netns, 'devices' | 'routes'>;
}
