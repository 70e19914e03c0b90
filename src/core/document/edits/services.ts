import { withBalancer, type BalancerSettings } from '../../kubernetes/network/load-balancer-settings';
import {
  getNamespace,
  type ContainerPort,
  type Labels,
  type ServiceObject,
  type ServicePort,
  type ServiceType,
  type TrafficPolicy,
} from '../../kubernetes/types';
import { matchesLabels } from '../../kubernetes/pods';
import type { Document, Flow } from '../document';
import { freeName } from './object-names';
import { addDeployment } from './pods';
import { defined, mapWhere, reconcileDocument, wholeNumbers, without } from './cluster';
import { isNamed, type ObjectName } from './object-names';

type Spec = ServiceObject['spec'];

/** What a new Service may say; the rest is defaulted and allocated. */
export interface NewService extends Partial<ObjectName> {
  readonly labels?: Labels;
  readonly spec?: Partial<Spec>;
}

/** Adds a Service (`service`, `service-2`… if no name is given or it is taken) on TCP port 80. */
export function addService(document: Document, wanted: NewService = {}): Document {
  const namespace = wanted.namespace ?? 'default';
  const name = freeName(document.cluster.services, { namespace, name: wanted.name ?? 'service' });
  const service: ServiceObject = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: defined({ name, namespace, labels: wanted.labels }),
    spec: { type: 'ClusterIP', selector: { app: name }, ports: [{ protocol: 'TCP', port: 80 }], ...wanted.spec },
  };
  return reconcileDocument(document, { services: [...document.cluster.services, service] });
}

/** Ports that Pods behind a Service listen on: the numbers its ports lead to, or 8080 under the names they ask for. */
function portsBehind(ports: readonly ServicePort[] = []): ContainerPort[] {
  return ports.map(({ name, port, protocol = 'TCP', targetPort = port }) =>
    typeof targetPort === 'number'
      ? defined({ name, containerPort: targetPort, protocol })
      : { name: targetPort, containerPort: 8080, protocol },
  );
}

/** Adds a Deployment whose Pods a Service selects, `replicas` of them. A Service without a selector gets `app=NAME`. */
export function addPodsBehind(document: Document, which: ObjectName, replicas: number): Document {
  const service = document.cluster.services.find((each) => isNamed(each, which));
  return service ? addPodsFor(document, service, { replicas, others: [] }) : document;
}

/** How many Pods are made for a Service, and the other Services that may select them, whose ports they have as well. */
interface PodsWanted {
  readonly replicas: number;
  readonly others: readonly ServiceObject[];
}

/** The same of a Service of the document, with Pods that listen for all Services that select them. */
export function addPodsFor(document: Document, service: ServiceObject, { replicas, others }: PodsWanted): Document {
  const which = { namespace: getNamespace(service), name: service.metadata.name };
  const { selector = {} } = service.spec;
  const hasSelector = Object.keys(selector).length > 0;
  const selecting = hasSelector ? document : setSelector(document, which, { app: which.name });
  const labels = hasSelector ? selector : { app: which.name };
  const selectors = others.filter(
    (each) =>
      each !== service && getNamespace(each) === which.namespace && matchesLabels(labels, each.spec.selector ?? {}),
  );
  const ports = [service, ...selectors].flatMap(({ spec }) => portsBehind(spec.ports));
  return addDeployment(selecting, { ...which, labels, replicas, ports: distinctPorts(ports) });
}

/** One of each number and protocol; a name that another number has is left out, as the API server takes a name once. */
function distinctPorts(ports: readonly ContainerPort[]): ContainerPort[] {
  const numbers = new Set<string>();
  const names = new Set<string>();
  return ports.flatMap(({ name, ...port }) => {
    const number = `${port.containerPort}/${port.protocol}`;
    if (numbers.has(number) && (name === undefined || names.has(name))) return [];
    const isFree = name !== undefined && !names.has(name);
    numbers.add(number);
    if (isFree) names.add(name);
    return [isFree ? { name, ...port } : port];
  });
}

