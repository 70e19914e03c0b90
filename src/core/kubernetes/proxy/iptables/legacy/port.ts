import type { EndpointInfo } from '../../../endpoint';
import type { ServicePortInfo } from '../../../service-port';
import {
  type ProxierContext,
  endpointChain,
  servicePortChains,
  type ServicePortChains,
  type PlannedEndpoint,
  type PortPlan,
} from '../context';

/** What decides the rules of one service port up to 1.23. */
export interface LegacyPlan extends PortPlan {
  /** externalTrafficPolicy Local of a NodePort or LoadBalancer: KUBE-XLB. */
  readonly onlyLocal: boolean;
  readonly chains: ServicePortChains;
}

/**
 * Plans a service port as kube-proxy up to 1.23 did: ready endpoints only; internalTrafficPolicy
 * Local (from 1.22) leaves out those of other nodes before anything is decided. Up to 1.22.3 of 1.22 those
 * that are not ready count too, and have chains that nothing leads to.
 */
export function planLegacyPort(
  port: ServicePortInfo,
  endpoints: readonly EndpointInfo[],
  { features }: ProxierContext,
): LegacyPlan {
  const { type, externalTrafficPolicy } = port.service.spec;
  const onlyLocal = externalTrafficPolicy === 'Local' && (type === 'NodePort' || type === 'LoadBalancer');
  const internalOnly = features.internalPolicy && port.internalPolicyLocal && !onlyLocal;
  const keepsNotReady = features.keepsNotReady && !features.ignoresNotReady;
  const known = endpoints.filter(({ isLocal }) => isLocal || !internalOnly);
  const falls = onlyLocal && features.terminatingEndpoints && !known.some(({ ready, isLocal }) => ready && isLocal);
  const isLocalUse = ({ info: { ready, isLocal, serving, terminating } }: PlannedEndpoint): boolean =>
    isLocal && (falls ? serving && terminating : ready);
  const planned = known.map((info): PlannedEndpoint => ({ info, chain: endpointChain(port, info.endpoint) }));
  const cluster = planned.filter(({ info }) => info.ready);
  const local = onlyLocal ? planned.filter(isLocalUse) : [];
  const reachable = keepsNotReady ? planned : planned.filter((each) => each.info.ready || local.includes(each));
  const chains = servicePortChains(port);
  const hasEndpoints = reachable.length > 0;
  return {
    port,
    chains,
    onlyLocal,
    cluster,
    local,
    reachable,
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
