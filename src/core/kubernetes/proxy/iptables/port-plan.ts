import type { EndpointInfo } from '../../endpoint';
import {
  isExternallyAccessible,
  usesClusterEndpoints,
  usesLocalEndpoints,
  type ServicePortInfo,
} from '../../service-port';
import type { EndpointSliceObject } from '../../types';
import { chooseEndpoints, type ChosenEndpoints } from '../shared/chosen-endpoints';
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
export interface PortPlan extends ChosenEndpoints<PlannedEndpoint> {
  readonly port: ServicePortInfo;
  readonly chains: ServicePortChains;
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
  const chosen = chooseEndpoints(port, slices, context, (info): PlannedEndpoint => {
    return { info, chain: endpointChain(port, info.endpoint) };
  });
  const { cluster, local, reachable, hasEndpoints } = chosen;
  const chains = servicePortChains(port);
  const noLocal = local.length === 0;
  const target = (isLocal: boolean): string | undefined => {
    if (!hasEndpoints || (isLocal && noLocal && context.features.dropsInFilter)) return undefined;
    return isLocal ? chains.svl : chains.svc;
  };
  return {
    port,
    chains,
    cluster,
    local,
    reachable,
    hasEndpoints,
    usesSvc: cluster.length > 0 && usesClusterEndpoints(port),
    // 1.24 keeps the chain of a node without local endpoints: it marks packets for dropping.
    usesSvl: (context.features.dropsInFilter ? !noLocal : hasEndpoints) && usesLocalEndpoints(port),
    usesExt: hasEndpoints && isExternallyAccessible(port),
    usesFw: hasEndpoints && port.loadBalancerVIPs.length > 0 && port.sourceRanges.length > 0,
    internalChain: target(port.internalPolicyLocal),
    externalChain: target(port.externalPolicyLocal),
  };
}

/** How traffic that nobody may take is refused. */
export function refusalOf({ port, hasEndpoints }: PortPlan): Refusal {
  return hasEndpoints
    ? { target: 'DROP', comment: `${port.name} has no local endpoints` }
    : { target: 'REJECT', comment: `${port.name} has no endpoints` };
}