/** Adds a Service together with `replicas` Pods that answer for it, on port 8080. */
export function addServiceWithPods(document: Document, replicas: number): Document {
  const ports = [{ protocol: 'TCP', port: 80, targetPort: 8080 }] as const;
  const added = addService(document, { name: 'web', spec: { ports } });
  const service = added.cluster.services.at(-1);
  return service
    ? addPodsBehind(added, { namespace: getNamespace(service), name: service.metadata.name }, replicas)
    : added;
}

/** Removes a Service and the EndpointSlices that were given for it; flows to it stay and say what is missing. */
export function removeService(document: Document, which: ObjectName): Document {
  const { services, endpointSlices } = document.cluster;
  return reconcileDocument(document, {
    services: without(services, (service) => isNamed(service, which)),
    endpointSlices: without(endpointSlices, (slice) => ownsSlice(slice, which)),
  });
}

function ownsSlice(slice: Document['cluster']['endpointSlices'][number], service: ObjectName): boolean {
  return (
    slice.metadata.labels?.['kubernetes.io/service-name'] === service.name && getNamespace(slice) === service.namespace
  );
}

/** Renames a Service: slices and flows follow, its addresses stay. A taken name gets a number. */
export function renameService(document: Document, which: ObjectName, name: string): Document {
  const { services, endpointSlices } = document.cluster;
  if (which.name === name || !services.some((service) => isNamed(service, which))) return document;
  const free = freeName(services, { namespace: which.namespace, name });
  const renamed = reconcileDocument(document, {
    services: mapWhere(
      services,
      (service) => isNamed(service, which),
      (service) => ({ ...service, metadata: { ...service.metadata, name: free } }),
    ),
    endpointSlices: mapWhere(
      endpointSlices,
      (slice) => ownsSlice(slice, which),
      (slice) => ({
        ...slice,
        metadata: { ...slice.metadata, labels: { ...slice.metadata.labels, 'kubernetes.io/service-name': free } },
      }),
    ),
  });
  const points = ({ to }: Flow): boolean =>
    to.kind === 'service' && to.name === which.name && to.namespace === which.namespace;
  const follow = (flow: Flow): Flow =>
    flow.to.kind === 'service' ? { ...flow, to: { ...flow.to, name: free } } : flow;
  return { ...renamed, flows: mapWhere(renamed.flows, points, follow) };
}

/** Adds a copy under a free name, without what only one Service can have: addresses and node ports. */
export function duplicateService(document: Document, which: ObjectName): Document {
  const original = document.cluster.services.find((service) => isNamed(service, which));
  if (!original) return document;
  const { clusterIP, clusterIPs: _ips, healthCheckNodePort: _health, ...spec } = original.spec;
  const headless = clusterIP === 'None' ? { clusterIP } : {};
  return addService(document, {
    ...which,
    ...(original.metadata.labels ? { labels: original.metadata.labels } : {}),
    spec: { ...spec, ...headless, ...(spec.ports ? { ports: spec.ports.map(withoutNodePort) } : {}) },
  });
}

function withoutNodePort(port: ServicePort): ServicePort {
  const { nodePort: _nodePort, ...rest } = port;
  return rest;
}

/** Changes fields of a Service's spec; a field set to undefined is removed. What depends on them is settled again. */
export function changeServiceSpec(document: Document, which: ObjectName, change: Partial<Spec>): Document {
  return reconcileDocument(document, {
    services: mapWhere(
      document.cluster.services,
      (service) => isNamed(service, which),
      (service) => ({ ...service, spec: defined({ ...service.spec, ...change }) }),
    ),
  });
}

/** Sets the load balancer in front of a Service; `settings` undefined: nothing is said of it any more. */
export function setBalancer(document: Document, which: ObjectName, settings: BalancerSettings | undefined): Document {
  return reconcileDocument(document, {
    services: mapWhere(
      document.cluster.services,
      (service) => isNamed(service, which),
      (service) => withBalancer(service, settings),
    ),
  });
}

/**
 * Changes the type as the API server does on update: fields the new type cannot have are dropped
 * (pkg/registry/core/service/strategy.go, dropTypeDependentFields).
 */
export function setServiceType(document: Document, which: ObjectName, type: ServiceType): Document {
  return reconcileDocument(document, {
    services: mapWhere(
      document.cluster.services,
      (service) => isNamed(service, which) && (service.spec.type ?? 'ClusterIP') !== type,
      (service) => ofType(service, type),
    ),
  });
}

