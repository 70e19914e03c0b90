import { phrase, type Phrase } from '../../lib/phrase';
import { err, ok, type Result } from '../../lib/result';
import type { Door } from '../../linux/netns';
import { parseIp, type IpAddress } from '../../net/ip';
import { listPodIPs } from '../pods';
import { findTargetPort } from '../controllers/endpoint-pods';
import type { ClusterObjects, NodeObject, OtherObject, PodObject, ServiceObject, ServicePort } from '../types';
import { httpPorts, type Controller, type Served, type Unserved } from './controllers';
import { isAttached, readListeners, type Listener } from './gateway-rules';
import { isRouteObject } from './kinds';
import { readIngress } from './ingress-rules';
import { listExpressions, listFields } from '../policy/selector';
import { asFields, placeOf, readSpec, asText } from './rules';

type Ways = Door['ways'];

/** Where each Ingress and each route of a Gateway is reached, by `Ingress default/shop`; or why nobody does what it says. */
export function makeDoors(cluster: ClusterObjects, served: Served): ReadonlyMap<string, Result<Door, Phrase>> {
  const doors = new Map<string, Result<Door, Phrase>>();
  for (const object of cluster.others ?? []) {
    const { namespace, name } = placeOf(object);
    const key = `${object.kind} ${namespace}/${name}`;
    if (object.kind === 'Ingress') doors.set(key, ingressDoor(object, cluster, served));
    else if (isRouteObject(object)) doors.set(key, routeDoor(object, cluster, served));
  }
  return doors;
}

/** Why an Ingress does nothing. */
export function unservedPhrase(name: string, unserved: Unserved | undefined): Phrase {
  if (!unserved || unserved.why === 'no-class') return phrase('ingress.no-class', { name });
  const { why, className, controller } = unserved;
  return why === 'class-missing'
    ? phrase('ingress.class-missing', { name, class: className })
    : phrase('ingress.no-controller', { name, class: className, controller: controller || '-' });
}

function ingressDoor(
  object: OtherObject,
  cluster: ClusterObjects,
  { controllers, unserved }: Served,
): Result<Door, Phrase> {
  const { namespace, name } = placeOf(object);
  const controller = controllers.find(({ ingresses }) => ingresses.includes(object));
  if (!controller) return err(unservedPhrase(`${namespace}/${name}`, unserved.get(`${namespace}/${name}`)));
  const [first] = readIngress(object, false).rules;
  return makeDoor(controller, cluster, { host: first?.host ?? '', path: first?.path?.value ?? '/' });
}

/** The Gateway of a route that has Pods, by the listeners that take the route; a finding says why it has none. */
function routeDoor(route: OtherObject, cluster: ClusterObjects, { controllers }: Served): Result<Door, Phrase> {
  const others = cluster.others ?? [];
  const controller = controllers.find(({ gateway }) => gateway && isRouteOf(route, gateway, others));
  if (!controller?.gateway) return err(phrase('ingress.no-gateway', { name: nameOf(route), gateway: parentOf(route) }));
  const [rule = {}] = listFields(readSpec(route)['rules']);
  const [match = {}] = listFields(rule['matches']);
  const { type, value } = asFields(match['path']);
  const path = type === 'RegularExpression' ? '/' : asText(value) || '/';
  const listeners = listenersOf(route, controller.gateway, others);
  const door = makeDoor(controller, cluster, {
    host: listExpressions(readSpec(route)['hostnames'])[0] ?? listeners[0]?.hostname ?? '',
    path,
  });
  if (!door.ok) return door;
  const own = door.value.ways.filter(({ asked }) => listeners.some(({ port }) => port === asked));
  return own.length === 0 ? door : ok({ ...door.value, ways: own });
}

/** `HTTPRoute default/shop`. */
export function nameOf(object: OtherObject): string {
  const { namespace, name } = placeOf(object);
  return `${object.kind} ${namespace}/${name}`;
}

function listenersOf(route: OtherObject, gateway: OtherObject, others: readonly OtherObject[]): readonly Listener[] {
  return readListeners(gateway).filter((listener) => isAttached(route, listener, { gateway, others }));
}

