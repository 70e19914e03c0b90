import type { Finding } from '../finding';
import type { ClusterObjects, ClusterSettings } from '../types';
import { runDeployments } from './deployment';
import { withKubernetesService } from './kubernetes-service';
import { completeNodes } from './nodes';
import { addressPods } from './pod-addresses';
import { schedulePods } from './scheduler';
import { completeServices } from './services';

/** A settled cluster and what there is to say of it. */
export interface Reconciled {
  readonly cluster: ClusterObjects;
  readonly findings: readonly Finding[];
}

/**
 * What etcd holds after every controller has settled: addresses of Nodes, Pods of Deployments,
 * their placement and addresses, the `kubernetes` Service, and what Services are given. Allocations
 * that are there are kept, so an edit changes nothing it does not concern; doing it again changes
 * nothing. Objects that need nothing stay the same objects.
 */
export function reconcile(objects: ClusterObjects, settings: ClusterSettings, seed: number): Reconciled {
  const findings: Finding[] = [];
  const nodes = completeNodes(objects.nodes, settings, findings);
  const run = runDeployments(objects.deployments, objects.pods, nodes, seed);
  const placed = schedulePods(run.pods, nodes, findings);
  const addressed = addressPods(placed, nodes, findings);
  const own = withKubernetesService(objects.services, objects.endpointSlices, nodes, settings);
  const services = completeServices(own.services, settings, seed, findings);
  const next: Lists = {
    nodes: sameList(objects.nodes, addressed.nodes),
    deployments: sameList(objects.deployments, run.deployments),
    pods: sameList(objects.pods, addressed.pods),
    services: sameList(objects.services, services),
    endpointSlices: sameList(objects.endpointSlices, own.endpointSlices),
  };
  const isSame = (Object.keys(next) as (keyof Lists)[]).every((list) => next[list] === objects[list]);
  return { cluster: isSame ? objects : { ...objects, ...next }, findings };
}

type Lists = Omit<ClusterObjects, 'others'>;

function sameList<T>(before: readonly T[], after: readonly T[]): readonly T[] {
  const isSame = before.length === after.length && after.every((object, index) => object === before[index]);
  return isSame ? before : after;
}
