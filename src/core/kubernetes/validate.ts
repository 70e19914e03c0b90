import { Memo, once } from '../lib/memo';
import { finding, INVALID, type Finding } from './finding';
import { beyondLimits } from './limits';
import type { ClusterObjects, ClusterSettings } from './types';
import { findConflicts } from './validation/conflicts';
import { validateEndpointSlice } from './validation/endpoint-slice';
import { isCidr } from './validation/names';
import { validateService } from './validation/service';
import { validateDeployment, validateNode, validatePod } from './validation/workloads';

/**
 * What the API server would refuse, and what two objects claim at once: each with its path and the
 * next step. Nothing is taken out: the rest of the cluster compiles, and so does what is wrong as
 * far as it can.
 */
export function validateCluster(cluster: ClusterObjects, memo = new Memo()): readonly Finding[] {
  const beyond = beyondLimits(cluster);
  return [
    ...(beyond ? [beyond] : []),
    ...NODES(cluster.nodes, memo),
    ...PODS(cluster.pods, memo),
    ...DEPLOYMENTS(cluster.deployments, memo),
    ...SERVICES(cluster.services, memo),
    ...SLICES(cluster.endpointSlices, memo),
    ...findConflicts(cluster, memo),
  ];
}

/** An edit leaves most objects, and most lists of them, as they were: what was found in them is known. */
function inEach<T extends object>(
  validate: (object: T) => readonly Finding[],
): (list: readonly T[], memo: Memo) => readonly Finding[] {
  const found = once(validate);
  return once((list: readonly T[], memo) => list.flatMap((object) => found(object, memo)));
}

const NODES = inEach(validateNode);
const PODS = inEach(validatePod);
const DEPLOYMENTS = inEach(validateDeployment);
const SERVICES = inEach(validateService);
const SLICES = inEach(validateEndpointSlice);

/** What is wrong with the ranges a cluster is made with. */
export function validateSettings(settings: ClusterSettings): readonly Finding[] {
  const lists = ['serviceClusterIPRange', 'clusterCIDR', 'physicalNetwork'] as const;
  const findings = lists.flatMap((list) =>
    settings[list].flatMap((value, index) =>
      isCidr(value.trim()) ? [] : [finding(undefined, INVALID, `${list}[${index}]`, 'validate.cidr', { value })],
    ),
  );
  const [from, to] = settings.serviceNodePortRange;
  const isRange = from >= 1 && to <= 65_535 && from <= to;
  if (isRange) return findings;
  return [...findings, finding(undefined, INVALID, 'serviceNodePortRange', 'validate.node-port-range', { from, to })];
}
