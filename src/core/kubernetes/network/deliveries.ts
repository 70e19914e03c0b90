import type { Memo } from '../../lib/memo';
import type { Route } from '../../linux/routing/fib';
import { hostCidr, parseIp } from '../../net/ip';
import { isNodeReady } from '../controllers/deployment';
import { namespacedName, type ClusterObjects, type ServiceObject } from '../types';
import { slicesByService } from '../endpoint';
import type { NetworkPlan, NodePlan } from './plan';

/**
 * The client's routes to addresses that no machine has: what an external load balancer, or whoever
 * routes an externalIP, does. Without being told, each goes to the first Ready node; with
 * externalTrafficPolicy Local to the first that has a ready endpoint, as the health check finds it.
 */
export function deliveries(cluster: ClusterObjects, plan: NetworkPlan, memo: Memo): Route[] {
  const wanted = plan.options.via ?? defaultDeliveries(cluster, memo);
  return Object.entries(wanted).flatMap(([address, name]) => {
    const node = plan.nodes.find((candidate) => candidate.name === name);
    const route = node && routeVia(address, node);
    return route ? [route] : [];
  });
}

function routeVia(text: string, node: NodePlan): Route | undefined {
  const parsed = parseIp(text);
  if (!parsed.ok) return undefined;
  const via = node.internalIPs.find((address) => address.family === parsed.value.family);
  return via && { table: 'main', type: 'unicast', dst: hostCidr(parsed.value), via, dev: 'eth0' };
}

function defaultDeliveries(cluster: ClusterObjects, memo: Memo): Record<string, string> {
  const owned = new Set(cluster.nodes.flatMap((node) => (node.status.addresses ?? []).map((entry) => entry.address)));
  const entries = cluster.services.flatMap((service) => {
    const ingress = (service.status?.loadBalancer?.ingress ?? []).flatMap((entry) => entry.ip ?? []);
    const addresses = [...ingress, ...(service.spec.externalIPs ?? [])].filter((address) => !owned.has(address));
    const node = addresses.length === 0 ? undefined : servingNode(service, cluster, memo);
    return node === undefined ? [] : addresses.map((address) => [address, node] as const);
  });
  return Object.fromEntries(entries);
}

function servingNode(service: ServiceObject, cluster: ClusterObjects, memo: Memo): string | undefined {
  const ready = cluster.nodes.filter(isNodeReady).map((node) => node.metadata.name);
  if (service.spec.externalTrafficPolicy !== 'Local') return ready[0];
  const slices = slicesByService(cluster.endpointSlices, memo).get(namespacedName(service)) ?? [];
  const serving = new Set(
    slices.flatMap((slice) =>
      (slice.endpoints ?? []).flatMap(({ conditions, nodeName }) => (conditions?.ready !== false && nodeName) || []),
    ),
  );
  return ready.find((name) => serving.has(name)) ?? ready[0];
}
