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
import { endpointBase, REJECT_CHAIN, servicePortBase } from './names';

/** An endpoint with the names of its chain and its affinity set. */
export interface PlannedEndpoint {
  readonly info: EndpointInfo;
  readonly chain: string;
  readonly affinitySet: string;
}

/** Everything the rules of one service port are decided by (the head of syncProxyRules' loop). */
export interface PortPlan {
  readonly port: ServicePortInfo;
  readonly base: string;
  readonly cluster: readonly PlannedEndpoint[];
  readonly local: readonly PlannedEndpoint[];
  readonly reachable: readonly PlannedEndpoint[];
  readonly hasEndpoints: boolean;
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
  const chosen = categorizeEndpoints(endpointsOf(slices, port, context.family, context.node), port, context);
  const base = servicePortBase(port);
  const reachable = chosen.reachable.map((info) => planEndpoint(port, info));
  const target = (isLocal: boolean): string | undefined => {
    if (!chosen.hasAny || (isLocal && chosen.local.length === 0)) return undefined;
    return `${isLocal ? 'local' : 'service'}-${base}`;
  };
  return {
    port,
    base,
    cluster: chosen.cluster === chosen.reachable ? reachable : pick(reachable, chosen.cluster),
    local: chosen.local === chosen.reachable ? reachable : pick(reachable, chosen.local),
    reachable,
    hasEndpoints: chosen.hasAny,
    usesService: chosen.cluster.length > 0 && usesClusterEndpoints(port),
    usesLocal: chosen.local.length > 0 && usesLocalEndpoints(port),
    usesExternal: chosen.hasAny && isExternallyAccessible(port),
    usesFirewall: port.loadBalancerVIPs.length > 0 && port.sourceRanges.length > 0,
    internalChain: target(port.internalPolicyLocal),
    externalChain: target(port.externalPolicyLocal),
    refusal: chosen.hasAny ? 'drop' : `goto ${REJECT_CHAIN}`,
  };
}

function planEndpoint(port: ServicePortInfo, info: EndpointInfo): PlannedEndpoint {
  const base = endpointBase(port, info);
  return { info, chain: `endpoint-${base}`, affinitySet: `affinity-${base}` };
}

const NOBODY: readonly PlannedEndpoint[] = [];

/** Those of the reachable endpoints that are in a list: both have the order of the endpoints. */
function pick(reachable: readonly PlannedEndpoint[], list: readonly EndpointInfo[]): readonly PlannedEndpoint[] {
  if (list.length === 0) return NOBODY;
  const members = new Set(list);
  return reachable.filter(({ info }) => members.has(info));
}
