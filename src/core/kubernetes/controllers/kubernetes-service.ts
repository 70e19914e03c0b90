import { LABEL_SERVICE_NAME } from '../meta';
import type { ClusterSettings, EndpointSliceObject, NodeObject, ServiceObject } from '../types';
import { poolsOf, kubernetesIP } from './address-pool';
import { internalIPOf } from './nodes';

const API_SERVER_PORT = 6443;
const NAME = 'kubernetes';
const NAMESPACE = 'default';
/** On slices made here: they follow the Nodes. One that came with a cluster is what its API servers wrote. */
const FOLLOWS_NODES = 'rulewalk/follows-nodes';

/** The API server's own Service and slice, added to lists that do not have them. */
export interface WithKubernetesService {
  readonly services: readonly ServiceObject[];
  readonly endpointSlices: readonly EndpointSliceObject[];
}

/**
 * Keeps `default/kubernetes` as the API server does (pkg/controlplane/controller/kubernetesservice
 * and pkg/controlplane/reconcilers): the first clusterIP, port 443 to 6443 of the control-plane
 * Nodes, no selector. A cluster without Nodes has none.
 */
export function withKubernetesService(
  services: readonly ServiceObject[],
  endpointSlices: readonly EndpointSliceObject[],
  nodes: readonly NodeObject[],
  settings: ClusterSettings,
): WithKubernetesService {
  const [pool] = poolsOf(settings.serviceClusterIPRange);
  if (nodes.length === 0 || !pool) return { services, endpointSlices };
  const exists = services.some((service) => isKubernetes(service));
  const addresses = apiServersOf(nodes).flatMap((node) => internalIPOf(node, pool.family) ?? []);
  const slices = withSlice(endpointSlices, addresses, pool.family === 'ipv4' ? 'IPv4' : 'IPv6');
  return { services: exists ? services : [kubernetesService(kubernetesIP(pool)), ...services], endpointSlices: slices };
}

function isKubernetes(object: ServiceObject | EndpointSliceObject): boolean {
  return object.metadata.name === NAME && (object.metadata.namespace ?? NAMESPACE) === NAMESPACE;
}

/** Nodes labelled as control plane; if there are none, the first one. */
export function apiServersOf(nodes: readonly NodeObject[]): readonly NodeObject[] {
  const labelled = nodes.filter(({ metadata: { labels = {} } }) =>
    ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'].some((label) => label in labels),
  );
  return labelled.length > 0 ? labelled : nodes.slice(0, 1);
}

function kubernetesService(clusterIP: string): ServiceObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: NAME, namespace: NAMESPACE, labels: { component: 'apiserver', provider: 'kubernetes' } },
    spec: {
      type: 'ClusterIP',
      clusterIP,
      clusterIPs: [clusterIP],
      ipFamilies: [clusterIP.includes(':') ? 'IPv6' : 'IPv4'],
      ipFamilyPolicy: 'SingleStack',
      internalTrafficPolicy: 'Cluster',
      sessionAffinity: 'None',
      ports: [{ name: 'https', protocol: 'TCP', port: 443, targetPort: API_SERVER_PORT }],
    },
    status: { loadBalancer: {} },
  };
}

function withSlice(
  slices: readonly EndpointSliceObject[],
  addresses: readonly string[],
  addressType: 'IPv4' | 'IPv6',
): readonly EndpointSliceObject[] {
  const given = slices.find((slice) => isOfKubernetes(slice));
  const known = (given?.endpoints ?? []).flatMap((endpoint) => endpoint.addresses ?? []);
  const wanted = addresses.toSorted();
  const isOthers = given !== undefined && !given.metadata.annotations?.[FOLLOWS_NODES] && known.length > 0;
  const isCurrent = known.length === wanted.length && known.every((ip, index) => ip === wanted[index]);
  if (isOthers || isCurrent || wanted.length === 0) return slices;
  const slice: EndpointSliceObject = {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: NAME,
      namespace: NAMESPACE,
      labels: { [LABEL_SERVICE_NAME]: NAME },
      annotations: { [FOLLOWS_NODES]: 'true' },
    },
    addressType,
    ports: [{ name: 'https', protocol: 'TCP', port: API_SERVER_PORT }],
    // No nodeName: to every kube-proxy the API server is a remote endpoint.
    endpoints: wanted.map((address) => ({ addresses: [address], conditions: { ready: true } })),
  };
  return given ? slices.map((entry) => (entry === given ? slice : entry)) : [slice, ...slices];
}

function isOfKubernetes(slice: EndpointSliceObject): boolean {
  return slice.metadata.labels?.[LABEL_SERVICE_NAME] === NAME && (slice.metadata.namespace ?? NAMESPACE) === NAMESPACE;
}
