import { deployment, service } from '../../kubernetes/build';
import { findDefaultClass, GATEWAY_LABEL } from '../../kubernetes/ingress/classes';
import { isRouteObject, type RouteKind } from '../../kubernetes/ingress/kinds';
import {
  getNamespace,
  type ClusterObjects,
  type DeploymentObject,
  type OtherObject,
  type ServiceObject,
} from '../../kubernetes/types';
import type { Document } from '../document';
import { reconcileDocument } from './cluster';
import type { ObjectName } from './object-names';

/** Names an Ingress, or a route of a Gateway. */
export interface RouteName extends ObjectName {
  readonly object: RouteKind;
}

const isIt =
  ({ object, namespace, name }: RouteName) =>
  ({ kind, metadata }: OtherObject): boolean =>
    kind === object && metadata?.name === name && (metadata.namespace ?? 'default') === namespace;

/** The Ingresses and routes of a document, in their order. */
export function listRouteObjects({ cluster }: Document): readonly RouteName[] {
  return (cluster.others ?? []).filter(isRouteObject).map(({ kind, metadata }) => ({
    object: kind as RouteKind,
    namespace: metadata?.namespace ?? 'default',
    name: metadata?.name ?? '',
  }));
}

/** The object of that name. */
export function findRoute({ cluster }: Document, which: RouteName): OtherObject | undefined {
  return cluster.others?.find(isIt(which));
}

/** Puts a changed object in the place of an Ingress or route. */
export function changeRoute(
  document: Document,
  which: RouteName,
  change: (object: OtherObject) => OtherObject,
): Document {
  const { others = [] } = document.cluster;
  if (!findRoute(document, which)) return document;
  return reconcileDocument(document, {
    others: others.map((object) => (isIt(which)(object) ? change(object) : object)),
  });
}

/** Removes an Ingress or route; flows to it stay and say what is missing. */
export function removeRoute(document: Document, which: RouteName): Document {
  const { others = [] } = document.cluster;
  return findRoute(document, which)
    ? reconcileDocument(document, { others: others.filter((object) => !isIt(which)(object)) })
    : document;
}

function freeRouteName({ cluster }: Document, kind: string, name: string): string {
  const taken = new Set((cluster.others ?? []).flatMap((each) => (each.kind === kind ? [each.metadata?.name] : [])));
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) if (!taken.has(`${name}-${number}`)) return `${name}-${number}`;
}

const GATEWAY_API = 'gateway.networking.k8s.io';

/** A Service somebody made that takes TCP, the first one. */
function makeBackend({ cluster }: Document): {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
} {
  const own = cluster.services.find(
    (each) =>
      getNamespace(each) !== 'kube-system' &&
      each.metadata.name !== 'kubernetes' &&
      each.spec.selector &&
      !isDoor(each),
  );
  return own
    ? { namespace: getNamespace(own), name: own.metadata.name, port: own.spec.ports?.[0]?.port ?? 80 }
    : { namespace: 'default', name: 'web', port: 80 };
}

const isDoor = ({ metadata: { name }, spec: { selector = {} } }: ServiceObject): boolean =>
  name === CONTROLLER || GATEWAY_LABEL in selector;

/** Adds an Ingress (`web.example` to the first Service), and its controller where no IngressClass is there. */
export function addIngress(document: Document): Document {
  const { namespace, name, port } = makeBackend(document);
  const { others = [] } = document.cluster;
  const found = findDefaultClass(others);
  const className = found?.metadata?.name ?? CLASS;
  const ingress = ingressObject({ namespace, name: freeRouteName(document, 'Ingress', name), className }, [
    { host: `${name}.example`, path: '/', service: name, port },
  ]);
  const added = reconcileDocument(document, { others: [...others, ingress] });
  return found ? added : addController(added, { object: 'Ingress', namespace, name: ingress.metadata?.name ?? name });
}

/** What one rule of an Ingress says. */
interface IngressLine {
  readonly host?: string;
  readonly path: string;
  readonly pathType?: 'Exact' | 'Prefix' | 'ImplementationSpecific';
  readonly service: string;
  readonly port?: number;
}

/** An Ingress object of networking.k8s.io/v1. */
export function ingressObject(
  {
    namespace = 'default',
    name,
    className = CLASS,
    ...spec
  }: Partial<ObjectName> & {
    readonly name: string;
    readonly className?: string;
    readonly tls?: readonly { readonly hosts: readonly string[]; readonly secretName: string }[];
  },
  lines: readonly IngressLine[],
): OtherObject {
  const hosts = [...new Set(lines.map(({ host }) => host))];
  const rules = hosts.map((host) => ({
    ...(host === undefined ? {} : { host }),
    http: {
      paths: lines
        .filter((line) => line.host === host)
        .map(({ path, pathType = 'Prefix', service: to, port = 80 }) => ({
          path,
          pathType,
          backend: { service: { name: to, port: { number: port } } },
        })),
    },
  }));
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name, namespace },
    spec: { ingressClassName: className, rules, ...spec },
  } as OtherObject;
}

