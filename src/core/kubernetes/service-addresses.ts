import { once } from '../lib/memo';
import { printedIp } from '../net/ip';
import { listFrontAddresses, type ServiceObject } from './types';

/** Every address a Service is asked at, as it is printed: its own, external ones, and those of its load balancer. */
export function addressesOfService(service: ServiceObject): readonly string[] {
  const { spec } = service;
  const own = [spec.clusterIP, ...(spec.clusterIPs ?? []), ...(spec.externalIPs ?? [])];
  const balanced = listFrontAddresses(service).map(({ ip }) => ip);
  return [...own, ...balanced].flatMap((text) => (text === undefined ? [] : (printedIp(text) ?? [])));
}

/** The same, worked out once for each object. */
export const knownAddresses = once(addressesOfService);
