import { oncePerObject } from '../lib/once-per-object';
import { finding, INVALID, type Finding } from './finding';
import { beyondLimits } from './limits';
import type { ClusterObjects, ClusterSettings, KubeProxyConfig } from './types';
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
export function validateCluster(cluster: ClusterObjects): readonly Finding[] {
  const beyond = beyondLimits(cluster);
  return [
    ...(beyond ? [beyond] : []),
    ...NODES(cluster.nodes),
    ...PODS(cluster.pods),
    ...DEPLOYMENTS(cluster.deployments),
    ...SERVICES(cluster.services),
    ...SLICES(cluster.endpointSlices),
    ...findConflicts(cluster),
  ];
}

/** An edit leaves most objects, and most lists of them, as they were: what was found in them is known. */
function inEach<T extends object>(
  validate: (object: T) => readonly Finding[],
): (list: readonly T[]) => readonly Finding[] {
  const found = oncePerObject(validate);
  return oncePerObject((list: readonly T[]) => list.flatMap(found));
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

/** What kube-proxy would refuse in its configuration (pkg/proxy/apis/config/validation). */
export function validateConfig(config: KubeProxyConfig): readonly Finding[] {
  const findings: Finding[] = [];
  const refuse = (path: string, id: string, values: Record<string, string | number>): void => {
    findings.push(finding(undefined, INVALID, path, `validate.${id}`, values));
  };
  for (const value of (config.clusterCIDR ?? '').split(',').filter((text) => text.trim() !== '')) {
    if (!isCidr(value.trim())) refuse('clusterCIDR', 'cidr', { value });
  }
  for (const [index, value] of (config.nodePortAddresses ?? []).entries()) {
    if (!isCidr(value.trim()) && value !== 'primary') refuse(`nodePortAddresses[${index}]`, 'cidr', { value });
  }
  const bit = config.iptables?.masqueradeBit ?? 14;
  if (!Number.isInteger(bit) || bit < 0 || bit > 31) refuse('iptables.masqueradeBit', 'masquerade-bit', { value: bit });
  const { detectLocalMode, detectLocal } = config;
  if (detectLocalMode === 'BridgeInterface' && !detectLocal?.bridgeInterface) {
    refuse('detectLocal.bridgeInterface', 'detect-local', { mode: detectLocalMode });
  }
  if (detectLocalMode === 'InterfaceNamePrefix' && !detectLocal?.interfaceNamePrefix) {
    refuse('detectLocal.interfaceNamePrefix', 'detect-local', { mode: detectLocalMode });
  }
  return findings;
}