/** Adds an HTTPRoute (`web.example` to the first Service) to the first Gateway; without one, a Gateway with Pods. */
export function addHttpRoute(document: Document): Document {
  const { namespace, name, port } = makeBackend(document);
  const { others = [] } = document.cluster;
  const gateway = others.find(({ kind }) => kind === 'Gateway');
  const parent = { name: gateway?.metadata?.name ?? 'gateway', namespace: gateway?.metadata?.namespace ?? namespace };
  const route = {
    apiVersion: `${GATEWAY_API}/v1`,
    kind: 'HTTPRoute',
    metadata: { name: freeRouteName(document, 'HTTPRoute', name), namespace },
    spec: {
      parentRefs: [parent.namespace === namespace ? { name: parent.name } : parent],
      hostnames: [`${name}.example`],
      rules: [{ matches: [{ path: { type: 'PathPrefix', value: '/' } }], backendRefs: [{ name, port }] }],
    },
  } as OtherObject;
  const added = reconcileDocument(document, { others: [...others, route] });
  return gateway ? added : putObjects(added, gatewayWithPods(parent));
}

/** Adds a TLSRoute (handshakes for `web.example` to the first Service) to the first Gateway that passes TLS on; without one, such a Gateway with Pods. */
export function addTlsRoute(document: Document): Document {
  const { namespace, name, port } = makeBackend(document);
  const { others = [] } = document.cluster;
  const gateway = others.find((each) => each.kind === 'Gateway' && passesTls(each));
  const fresh = { name: freeRouteName(document, 'Gateway', 'tls-gateway'), namespace };
  const parent = gateway?.metadata
    ? { name: gateway.metadata.name ?? '', namespace: gateway.metadata.namespace ?? 'default' }
    : fresh;
  const route = {
    apiVersion: `${GATEWAY_API}/v1alpha2`,
    kind: 'TLSRoute',
    metadata: { name: freeRouteName(document, 'TLSRoute', name), namespace },
    spec: {
      parentRefs: [parent.namespace === namespace ? { name: parent.name } : parent],
      hostnames: [`${name}.example`],
      rules: [{ backendRefs: [{ name, port }] }],
    },
  } as OtherObject;
  const added = reconcileDocument(document, { others: [...others, route] });
  return gateway ? added : putObjects(added, gatewayWithPods(parent, { listener: 'tls' }));
}

function passesTls(gateway: OtherObject): boolean {
  const { spec } = gateway as { readonly spec?: { readonly listeners?: unknown } };
  const { listeners } = spec ?? {};
  return (
    Array.isArray(listeners) && listeners.some((each) => (each as { protocol?: unknown } | null)?.protocol === 'TLS')
  );
}

/** The name of ingress-nginx's own Service and Deployment, in the namespace `ingress-nginx`. */
const CONTROLLER = 'ingress-nginx-controller';
const CLASS = 'nginx';
const NGINX_LABELS = { 'app.kubernetes.io/name': 'ingress-nginx', 'app.kubernetes.io/component': 'controller' };

interface Objects extends Partial<Pick<ClusterObjects, 'services' | 'deployments'>> {
  readonly others: readonly OtherObject[];
}

interface ControllerOptions {
  readonly className?: string;
  readonly replicas?: number;
  readonly nodeName?: string;
  readonly hostNetwork?: true;
  readonly service?: Partial<Omit<ServiceObject['spec'], 'ports'>>;
  readonly ingress?: readonly string[];
}

/** ingress-nginx as its manifests have it: two Pods, a Service of type LoadBalancer, an IngressClass. */
export function ingressNginx(options: ControllerOptions = {}): Required<Objects> {
  const { className = CLASS, replicas = 2, nodeName, hostNetwork, ingress, service: spec = {} } = options;
  const ports = [
    { name: 'http', containerPort: 80 },
    { name: 'https', containerPort: 443 },
  ];
  return {
    deployments: [
      deployment(`ingress-nginx/${CONTROLLER}`, {
        replicas,
        labels: NGINX_LABELS,
        ...(nodeName === undefined ? {} : { nodeName }),
        ...(hostNetwork ? { hostNetwork } : {}),
        containers: [{ name: 'controller', image: 'registry.k8s.io/ingress-nginx/controller:v1.11.2', ports }],
      }),
    ],
    services: [
      service(`ingress-nginx/${CONTROLLER}`, {
        type: 'LoadBalancer',
        selector: NGINX_LABELS,
        ...spec,
        ports: [
          { name: 'http', port: 80, targetPort: 'http' },
          { name: 'https', port: 443, targetPort: 'https' },
        ],
        ...(ingress ? { ingress } : {}),
      }),
    ],
    others: [
      {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'IngressClass',
        metadata: { name: className },
        spec: { controller: 'k8s.io/ingress-nginx' },
      } as OtherObject,
    ],
  };
}

type GatewayOptions = Omit<ControllerOptions, 'className'> & { readonly listener?: ListenerName };

