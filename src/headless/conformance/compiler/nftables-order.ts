import { elementText } from '../../../core/kubernetes/proxy/shared/element-text';
import type { NftPort, SyncPlan } from '../../../core/kubernetes/proxy/nftables/sync-proxy-rules';

/** kube-proxy's own random order of service ports, read off its text: then every byte can be compared. */
export function inRecordedOrder(plan: SyncPlan, text: string): SyncPlan {
  const places = new Map(plan.ports.map((port) => [port, placeOf(port, text)] as const));
  return { ...plan, ports: plan.ports.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)) };
}

/** Where the text decides about the port's clusterIP: a line that no other port has. */
function placeOf({ transaction }: NftPort, text: string): number {
  const own = transaction.elements.find(({ set }) => set.name === 'service-ips' || set.name === 'no-endpoint-services');
  return own ? text.indexOf(`${own.set.name} { ${elementText(own.element)} }`) : -1;
}
