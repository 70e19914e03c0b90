import { Memo, once } from '../../lib/memo';
import type { ObjectFinding } from '../finding';
import type { ClusterObjects, ClusterSettings, DeploymentObject, NodeObject, PodObject } from '../types';
import { runDeployments } from './deployment';
import { withKubernetesService, completeServices } from './services';
import { completeNodes } from './nodes';
import { schedulePods } from './schedule';
import { addressPods } from './pod-addresses';

/** A settled cluster and what there is to say of it. */
export interface Reconciled {
  readonly cluster: ClusterObjects;
  readonly findings: readonly ObjectFinding[];
}

/** Inputs of an allocation beside the cluster, and results of earlier ones. */
interface Settling {
  readonly seed: number;
  readonly memo?: Memo;
  /** Nothing but Services and slices changed since Nodes, Deployments and Pods were settled. */
  readonly arePodsSettled?: boolean;
}

/**
 * Objects after every controller has settled: addresses of Nodes, Pods of Deployments, their placement and addresses,
 * the `kubernetes` Service, and allocations of Services. Allocations that are there are kept, so an edit changes
 * nothing it does not concern; doing it again changes nothing. Objects that need nothing stay the same objects.
 */
export function reconcile(
  objects: ClusterObjects,
  settings: ClusterSettings,
  { seed, memo = new Memo(), arePodsSettled = false }: Settling,
): Reconciled {
  const { nodes, deployments, pods } = objects;
  const settled = arePodsSettled
    ? { nodes, deployments, pods, completed: nodes, findings: [] }
    : settlePods(pods, memo, nodes, deployments, settings, seed);
  const findings = [...settled.findings];
  const own = withKubernetesService(objects.services, objects.endpointSlices, settled.completed, settings);
  const services = completeServices(own.services, settings, seed, findings);
  const next: Lists = {
    nodes: settled.nodes,
    deployments: settled.deployments,
    pods: settled.pods,
    services: sameList(objects.services, services),
    endpointSlices: sameList(objects.endpointSlices, own.endpointSlices),
  };
  const isSame = (Object.keys(next) as (keyof Lists)[]).every((list) => next[list] === objects[list]);
  return { cluster: isSame ? objects : { ...objects, ...next }, findings };
}

type Lists = Omit<ClusterObjects, 'others'>;

interface SettledPods extends Pick<Lists, 'nodes' | 'deployments' | 'pods'> {
  /** The Nodes before Pods were given addresses. */
  readonly completed: readonly NodeObject[];
  readonly findings: readonly ObjectFinding[];
}

/** Pods, settled apart from Services: an edit of a Service settles none of them anew. */
const settlePods = once(
  (
    pods: readonly PodObject[],
    _memo,
    nodes: readonly NodeObject[],
    deployments: readonly DeploymentObject[],
    settings: ClusterSettings,
    seed: number,
  ): SettledPods => {
    const findings: ObjectFinding[] = [];
    const completed = completeNodes(nodes, settings, findings);
    const run = runDeployments(deployments, pods, completed, seed);
    const placed = schedulePods(run.pods, completed, findings);
    const addressed = addressPods(placed, completed, findings);
    return {
      completed,
      findings,
      nodes: sameList(nodes, addressed.nodes),
      deployments: sameList(deployments, run.deployments),
      pods: sameList(pods, addressed.pods),
    };
  },
);

function sameList<T>(before: readonly T[], after: readonly T[]): readonly T[] {
  const isSame = before.length === after.length && after.every((object, index) => object === before[index]);
  return isSame ? before : after;
}