function ofType(service: ServiceObject, type: ServiceType): ServiceObject {
  const { status, ...rest } = service;
  const reachable = type === 'NodePort' || type === 'LoadBalancer';
  const spec: Spec = defined({
    ...service.spec,
    type,
    ...(reachable ? {} : { ports: service.spec.ports?.map(withoutNodePort), externalTrafficPolicy: undefined }),
    ...(type === 'LoadBalancer' ? {} : LOAD_BALANCER_FIELDS),
    ...(type === 'ExternalName' ? NO_CLUSTER_IP : { externalName: undefined }),
    ...(type === 'ExternalName' ? { externalName: service.spec.externalName ?? 'example.com' } : {}),
  });
  return type === 'LoadBalancer' && status ? { ...rest, status, spec } : { ...rest, spec };
}

const LOAD_BALANCER_FIELDS = {
  healthCheckNodePort: undefined,
  loadBalancerSourceRanges: undefined,
  loadBalancerIP: undefined,
  loadBalancerClass: undefined,
  allocateLoadBalancerNodePorts: undefined,
} as const;

const NO_CLUSTER_IP = {
  clusterIP: undefined,
  clusterIPs: undefined,
  ipFamilies: undefined,
  ipFamilyPolicy: undefined,
  internalTrafficPolicy: undefined,
} as const;

/** Replaces the ports. Flows keep the port they name, or take the new number of the port they used. */
export function setServicePorts(document: Document, which: ObjectName, wanted: readonly ServicePort[]): Document {
  const ports = wanted.map(withNumbers);
  const before = document.cluster.services.find((service) => isNamed(service, which))?.spec.ports ?? [];
  const changed = changeServiceSpec(document, which, { ports });
  const renumbered = (flow: Flow): Flow => {
    const place = before.findIndex(({ port }) => port === flow.port);
    const now = ports.some(({ port }) => port === flow.port) ? undefined : ports[place]?.port;
    return now === undefined ? flow : { ...flow, port: now };
  };
  const points = ({ to }: Flow): boolean =>
    to.kind === 'service' && to.name === which.name && to.namespace === which.namespace;
  const flows = mapWhere(changed.flows, points, renumbered);
  return flows === changed.flows ? changed : { ...changed, flows };
}

function withNumbers(port: ServicePort): ServicePort {
  return wholeNumbers({ ...port, port: Number.isFinite(port.port) ? port.port : 0 });
}

/** Changes one port by its place in the list. */
export function changeServicePort(
  document: Document,
  which: ObjectName,
  index: number,
  change: Partial<ServicePort>,
): Document {
  const ports = document.cluster.services.find((service) => isNamed(service, which))?.spec.ports ?? [];
  return setServicePorts(
    document,
    which,
    ports.map((port, place) => (place === index ? defined({ ...port, ...change }) : port)),
  );
}

/** `externalTrafficPolicy` and/or `internalTrafficPolicy`. */
export function setTrafficPolicy(
  document: Document,
  which: ObjectName,
  policy: { readonly external?: TrafficPolicy; readonly internal?: TrafficPolicy },
): Document {
  return changeServiceSpec(document, which, {
    ...(policy.external ? { externalTrafficPolicy: policy.external } : {}),
    ...(policy.internal ? { internalTrafficPolicy: policy.internal } : {}),
  });
}

/** Turns `sessionAffinity: ClientIP` on with a timeout in seconds, or off with undefined. */
export function setSessionAffinity(document: Document, which: ObjectName, seconds: number | undefined): Document {
  return changeServiceSpec(
    document,
    which,
    seconds === undefined
      ? { sessionAffinity: 'None', sessionAffinityConfig: undefined }
      : { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: seconds } } },
  );
}

/** Replaces the selector; undefined or empty leaves a Service without selector. */
export function setSelector(document: Document, which: ObjectName, selector: Labels | undefined): Document {
  const empty = !selector || Object.keys(selector).length === 0;
  return changeServiceSpec(document, which, { selector: empty ? undefined : selector });
}
