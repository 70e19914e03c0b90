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
export interface PlannedEndpoint {
  readonly info: EndpointInfo;
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
  const reachable = chosen.reachable.map((info) => ({ info, chain: endpointChain(port, info.endpoint) }));
  const noLocal = chosen.local.length === 0;
  const target = (isLocal: boolean): string | undefined => {
    if (!chosen.hasAny || (isLocal && noLocal && context.features.dropsInFilter)) return undefined;
    return isLocal ? chains.svl : chains.svc;
  };
  return {
    port,
    chains,
    cluster: chosen.cluster === chosen.reachable ? reachable : pick(reachable, chosen.cluster),
    local: chosen.local === chosen.reachable ? reachable : pick(reachable, chosen.local),
    reachable,
    hasEndpoints: chosen.hasAny,
    usesSvc: chosen.cluster.length > 0 && usesClusterEndpoints(port),
    // 1.24 keeps the chain of a node without local endpoints: it marks packets for dropping.
    usesSvl: (context.features.dropsInFilter ? !noLocal : chosen.hasAny) && usesLocalEndpoints(port),
    usesExt: chosen.hasAny && isExternallyAccessible(port),
    usesFw: chosen.hasAny && port.loadBalancerVIPs.length > 0 && port.sourceRanges.length > 0,
    internalChain: target(port.internalPolicyLocal),
    externalChain: target(port.externalPolicyLocal),
  };
}

const NOBODY: readonly PlannedEndpoint[] = [];

/** Those of the reachable endpoints that are in a list: both have the order of the endpoints. */
function pick(reachable: readonly PlannedEndpoint[], list: readonly EndpointInfo[]): readonly PlannedEndpoint[] {
  if (list.length === 0) return NOBODY;
  const members = new Set(list);
  return reachable.filter(({ info }) => members.has(info));
}

/** How traffic that nobody may take is refused. */
export function refusalOf({ port, hasEndpoints }: PortPlan): Refusal {
  return hasEndpoints
    ? { target: 'DROP', comment: `${port.name} has no local endpoints` }
    : { target: 'REJECT', comment: `${port.name} has no endpoints` };
}
