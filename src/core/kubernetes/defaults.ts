import { Memo, once } from '../lib/memo';
import {
  LABEL_SERVICE_NAME,
  type ClusterObjects,
  type Container,
  type DeploymentObject,
  type EndpointSliceObject,
  type ObjectMeta,
  type PodObject,
  type PodSpec,
  type ServiceObject,
  type ServicePort,
} from './types';

/**
 * The defaults the API server fills in before anything is stored (pkg/apis/core/v1/defaults.go,
 * pkg/apis/discovery/v1/defaults.go, pkg/apis/apps/v1/defaults.go). Objects that need none are
 * returned as they are, and so are whole lists, so that identity can be used as a cache key.
 */
export function withDefaults(cluster: ClusterObjects, memo = new Memo()): ClusterObjects {
  const pods = defaultPods(cluster.pods, memo);
  const deployments = defaultDeployments(cluster.deployments, memo);
  const services = defaultServices(cluster.services, memo);
  const endpointSlices = defaultEndpointSlices(cluster.endpointSlices, memo);
  const unchanged =
    pods === cluster.pods &&
    deployments === cluster.deployments &&
    services === cluster.services &&
    endpointSlices === cluster.endpointSlices;
  return unchanged ? cluster : { ...cluster, pods, deployments, services, endpointSlices };
}

/** Maps lists object by object, each list and each object only once; the same list if nothing changes. */
function inEach<T extends object>(fill: (object: T) => T): (list: readonly T[], memo: Memo) => readonly T[] {
  const filled = once(fill);
  return once((list: readonly T[], memo) => {
    const next = list.map((object) => filled(object, memo));
    return next.some((object, at) => object !== list[at]) ? next : list;
  });
}

function inNamespace<T extends { readonly metadata: ObjectMeta }>(object: T): T {
  if (object.metadata.namespace !== undefined) return object;
  return { ...object, metadata: { ...object.metadata, namespace: 'default' } };
}

/** Fills a Service: type, protocols, targetPorts, policies, affinity timeout, ipMode. */
export function defaultService(given: ServiceObject): ServiceObject {
  const service = inNamespace(given);
  const { spec } = service;
  const type = spec.type ?? 'ClusterIP';
  const proxied = type !== 'ExternalName';
  const outside = type === 'NodePort' || type === 'LoadBalancer' || (spec.externalIPs ?? []).length > 0;
  const fill: Partial<ServiceObject['spec']> = {
    ...(spec.type ? {} : { type }),
    ...(spec.sessionAffinity ? {} : { sessionAffinity: 'None' }),
    ...(proxied && outside && !spec.externalTrafficPolicy ? { externalTrafficPolicy: 'Cluster' } : {}),
    ...(proxied && !spec.internalTrafficPolicy ? { internalTrafficPolicy: 'Cluster' } : {}),
    ...(type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts === undefined
      ? { allocateLoadBalancerNodePorts: true }
      : {}),
    ...affinityDefault(spec),
  };
  const ports = spec.ports?.map(defaultServicePort);
  const portsChanged = ports?.some((port, index) => port !== spec.ports?.[index]) ?? false;
  if (Object.keys(fill).length === 0 && !portsChanged) return withIngressMode(service);
  return withIngressMode({ ...service, spec: { ...spec, ...fill, ...(ports ? { ports } : {}) } });
}

function affinityDefault(spec: ServiceObject['spec']): Partial<ServiceObject['spec']> {
  if (spec.sessionAffinity !== 'ClientIP') return {};
  if (spec.sessionAffinityConfig?.clientIP?.timeoutSeconds !== undefined) return {};
  return { sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } } };
}

function defaultServicePort(port: ServicePort): ServicePort {
  if (port.protocol && port.targetPort !== undefined && port.targetPort !== 0 && port.targetPort !== '') return port;
  return { ...port, protocol: port.protocol ?? 'TCP', targetPort: port.targetPort ? port.targetPort : port.port };
}

function withIngressMode(service: ServiceObject): ServiceObject {
  const ingress = service.status?.loadBalancer?.ingress;
  if (!ingress?.some((entry) => entry.ip && !entry.ipMode)) return service;
  const filled = ingress.map((entry) => (entry.ip && !entry.ipMode ? { ...entry, ipMode: 'VIP' as const } : entry));
  return {
    ...service,
    status: { ...service.status, loadBalancer: { ...service.status?.loadBalancer, ingress: filled } },
  };
}

/** Fills a slice's ports: an absent name is the empty name, an absent protocol is TCP. */
export function defaultEndpointSlice(given: EndpointSliceObject): EndpointSliceObject {
  const slice = inNamespace(given);
  if (!slice.ports?.some((port) => port.name === undefined || port.protocol === undefined)) return slice;
  const ports = slice.ports.map((port) => ({ ...port, name: port.name ?? '', protocol: port.protocol ?? 'TCP' }));
  return { ...slice, ports };
}

/** Fills a Pod's container ports; hostNetwork Pods get their ports as hostPorts. */
export function defaultPod(given: PodObject): PodObject {
  const pod = inNamespace(given);
  const spec = defaultPodSpec(pod.spec);
  return spec === pod.spec ? pod : { ...pod, spec };
}

function defaultPodSpec(spec: PodSpec): PodSpec {
  const containers = defaultContainers(spec.containers, spec.hostNetwork ?? false);
  const initContainers = defaultContainers(spec.initContainers, spec.hostNetwork ?? false);
  if (containers === spec.containers && initContainers === spec.initContainers) return spec;
  return { ...spec, ...(containers ? { containers } : {}), ...(initContainers ? { initContainers } : {}) };
}

function defaultContainers<T extends Container>(
  containers: readonly T[] | undefined,
  hostNetwork: boolean,
): readonly T[] | undefined {
  const needs = (container: T): boolean =>
    container.ports?.some((port) => !port.protocol || (hostNetwork && port.hostPort === undefined)) ?? false;
  if (!containers?.some(needs)) return containers;
  return containers.map((container) => ({
    ...container,
    ports: container.ports?.map((port) => ({
      ...port,
      protocol: port.protocol ?? 'TCP',
      ...(hostNetwork && port.hostPort === undefined ? { hostPort: port.containerPort } : {}),
    })),
  }));
}

/** Fills a Deployment: one replica; labels of the template are not invented. */
export function defaultDeployment(given: DeploymentObject): DeploymentObject {
  const deployment = inNamespace(given);
  if (deployment.spec.replicas !== undefined) return deployment;
  return { ...deployment, spec: { ...deployment.spec, replicas: 1 } };
}

const defaultPods = inEach(defaultPod);
const defaultDeployments = inEach(defaultDeployment);
const defaultServices = inEach(defaultService);
const defaultEndpointSlices = inEach(defaultEndpointSlice);

/** The Service a slice belongs to, by label. */
export function findOwnerService(slice: EndpointSliceObject): string | undefined {
  return slice.metadata.labels?.[LABEL_SERVICE_NAME];
}
