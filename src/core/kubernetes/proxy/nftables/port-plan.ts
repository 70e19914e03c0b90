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
import { endpointBase, REJECT_CHAIN, servicePortBase } from './names';

/** An endpoint with the names of its chain and its affinity set. */
export interface PlannedEndpoint {
  readonly info: EndpointInfo;
  readonly chain: string;
  readonly affinitySet: string;
}

/** Everything the rules of one service port are decided by (the head of syncProxyRules' loop). */
export interface PortPlan extends ChosenEndpoints<PlannedEndpoint> {
  readonly port: ServicePortInfo;
  readonly base: string;
  readonly usesService: boolean;
  readonly usesLocal: boolean;
  readonly usesExternal: boolean;
  readonly usesFirewall: boolean;
  /** Where packets for the clusterIP go; undefined: nobody on this node may take them. */
  readonly internalChain: string | undefined;
  /** Where packets from outside go by policy; undefined: nobody on this node may take them. */
  readonly externalChain: string | undefined;
  /** What becomes of packets nobody may take. */
  readonly refusal: string;
}

/** Decides which chains a service port has and where each kind of traffic goes. */
export function planPort(
  port: ServicePortInfo,
  slices: readonly EndpointSliceObject[],
  context: ProxierContext,
): PortPlan {
  const chosen = chooseEndpoints(port, slices, context, (info) => planEndpoint(port, info));
  const { cluster, local, reachable, hasEndpoints } = chosen;
  const base = servicePortBase(port);
  const target = (isLocal: boolean): string | undefined => {
    if (!hasEndpoints || (isLocal && local.length === 0)) return undefined;
    return `${isLocal ? 'local' : 'service'}-${base}`;
  };
  return {
    port,
    base,
    cluster,
    local,
    reachable,
    hasEndpoints,
    usesService: cluster.length > 0 && usesClusterEndpoints(port),
    usesLocal: local.length > 0 && usesLocalEndpoints(port),
    usesExternal: hasEndpoints && isExternallyAccessible(port),
    usesFirewall: context.features.firewallChains && port.loadBalancerVIPs.length > 0 && port.sourceRanges.length > 0,
    internalChain: target(port.internalPolicyLocal),
    externalChain: target(port.externalPolicyLocal),
    refusal: hasEndpoints ? 'drop' : `goto ${REJECT_CHAIN}`,
  };
}

function planEndpoint(port: ServicePortInfo, info: EndpointInfo): PlannedEndpoint {
  const base = endpointBase(port, info);
  return { info, chain: `endpoint-${base}`, affinitySet: `affinity-${base}` };
}
