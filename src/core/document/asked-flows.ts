import {
  getNamespace,
  listClusterIPs,
  listFrontAddresses,
  type ClusterObjects,
  type NodeObject,
  type PodObject,
  type ServiceObject,
  type ServicePort,
} from '../kubernetes/types';
import { listPodIPs } from '../kubernetes/pods';
import { listAskedPlaces, type AskedPlace } from '../paste/asked-places';
import { machineShortName } from '../paste/machine/sections';
import { isLoopback, parseIp, sameIp } from '../net/ip';
import { makeCaller } from './edits/offered-flows';
import type { Document, Flow, FlowTarget } from './document';
import { listWordFlows } from './word-flows';

type Aimed = Pick<Flow, 'from' | 'to' | 'port' | 'protocol'>;

/** So many of the places that a text asks come before the flows that are offered of the objects. */
const MOST_ASKED = 3;

/** The document with the flows first that its texts ask: the addresses and names of failures and of clients' commands. */
export function withAskedFlows(document: Document, texts: readonly string[]): Document {
  const places = listAskedPlaces(texts);
  const aimed = places.flatMap((place) => aimAt(place, document.cluster) ?? []);
  const asked = [...listWordFlows(document.cluster, texts), ...aimed].slice(0, MOST_ASKED);
  if (asked.length === 0) return document;
  const key = ({ from, to, port }: Aimed): string => JSON.stringify([from, to, port]);
  const once = new Map([...asked, ...document.flows].map((flow) => [key(flow), flow]));
  return { ...document, flows: [...once.values()].map((flow, at) => ({ ...flow, id: `flow-${at + 1}` })) };
}

/** Places of no object that were asked at a node port of a Service: addresses of Nodes that no object tells. */
export function listAskedNodes({ services, nodes }: ClusterObjects, texts: readonly string[]): readonly string[] {
  if (nodes.length > 0) return [];
  const nodePorts = new Set(
    services.flatMap(({ spec }) => (spec.ports ?? []).flatMap(({ nodePort }) => nodePort ?? [])),
  );
  const hosts = listAskedPlaces(texts)
    .filter(({ host, port }) => nodePorts.has(port) && isMachineAddress(host))
    .map(({ host }) => host);
  return [...new Set(hosts)].filter((host) => services.every((service) => getVia(host, service) === undefined));
}

function isMachineAddress(host: string): boolean {
  const address = parseIp(host);
  return address.ok && !isLoopback(address.value);
}

function aimAt(place: AskedPlace, cluster: ClusterObjects): Aimed | undefined {
  const found = findTarget(place, cluster);
  if (!found) return undefined;
  const { to, service, port } = found;
  return {
    from: chooseSender(place, found, cluster),
    to,
    port: service?.port ?? port,
    protocol: place.port === 0 ? 'icmp' : (place.protocol ?? 'tcp'),
  };
}

interface FoundTarget {
  readonly to: FlowTarget;
  readonly port: number;
  readonly service?: { readonly object: ServiceObject; readonly port: number };
  /** Asked from outside the cluster. */
  readonly isOfOutside?: true;
}

type Via = Extract<FlowTarget, { kind: 'service' }>['via'];

/** How a place reaches a Service; undefined: it is no address or name of it. */
function getVia(host: string, service: ServiceObject): Via | undefined {
  const { metadata } = service;
  if (listClusterIPs(service).includes(host)) return 'clusterIP';
  if (listFrontAddresses(service).some(({ ip }) => ip === host)) return 'loadBalancer';
  if ((service.spec.externalIPs ?? []).includes(host)) return 'externalIP';
  const [name, namespace, kind = 'svc'] = host.split('.');
  const isNamed = name === metadata.name && kind === 'svc';
  return isNamed && (namespace === undefined || namespace === getNamespace(service)) ? 'clusterIP' : undefined;
}

/** True where a flow to the Service asks at another address than the one that was asked: it has one for each way. */
function isOtherAddress(host: string, first: string | undefined): boolean {
  const [asked, taken] = [parseIp(host), parseIp(first ?? '')];
  return asked.ok && taken.ok && !sameIp(asked.value, taken.value);
}