/** A Gateway with its Pods and their Service, as implementations that run Envoy lay them. */
export function gatewayWithPods({ namespace, name }: ObjectName, options: GatewayOptions = {}): Required<Objects> {
  const { listener = 'http' } = options;
  const gateway = {
    apiVersion: `${GATEWAY_API}/v1`,
    kind: 'Gateway',
    metadata: { name, namespace },
    spec: {
      gatewayClassName: 'example',
      listeners: [{ name: listener, ...LISTENERS[listener].spec, allowedRoutes: { namespaces: { from: 'All' } } }],
    },
  } as OtherObject;
  const gatewayClass = {
    apiVersion: `${GATEWAY_API}/v1`,
    kind: 'GatewayClass',
    metadata: { name: 'example' },
    spec: { controllerName: 'gateway.example/controller' },
  } as OtherObject;
  return {
    ...gatewayPods({ namespace, name }, { ...options, listener }),
    others: [gatewayClass, gateway],
  };
}

/** What a Gateway takes, and the port of its Pods that it comes to. */
const LISTENERS = {
  http: { spec: { port: 80, protocol: 'HTTP' }, containerPort: 10_080 },
  tls: { spec: { port: 443, protocol: 'TLS', tls: { mode: 'Passthrough' } }, containerPort: 10_443 },
} as const;
type ListenerName = keyof typeof LISTENERS;

function gatewayPods(
  { namespace, name }: ObjectName,
  {
    replicas = 2,
    nodeName,
    hostNetwork,
    service: spec = {},
    ingress,
    listener,
  }: Required<Pick<GatewayOptions, 'listener'>> & GatewayOptions,
): { readonly deployments: readonly DeploymentObject[]; readonly services: readonly ServiceObject[] } {
  const labels = { [GATEWAY_LABEL]: name };
  const { port } = LISTENERS[listener].spec;
  // In the network of a node nothing leads from the listener's port to another.
  const containerPort = hostNetwork ? port : LISTENERS[listener].containerPort;
  return {
    deployments: [
      deployment(`${namespace}/${name}`, {
        replicas,
        labels,
        ...(nodeName === undefined ? {} : { nodeName }),
        ...(hostNetwork ? { hostNetwork } : {}),
        containers: [{ name: 'envoy', ports: [{ name: listener, containerPort }] }],
      }),
    ],
    services: [
      service(`${namespace}/${name}`, {
        type: 'LoadBalancer',
        selector: labels,
        ...spec,
        ports: [{ name: listener, port, targetPort: listener }],
        ...(ingress ? { ingress } : {}),
      }),
    ],
  };
}

/** Objects beside those there are; one of the same kind and name stays as it is. */
function putObjects(document: Document, { services = [], deployments = [], others }: Objects): Document {
  const { cluster } = document;
  const merged = <T extends { readonly kind: string; readonly metadata?: Partial<ServiceObject['metadata']> }>(
    before: readonly T[],
    more: readonly T[],
  ): readonly T[] => {
    const key = ({ kind, metadata = {} }: T): string =>
      `${kind} ${metadata.namespace ?? 'default'}/${metadata.name ?? ''}`;
    const known = new Set(before.map(key));
    return [...before, ...more.filter((each) => !known.has(key(each)))];
  };
  return reconcileDocument(document, {
    services: merged(cluster.services, services),
    deployments: merged(cluster.deployments, deployments),
    others: merged(cluster.others ?? [], others),
  });
}

/** Adds who does what an Ingress or a route says: ingress-nginx for its class, Pods for its Gateway. */
export function addController(document: Document, which: RouteName): Document {
  const object = findRoute(document, which);
  if (!object) return document;
  const { ingressClassName, parentRefs } = ((object as { readonly spec?: unknown }).spec ?? {}) as {
    readonly ingressClassName?: unknown;
    readonly parentRefs?: readonly { readonly name?: unknown; readonly namespace?: unknown }[];
  };
  if (which.object === 'Ingress') {
    const className = typeof ingressClassName === 'string' ? ingressClassName : CLASS;
    const classed =
      ingressClassName === className
        ? document
        : changeRoute(document, which, (each) => withSpec(each, { ingressClassName: className }));
    return putObjects(classed, ingressNginx({ className }));
  }
  const parent = Array.isArray(parentRefs)
    ? (parentRefs as readonly { readonly name?: unknown; readonly namespace?: unknown }[])[0]
    : undefined;
  const name = typeof parent?.name === 'string' ? parent.name : 'gateway';
  const namespace = typeof parent?.namespace === 'string' ? parent.namespace : which.namespace;
  const listener = which.object === 'TLSRoute' ? 'tls' : 'http';
  return putObjects(document, gatewayWithPods({ namespace, name }, { listener }));
}

/** An object with fields of its spec changed. */
export function withSpec(object: OtherObject, change: Readonly<Record<string, unknown>>): OtherObject {
  const { spec } = object as { readonly spec?: unknown };
  const before = typeof spec === 'object' && spec !== null && !Array.isArray(spec) ? spec : {};
  const entries = Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined);
  return { ...object, spec: Object.fromEntries(entries) } as OtherObject;
}
