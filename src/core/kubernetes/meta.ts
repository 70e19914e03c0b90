import type { ObjectMeta } from './types';

/** Well-known labels and annotations (k8s.io/api discovery/v1, core/v1). */
export const LABEL_SERVICE_NAME = 'kubernetes.io/service-name';
export const LABEL_MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';
export const LABEL_HEADLESS = 'service.kubernetes.io/headless';
export const LABEL_PROXY_NAME = 'service.kubernetes.io/service-proxy-name';
export const LABEL_ZONE = 'topology.kubernetes.io/zone';
export const ANNOTATION_TOPOLOGY_HINTS = 'service.kubernetes.io/topology-aware-hints';
export const ANNOTATION_TOPOLOGY_MODE = 'service.kubernetes.io/topology-mode';
export const ENDPOINTSLICE_CONTROLLER = 'endpointslice-controller.k8s.io';

/** The namespace of a namespaced object; `default` when it is left out, as kubectl does. */
export function namespaceOf(object: { readonly metadata: ObjectMeta }): string {
  return object.metadata.namespace ?? 'default';
}

/** `namespace/name`. */
export function namespacedName(object: { readonly metadata: ObjectMeta }): string {
  return `${namespaceOf(object)}/${object.metadata.name}`;
}

/** Orders texts by their UTF-16 units, as Go's sort of ASCII strings does (no locale). */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