function findTarget(place: AskedPlace, { services, nodes, pods }: ClusterObjects): FoundTarget | undefined {
  const { host, port } = place;
  for (const object of services) {
    const via = getVia(host, object);
    if (via === undefined) continue;
    const own = (object.spec.ports ?? []).find((each) => each.port === port && isAskedOf(each, place));
    const [address] = listClusterIPs(object);
    if (own && via === 'clusterIP' && isOtherAddress(host, address))
      return { to: { kind: 'address', address: host }, port };
    const outside = via === 'clusterIP' ? {} : ({ isOfOutside: true } as const);
    if (own) return { to: toService(object, via), port, service: { object, port }, ...outside };
    const asked = via === 'clusterIP' ? address : host;
    return asked === undefined || asked === 'None'
      ? undefined
      : { to: { kind: 'address', address: asked }, port, ...outside };
  }
  const [any] = host === '' ? nodes : [];
  if (any) {
    const found = findNodePort(place, services, any);
    return found.service ? found : undefined;
  }
  const node = nodes.find(({ status }) => (status.addresses ?? []).some(({ address }) => address === host));
  if (node) return findNodePort(place, services, node);
  const pod = pods.find((each) => !each.spec.hostNetwork && listPodIPs(each).includes(host));
  if (!pod) return undefined;
  return { to: { kind: 'pod', namespace: getNamespace(pod), name: pod.metadata.name }, port };
}

const isAskedOf = ({ protocol = 'TCP' }: ServicePort, place: AskedPlace): boolean =>
  protocol === (place.protocol === 'udp' ? 'UDP' : 'TCP');

function findNodePort(
  place: AskedPlace,
  services: readonly ServiceObject[],
  { metadata: { name }, status }: NodeObject,
): FoundTarget {
  const { host, port } = place;
  const to = { kind: 'address', address: host } as const;
  const first = status.addresses?.find(({ type }) => type === 'InternalIP')?.address;
  if (host !== '' && isOtherAddress(host, first)) return { to, port, isOfOutside: true };
  for (const object of services) {
    const own = (object.spec.ports ?? []).find((each) => each.nodePort === port && isAskedOf(each, place));
    if (!own) continue;
    const service = { object, port: own.port };
    return { to: { ...toService(object, 'nodePort'), node: name }, port, service, isOfOutside: true };
  }
  return { to, port, isOfOutside: true };
}

const toService = (object: ServiceObject, via: Via) =>
  ({ kind: 'service', namespace: getNamespace(object), name: object.metadata.name, via }) as const;

/** The Pod a command was typed in: it calls itself by its name. */
const isShellIn = ({ metadata }: PodObject, { at, inside }: AskedPlace): boolean =>
  [metadata.name, `${getNamespace({ metadata })}/${metadata.name}`].some((name) => name === inside || name === at);

/** The Pod or Node at whose prompt a place was asked; of a machine that no object tells the first Node; else another Pod, or outside. */
function chooseSender(
  place: AskedPlace,
  { to, service, isOfOutside }: FoundTarget,
  cluster: ClusterObjects,
): Flow['from'] {
  const pod = cluster.pods.find((each) => isShellIn(each, place));
  if (pod) return { kind: 'pod', namespace: getNamespace(pod), name: pod.metadata.name };
  const { at } = place;
  const isHere = ({ metadata }: NodeObject): boolean =>
    at !== undefined && machineShortName(metadata.name) === machineShortName(at);
  const node = cluster.nodes.find(isHere);
  if (node) return { kind: 'node', name: node.metadata.name };
  if (isOfOutside) return { kind: 'external' };
  const [first] = cluster.nodes;
  if (at !== undefined && place.inside === undefined && first) return { kind: 'node', name: first.metadata.name };
  const others = cluster.pods.filter(({ metadata }) => to.kind !== 'pod' || metadata.name !== to.name);
  return makeCaller(service?.object ?? NOBODY, { ...cluster, pods: others });
}

const NOBODY: ServiceObject = { apiVersion: 'v1', kind: 'Service', metadata: { name: '' }, spec: {} };
