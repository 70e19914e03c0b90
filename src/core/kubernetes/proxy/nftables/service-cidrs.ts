import type { OtherObject } from '../../types';
import type { SyncInput } from '../mode';
import { cidrFamily } from '../shared/cidr-family';
import { featuresOf } from './features';

/**
 * The ServiceCIDRs of the family that kube-proxy knows: it reads the objects from 1.33 on
 * (MultiCIDRServiceAllocator), in the order they come.
 */
export function serviceCIDRsOf(input: SyncInput): string[] {
  const { serviceCIDRs, cluster, family } = input;
  const objects = featuresOf(input).serviceCIDRs ? (cluster.others ?? []) : [];
  const known = serviceCIDRs ?? objects.flatMap(cidrsOf);
  return known.filter((text) => cidrFamily(text) === family);
}

/** `spec.cidrs` of a ServiceCIDR (networking.k8s.io); none of any other kind. */
function cidrsOf(object: OtherObject & { readonly spec?: unknown }): string[] {
  const { kind, spec } = object;
  if (kind !== 'ServiceCIDR' || typeof spec !== 'object' || spec === null || !('cidrs' in spec)) return [];
  return Array.isArray(spec.cidrs) ? spec.cidrs.filter((text): text is string => typeof text === 'string') : [];
}