/** Does a listener of the Gateway take the route? */
export function isRouteOf(route: OtherObject, gateway: OtherObject, others: readonly OtherObject[]): boolean {
  return listenersOf(route, gateway, others).length > 0;
}

function parentOf(route: OtherObject): string {
  const [parent] = listFields(readSpec(route)['parentRefs']);
  return asText(parent?.['name']) || '-';
}

interface HostPath {
  readonly host: string;
  readonly path: string;
}

/** By a load balancer, else an externalIP, a node port, the node itself (hostNetwork, hostPort), the clusterIP. */
function makeDoor(controller: Controller, cluster: ClusterObjects, { host, path }: HostPath): Result<Door, Phrase> {
  const ways = [
    ...byServices(controller, ({ status }) => (status?.loadBalancer?.ingress ?? []).flatMap(({ ip }) => ip ?? [])),
    ...byServices(controller, ({ spec }) => spec.externalIPs ?? []),
    ...byNodePorts(controller, cluster.nodes),
    ...byHosts(controller, cluster.nodes),
    ...byServices(controller, ({ spec }) =>
      spec.clusterIP === 'None' ? [] : (spec.clusterIPs ?? [spec.clusterIP ?? '']),
    ),
  ];
  if (ways.length === 0)
    return err(phrase('ingress.no-door', { pods: controller.pods.map(({ metadata }) => metadata.name).join(', ') }));
  // A wildcard is any one label.
  return ok({ ways, host: host.replace(/^\*/, 'www'), path });
}

const parsed = (text: string): readonly IpAddress[] => {
  const address = parseIp(text);
  return address.ok ? [address.value] : [];
};

/** The ports of a Service that lead to where the Pods take requests. */
function requestPorts(controller: Controller, { spec }: ServiceObject): readonly ServicePort[] {
  const [pod] = controller.pods;
  if (!pod) return [];
  const own = new Set(httpPorts(controller, pod).map(({ port }) => port));
  return (spec.ports ?? []).filter((port) => own.has(findTargetPort(pod, port) ?? 0));
}

function byServices(controller: Controller, addressesOf: (service: ServiceObject) => readonly string[]): Ways {
  return controller.services.flatMap((service) => {
    const addresses = addressesOf(service).flatMap(parsed);
    if (addresses.length === 0) return [];
    return requestPorts(controller, service).map(({ port }) => ({ asked: port, port, addresses }));
  });
}

function byNodePorts(controller: Controller, nodes: readonly NodeObject[]): Ways {
  const addresses = nodes.slice(0, 1).flatMap(nodeAddresses);
  if (addresses.length === 0) return [];
  return controller.services.flatMap((service) =>
    requestPorts(controller, service).flatMap(({ port, nodePort }) =>
      nodePort ? [{ asked: port, port: nodePort, addresses }] : [],
    ),
  );
}

function nodeAddresses({ status }: NodeObject): readonly IpAddress[] {
  return (status.addresses ?? []).filter(({ type }) => type === 'InternalIP').flatMap(({ address }) => parsed(address));
}

function byHosts(controller: Controller, nodes: readonly NodeObject[]): Ways {
  return controller.pods.flatMap((pod) => {
    const node = nodes.find(({ metadata }) => metadata.name === pod.spec.nodeName);
    const addresses = node ? nodeAddresses(node) : [];
    return httpPorts(controller, pod).flatMap(({ port, listener = port }) => {
      const own = pod.spec.hostNetwork ? port : findHostPort(pod, port);
      return own === undefined || addresses.length === 0 ? [] : [{ asked: listener, port: own, addresses }];
    });
  });
}

function findHostPort({ spec }: PodObject, port: number): number | undefined {
  return (spec.containers ?? [])
    .flatMap(({ ports = [] }) => ports)
    .find(({ containerPort, hostPort }) => containerPort === port && hostPort)?.hostPort;
}

/** Has a Pod an address of its own by which its proxy can be asked? */
export function ownsAddress(pod: PodObject): boolean {
  return pod.spec.hostNetwork === true || listPodIPs(pod).length > 0;
}
