import { endpointsOf, type EndpointInfo } from '../../endpoint';
import {
  isExternallyAccessible,
  usesClusterEndpoints,
  usesLocalEndpoints,
  type ServicePortInfo,
} from '../../service-port';
import { categorizeEndpoints } from '../../topology';
import type { EndpointSliceObject } from '../../types';
import type { ProxierContext } from './context';
import { endpointChain, servicePortChains, type ServicePortChains } from './names';

/** An endpoint with the chain that leads to it. */
export interface PlannedEndpoint extends EndpointInfo {
  readonly chain: string;
}

/** What happens to traffic that no endpoint may take: a filter rule with this target and comment. */
export interface Refusal {
  readonly target: 'REJECT' | 'DROP';
  readonly comment: string;
}

/** Everything the rules of one service port are decided by (the head of syncProxyRules' loop). */
export interface PortPlan {
  readonly port: ServicePortInfo;
  readonly chains: ServicePortChains;
  /** Endpoints before any choice: large clusters are told by their number. */
  readonly endpointCount: number;
  readonly cluster: readonly PlannedEndpoint[];
  readonly local: readonly PlannedEndpoint[];
  readonly reachable: readonly PlannedEndpoint[];
  readonly hasEndpoints: boolean;
  readonly usesSvc: boolean;
  readonly usesSvl: boolean;
  readonly usesExt: boolean;
  readonly usesFw: boolean;
  /** Where packets for the clusterIP go; undefined: they are refused. */
  readonly internalChain: string | undefined;
  /** Where packets from outside go by policy; undefined: they are refused. */
  readonly externalChain: string | undefined;
  /** What is done with packets nobody may take. */
  readonly refusal: Refusal;
}

/** Decides which chains a service port has and where each kind of traffic goes. */
export function planPort(
  port: ServicePortInfo,
  slices: readonly EndpointSliceObject[],
  context: ProxierContext,
): PortPlan {
  const endpoints = endpointsOf(slices, port, context.family, context.node);
  const chosen = categorizeEndpoints(endpoints, port, context);
  const chains = servicePortChains(port);
  const planned = nameEndpoints(port, chosen.reachable);
  // Every chosen endpoint is among the reachable ones, in the same order.
  const pick = (list: readonly EndpointInfo[]): readonly PlannedEndpoint[] => {
    if (list === chosen.reachable) return planned;
    const members = new Set(list.map((endpoint) => endpoint.endpoint));
    return planned.filter((endpoint) => members.has(endpoint.endpoint));
  };
  const noLocal = chosen.local.length === 0;
  const accessible = isExternallyAccessible(port);
  const target = (isLocal: boolean): string | undefined => {
    if (!chosen.hasAny || (isLocal && noLocal)) return undefined;
    return isLocal ? chains.svl : chains.svc;
  };
  return {
    port,
    chains,
    endpointCount: endpoints.length,
    cluster: pick(chosen.cluster),
    local: pick(chosen.local),
    reachable: planned,
    hasEndpoints: chosen.hasAny,
    usesSvc: chosen.cluster.length > 0 && usesClusterEndpoints(port),
    usesSvl: !noLocal && usesLocalEndpoints(port),
    usesExt: chosen.hasAny && accessible,
    usesFw: chosen.hasAny && port.loadBalancerVIPs.length > 0 && port.sourceRanges.length > 0,
    internalChain: target(port.internalPolicyLocal),
    externalChain: target(port.externalPolicyLocal),
    refusal: chosen.hasAny
      ? { target: 'DROP', comment: `${port.name} has no local endpoints` }
      : { target: 'REJECT', comment: `${port.name} has no endpoints` },
  };
}

function nameEndpoints(port: ServicePortInfo, endpoints: readonly EndpointInfo[]): PlannedEndpoint[] {
  return endpoints.map((endpoint) => ({ ...endpoint, chain: endpointChain(port, endpoint.endpoint) }));
}
