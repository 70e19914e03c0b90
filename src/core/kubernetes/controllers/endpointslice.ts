import type { IpFamily } from '../../net/ip';
import {
  ENDPOINTSLICE_CONTROLLER,
  LABEL_HEADLESS,
  LABEL_MANAGED_BY,
  LABEL_SERVICE_NAME,
  namespacedName,
  namespaceOf,
} from '../meta';
import { familyOfText } from '../service-port';
import type { Endpoint, EndpointSliceObject, Labels, NodeObject, PodObject, ServiceObject } from '../types';
import { podEndpoint, type PodEndpoint, type SlicePort } from './endpoint-pods';
import { withHints } from './hints';
import { suffix } from './suffix';

/** `--max-endpoints-per-slice`. */
export const MAX_ENDPOINTS_PER_SLICE = 100;

/** Does the controller make slices for this Service? It needs a selector and must not be an ExternalName. */
export function hasEndpointSlices(service: ServiceObject): boolean {
  return service.spec.type !== 'ExternalName' && Object.keys(service.spec.selector ?? {}).length > 0;
}

/**
 * The EndpointSlices of a Service made from the Pods its selector finds
 * (staging/src/k8s.io/endpointslice/reconciler.go), as they stand when made all at once: per family
 * and set of ports, filled to 100 in the order of the Pods. Without any endpoint: one empty slice a
 * family.
 */
export function endpointSlicesOf(
  service: ServiceObject,
  pods: readonly PodObject[],
  nodes: readonly NodeObject[],
): readonly EndpointSliceObject[] {
  const byName = new Map(nodes.map((node) => [node.metadata.name, node]));
  const slices = familiesOf(service).flatMap((family) => {
    const endpoints = pods.flatMap((pod) => podEndpoint(pod, service, family, byName) ?? []);
    const packed = pack(endpoints);
    return packed.map(({ ports, chunk }, index) => sliceOf(service, family, { ports, chunk, index }));
  });
  return withHints(service, slices, nodes);
}

/** The families of a Service; a headless one without any named has that of its cluster's Pods: IPv4. */
function familiesOf(service: ServiceObject): IpFamily[] {
  const { ipFamilies, clusterIPs, clusterIP } = service.spec;
  if (ipFamilies && ipFamilies.length > 0) return ipFamilies.map((family) => (family === 'IPv4' ? 'ipv4' : 'ipv6'));
  const found = (clusterIPs ?? [clusterIP ?? '']).flatMap((ip) => familyOfText(ip) ?? []);
  return found.length > 0 ? found : ['ipv4'];
}

interface Packed {
  readonly ports: readonly SlicePort[];
  readonly chunk: readonly Endpoint[];
}

/** Groups endpoints by their ports and cuts each group into slices. */
function pack(endpoints: readonly PodEndpoint[]): Packed[] {
  const groups = new Map<string, { ports: readonly SlicePort[]; endpoints: Endpoint[] }>();
  for (const { endpoint, ports } of endpoints) {
    const key = JSON.stringify(ports);
    const group = groups.get(key);
    if (group) group.endpoints.push(endpoint);
    else groups.set(key, { ports, endpoints: [endpoint] });
  }
  if (groups.size === 0) return [{ ports: [], chunk: [] }];
  return [...groups.values()].flatMap((group) => {
    const chunks: Packed[] = [];
    for (let at = 0; at < group.endpoints.length; at += MAX_ENDPOINTS_PER_SLICE) {
      chunks.push({ ports: group.ports, chunk: group.endpoints.slice(at, at + MAX_ENDPOINTS_PER_SLICE) });
    }
    return chunks;
  });
}

function sliceOf(
  service: ServiceObject,
  family: IpFamily,
  { ports, chunk, index }: Packed & { index: number },
): EndpointSliceObject {
  const { name } = service.metadata;
  const purpose = `endpointslice ${namespacedName(service)} ${family} ${index}`;
  const headless: Labels = service.spec.clusterIP === 'None' ? { [LABEL_HEADLESS]: '' } : {};
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: `${name}-${suffix(0, purpose)}`,
      generateName: `${name}-`,
      namespace: namespaceOf(service),
      labels: {
        ...service.metadata.labels,
        [LABEL_SERVICE_NAME]: name,
        [LABEL_MANAGED_BY]: ENDPOINTSLICE_CONTROLLER,
        ...headless,
      },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Service', name }],
    },
    addressType: family === 'ipv4' ? 'IPv4' : 'IPv6',
    ports,
    endpoints: chunk,
  };
}
