import { once } from '../lib/memo';
import type { ClusterObjects, OtherObject } from './types';

/** An object of networking.k8s.io that says which addresses Services may have. */
interface ServiceCidrObject extends OtherObject {
  readonly kind: 'ServiceCIDR';
  readonly spec?: unknown;
}

/** Is it a ServiceCIDR? */
export function isServiceCidr(object: OtherObject): object is ServiceCidrObject {
  return object.kind === 'ServiceCIDR';
}

/** `spec.cidrs` of a ServiceCIDR; none of any other kind. */
export function cidrsOfServices(object: OtherObject): string[] {
  const spec = isServiceCidr(object) ? object.spec : undefined;
  if (typeof spec !== 'object' || spec === null || !('cidrs' in spec)) return [];
  return Array.isArray(spec.cidrs) ? spec.cidrs.filter((text): text is string => typeof text === 'string') : [];
}

/** The ServiceCIDR that the API server makes of `--service-cluster-ip-range` when it starts. */
const DEFAULT_NAME = 'kubernetes';

/** The ServiceCIDR `kubernetes` with these ranges. */
export function defaultServiceCidr(cidrs: readonly string[]): OtherObject & { readonly spec: unknown } {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'ServiceCIDR',
    metadata: { name: DEFAULT_NAME },
    spec: { cidrs },
  };
}

/**
 * A cluster with the ServiceCIDR that the API server keeps there (pkg/controlplane/controller/defaultservicecidr);
 * unless it has one of that name already. It is the first: the API server makes it before anybody adds another.
 *
 * @param ranges `--service-cluster-ip-range`
 */
export const withDefaultServiceCidr = once(
  (cluster: ClusterObjects, _memo, ranges: readonly string[]): ClusterObjects => {
    const others = cluster.others ?? [];
    if (others.some((each) => isServiceCidr(each) && each.metadata?.name === DEFAULT_NAME)) return cluster;
    return { ...cluster, others: [defaultServiceCidr(ranges), ...others] };
  },
);
