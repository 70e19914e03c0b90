import { EXHAUSTED, finding, type Finding } from '../finding';
import { familyOfText } from '../service-port';
import type { ClusterSettings, ServiceObject } from '../types';
import { firstFree, poolsOf, type AddressPool } from './address-pool';

/** Where load balancers get addresses when the settings name no pool (RFC 5737, RFC 3849). */
export const DEFAULT_LOAD_BALANCER_POOL: readonly string[] = ['198.51.100.0/24', '2001:db8:100::/64'];

/**
 * The cloud's part: a Service of type LoadBalancer without an address gets `spec.loadBalancerIP`,
 * or the first free address of the pool in each of its families, as MetalLB does.
 */
export function assignLoadBalancers(
  services: readonly ServiceObject[],
  settings: ClusterSettings,
  findings: Finding[],
): readonly ServiceObject[] {
  if (!services.some(needsAddress)) return services;
  const pools = poolsOf(settings.loadBalancerPool ?? DEFAULT_LOAD_BALANCER_POOL);
  const used = new Set(services.flatMap(ingressIPs));
  return services.map((service) => (needsAddress(service) ? withIngress(service, pools, used, findings) : service));
}

/** A class of its own means another controller takes care of it. */
function needsAddress(service: ServiceObject): boolean {
  const { type, loadBalancerClass } = service.spec;
  if (type !== 'LoadBalancer' || loadBalancerClass) return false;
  return (service.status?.loadBalancer?.ingress ?? []).length === 0;
}

function ingressIPs(service: ServiceObject): string[] {
  return (service.status?.loadBalancer?.ingress ?? []).flatMap((entry) => entry.ip ?? []);
}

function withIngress(
  service: ServiceObject,
  pools: readonly AddressPool[],
  used: Set<string>,
  findings: Finding[],
): ServiceObject {
  const wanted = service.spec.loadBalancerIP;
  const families = (service.spec.clusterIPs ?? []).flatMap((ip) => familyOfText(ip) ?? []);
  const addresses = wanted
    ? [wanted]
    : families.flatMap((family) => {
        const pool = pools.find((candidate) => candidate.family === family);
        return (pool && firstFree(pool, used, 1, pool.size - 1)) ?? [];
      });
  if (addresses.length === 0) {
    findings.push(finding(service, EXHAUSTED, 'status.loadBalancer', 'load-balancer-pool-full'));
    return service;
  }
  for (const address of addresses) used.add(address);
  const ingress = addresses.map((ip) => ({ ip }));
  return { ...service, status: { ...service.status, loadBalancer: { ingress } } };
}
