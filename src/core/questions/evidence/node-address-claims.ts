import { nameKey } from '../../document/edits/offered-flows';
import { readKubeProxySettings } from '../../document/edits/cluster-config';
import { listFrontAddresses, type ClusterObjects, type NodeObject, type ServiceObject } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { pathOfService } from './told-pods';

/** Addresses of a Service besides its own that kube-proxy binds to kube-ipvs0 on every node (pkg/proxy/ipvs/proxier.go: syncService of externalIPs and of ingress). */
const listBound = (service: ServiceObject): readonly string[] => [
  ...(service.spec.externalIPs ?? []),
  ...listFrontAddresses(service).flatMap(({ ip, hostname }) => (hostname === undefined ? [ip] : [])),
];

const holds = (node: NodeObject, address: string): boolean =>
  (node.status.addresses ?? []).some((each) => each.type !== 'Hostname' && each.address === address);

function claim(service: ServiceObject, address: string, node: NodeObject | undefined): EvidenceFinding {
  const ports = (service.spec.ports ?? []).map(({ port, protocol = 'TCP' }) => `${port}/${protocol}`).join(', ');
  const values = { service: nameKey(service), address, node: node?.metadata.name ?? 'none', ports };
  return {
    id: 'node-address-claimed',
    severity: node ? 'error' : 'warning',
    says: phrase('evidence.node-address-claimed', values),
    next: phrase('evidence.next.node-address-claimed', values),
    ...(node ? {} : { isOpen: true }),
    path: pathOfService(service),
  };
}

/**
 * A Service whose external address is a Node's, with kube-proxy in IPVS mode: every node takes it for its own then, and what others send to that
 * Node ends at themselves. Where no text tells the Nodes' addresses, it is asked.
 */
export function findClaimedAddresses(told: ClusterObjects): readonly EvidenceFinding[] {
  if (readKubeProxySettings(told).mode !== 'ipvs') return [];
  const isTold = told.nodes.some(({ status }) => (status.addresses ?? []).length > 0);
  const claims = told.services.flatMap((service) => listBound(service).map((address) => ({ service, address })));
  const found = claims.flatMap(({ service, address }) => {
    const node = told.nodes.find((each) => holds(each, address));
    return node || !isTold ? [claim(service, address, node)] : [];
  });
  return found.slice(0, 3);
}
