import type { EndpointInfo } from '../../endpoint';
import type { ServicePortInfo } from '../../service-port';

/** The endpoints one port may use, and whether nodePorts and external addresses get load balancers at all. */
export interface KernelspaceEndpoints {
  readonly usable: readonly EndpointInfo[];
  readonly servesOutside: boolean;
}

/**
 * Which endpoints count: a choice of its own (pkg/proxy/winkernel/proxier.go syncProxyRules, 1.30.5). Zone hints are
 * ignored on Windows.
 */
export function chooseKernelspaceEndpoints(
  endpoints: readonly EndpointInfo[],
  port: ServicePortInfo,
): KernelspaceEndpoints {
  const { internalPolicyLocal, externalPolicyLocal, loadBalancerVIPs } = port;
  const near = internalPolicyLocal && externalPolicyLocal ? endpoints.filter(({ isLocal }) => isLocal) : endpoints;
  if (loadBalancerVIPs.length === 0) return { usable: near.filter(isReady), servesOutside: true };
  const asked = near.filter(({ isLocal }) => !externalPolicyLocal || isLocal);
  const allTerminating = !asked.some(({ ready, terminating }) => ready && !terminating);
  const noneServing = !asked.some(({ serving }) => serving);
  const servesOutside = !allTerminating && !noneServing;
  if (noneServing) return { usable: near, servesOutside };
  return { usable: near.filter(allTerminating ? ({ serving }) => serving : isReady), servesOutside };
}

function isReady({ ready, serving }: EndpointInfo): boolean {
  return ready && serving;
}
