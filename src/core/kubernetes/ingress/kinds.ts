import type { ClusterObjects, OtherObject } from '../types';

/** Kinds that say what a reverse proxy does with requests (networking.k8s.io, gateway.networking.k8s.io). */
export const ROUTING_KINDS = [
  'Ingress',
  'IngressClass',
  'HTTPRoute',
  'TLSRoute',
  'Gateway',
  'GatewayClass',
  'ReferenceGrant',
] as const;
/** Kinds with routing rules of their own. */
export const ROUTE_KINDS = ['Ingress', 'HTTPRoute', 'TLSRoute'] as const;
export type RouteKind = (typeof ROUTE_KINDS)[number];

const GROUPS = /^(?:networking\.k8s\.io|extensions|gateway\.networking\.k8s\.io)\//;

/** Is it one of {@link ROUTING_KINDS}, of a group that has them? */
export function isRoutingObject({ kind, apiVersion = 'networking.k8s.io/v1' }: OtherObject): boolean {
  return (ROUTING_KINDS as readonly string[]).includes(kind) && GROUPS.test(apiVersion);
}

/** Is it an Ingress, or a route of a Gateway? */
export function isRouteObject(object: OtherObject): boolean {
  return (ROUTE_KINDS as readonly string[]).includes(object.kind) && isRoutingObject(object);
}

/** Does a cluster have rules for requests? */
export function hasRoutes({ others }: Pick<ClusterObjects, 'others'>): boolean {
  return others?.some(isRoutingObject) ?? false;
}
