import type { EndpointInfo } from '../../../endpoint';
import type { ServicePortInfo } from '../../../service-port';
import type { ProxierContext } from '../context';
import { endpointChain, servicePortChains, type ServicePortChains } from '../names';
import type { PlannedEndpoint, PortPlan } from '../port-plan';

/** What decides the rules of one service port up to 1.23. */
export interface LegacyPlan extends PortPlan {
  /** externalTrafficPolicy Local of a NodePort or LoadBalancer: KUBE-XLB. */
  readonly onlyLocal: boolean;
  readonly chains: ServicePortChains;
}

/**
 * Plans a service port as kube-proxy up to 1.23 did: ready endpoints only; internalTrafficPolicy
 * Local (from 1.22) leaves out those of other nodes before anything is decided.
 */
export function planLegacyPort(
  port: ServicePortInfo,
  endpoints: readonly EndpointInfo[],
  { features }: ProxierContext,
): LegacyPlan {
  const { type, externalTrafficPolicy } = port.service.spec;
  const onlyLocal = externalTrafficPolicy === 'Local' && (type === 'NodePort' || type === 'LoadBalancer');
  const internalOnly = features.internalPolicy && port.internalPolicyLocal && !onlyLocal;
  const usable = endpoints.filter(({ ready, isLocal }) => ready && (isLocal || !internalOnly));
  const cluster = usable.map((info): PlannedEndpoint => ({ info, chain: endpointChain(port, info.endpoint) }));
  const local = onlyLocal ? cluster.filter(({ info }) => info.isLocal) : [];
  const chains = servicePortChains(port);
  const hasEndpoints = cluster.length > 0;
  return {
    port,
    chains,
    onlyLocal,
    cluster,
    local,
    reachable: cluster,
    hasEndpoints,
    usesSvc: hasEndpoints,
    usesSvl: false,
    usesExt: false,
    usesFw: hasEndpoints && port.loadBalancerVIPs.length > 0,
    internalChain: hasEndpoints ? chains.svc : undefined,
    externalChain: hasEndpoints ? (onlyLocal ? chains.xlb : chains.svc) : undefined,
  };
}

/** An address as a match spells it: with its full length up to 1.22. */
export function addressText(address: string, { features, family }: ProxierContext): string {
  if (features.bareAddresses) return address;
  return `${address}/${family === 'ipv6' ? 128 : 32}`;
}
