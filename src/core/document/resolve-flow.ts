import { senderOfPasted } from '../paste/sender';
import { assertNever, err, ok, type Result } from '../lib/result';
import { phrase, type Phrase } from '../lib/phrase';
import { listPodIPs } from '../kubernetes/pods';
import { listFrontAddresses, namespacedName } from '../kubernetes/types';
import type { ClusterObjects, ServiceObject, ServicePort } from '../kubernetes/types';
import { CLIENT_ID } from '../kubernetes/network';
import type { Door, Netns, Network } from '../linux/netns';
import type { HttpRequest } from '../net/http';
import { isLoopback, parseIp, type IpAddress, formatIp } from '../net/ip';
import type { NamedPlaces } from '../sim/lookup';
import type { SimFlow } from '../sim/simulate';
import { type Document, type Flow, type FlowSource, type FlowTarget, isOfSubject } from './document';
import { isNamed, type ObjectName } from './edits/object-names';
import { hasPorts, formatEndpoint } from '../net/packet';
import type { Outcome } from '../sim/trace';
import { knownEndpoints } from '../paste/known-endpoints';
import type { FoundService } from '../paste/pasted-types';
import { Memo } from '../lib/memo';
import { listEndpoints, slicesByService, listSlices, type EndpointInfo } from '../kubernetes/endpoint';
import { answersNodePorts } from './node-port-answers';
import { resolveName } from './resolve-name';
import { hasFamilyAddress } from './family-address';
import { servicePorts, type ServicePortInfo } from '../kubernetes/service-port';
import type { Derived } from './kernel-parts';

/** How a packet ended, as far as it is asked here. */
type PacketEnd = Pick<Outcome, 'disposition' | 'arrived' | 'http'>;

/** Where an endpoint of a Service port is. */
interface EndpointPlace {
  /** `10.244.1.5:8080` */
  readonly place: string;
  /** The namespace whose address that is said to be; absent: nothing tells. */
  readonly netns?: string;
}

/** The endpoints of the Service port that somebody asked for, all of them. */
type WantedEndpoints = readonly EndpointPlace[];

/**
 * Tells of an end whether the packet was delivered, but not to one of the endpoints: to another address or port, or to
 * somebody who has the address of an endpoint without being it. Never where `endpoints` is undefined: no Service was
 * asked for, or nobody can tell who its endpoints are; nor of kube-proxy itself, which asks an endpoint in turn
 * (userspace mode).
 */
export function misdeliveredFrom(
  endpoints: WantedEndpoints | undefined,
  { netns }: Network,
): (end: PacketEnd) => boolean {
  return ({ disposition, arrived, http }) => {
    // A controller of Ingresses took the connection, and chose by rules of its own whom it asks.
    if (http !== undefined) return false;
    if (!endpoints || disposition.kind !== 'DELIVERED' || !arrived || !hasPorts(arrived.l4)) return false;
    const { netns: by } = disposition;
    const { dport } = arrived.l4;
    const isProxied = netns.get(by)?.sockets.some(({ reply, port }) => reply === 'proxy' && port === dport) ?? false;
    const place = formatEndpoint(arrived.dst, dport);
    return !isProxied && !endpoints.some((each) => each.place === place && (each.netns ?? by) === by);
  };
}

/**
 * The endpoints of the Service of pasted texts that a packet asked for: by clusterIP, externalIP or address of a load
 * balancer and port, or by an address of a node and nodePort. What kubectl lists counts before what rules lead to.
 */
export function endpointsFound(
  found: readonly FoundService[],
  sent: Pick<SimFlow, 'dst' | 'dport' | 'proto'>,
  network: Network,
): WantedEndpoints | undefined {
  const asked = formatIp(sent.dst);
  const isOwn = isNodeAddress(network, sent.dst);
  const ports = found.filter(
    ({ address, external = [], port, nodePort, protocol }) =>
      protocol === sent.proto &&
      (((address === asked || external.includes(asked)) && port === sent.dport) || (isOwn && nodePort === sent.dport)),
  );
  const lists = ports.map(knownEndpoints);
  if (lists.length === 0 || lists.some((list) => list === undefined)) return undefined;
  return lists.flatMap((list = []) => list.map((place) => ({ place })));
}

/** Is it an address of a node that others can ask? Those of kube-ipvs0 and dummies are Services'. */
export function isNodeAddress({ netns }: Network, address: IpAddress): boolean {
  const text = formatIp(address);
  if (isLoopback(address)) return false;
  return [...netns.values()].some(
    ({ kind, devices }) =>
      kind === 'node' &&
      devices.some(
        (device) => device.kind !== 'dummy' && device.addresses.some((own) => formatIp(own.address) === text),
      ),
  );
}

/** Where a flow may go: addresses to choose a family from, and a port if it is not the flow's own. */
interface Ends {
  readonly addresses: readonly IpAddress[];
  readonly port?: number;
}

type ServiceTarget = Extract<FlowTarget, { kind: 'service' }>;

/** The addresses and the port of a Service as seen by a caller that comes `via` its clusterIP, a node port… */
function serviceEnds(cluster: ClusterObjects, flow: Flow, to: ServiceTarget): Result<Ends, Phrase> {
  const name = `${to.namespace}/${to.name}`;
  const service = cluster.services.find((candidate) => isNamed(candidate, to));
  if (!service) return err(phrase('document.flow.no-service', { name }));
  if (service.spec.type === 'ExternalName') {
    return err(phrase('document.flow.external-name', { name, target: service.spec.externalName ?? '' }));
  }
  const port = findPort(service, flow);
  if (!port && flow.protocol !== 'icmp') {
    return err(phrase('document.flow.no-port', { name, protocol: flow.protocol.toUpperCase(), port: flow.port }));
  }
  switch (to.via) {
    case 'clusterIP':
      return clusterEnds(service, name);
    case 'nodePort':
      return nodePortEnds(cluster, { name, node: to.node, port });
    case 'externalIP':
      return ends(service.spec.externalIPs ?? [], phrase('document.flow.no-external-ip', { name }));
    case 'loadBalancer':
      return loadBalancerEnds(service, name);
    default:
      return assertNever(to.via);
  }
}

function findPort(service: ServiceObject, flow: Flow): ServicePort | undefined {
  const protocol = flow.protocol.toUpperCase();
  return service.spec.ports?.find((port) => port.port === flow.port && (port.protocol ?? 'TCP') === protocol);
}

function ends(texts: readonly string[], missing: Phrase, port?: number): Result<Ends, Phrase> {
  const addresses = texts.flatMap((text) => {
    const address = parseIp(text);
    return address.ok ? [address.value] : [];
  });
  if (addresses.length === 0) return err(missing);
  return ok(port === undefined ? { addresses } : { addresses, port });
}

function clusterEnds({ spec }: ServiceObject, name: string): Result<Ends, Phrase> {
  if (spec.clusterIP === 'None') return err(phrase('document.flow.headless', { name }));
  const texts = spec.clusterIPs && spec.clusterIPs.length > 0 ? spec.clusterIPs : [spec.clusterIP ?? ''];
  return ends(texts, phrase('document.flow.no-cluster-ip', { name }));
}

interface NodePortTarget {
  readonly name: string;
  readonly node: string | undefined;
  readonly port: ServicePort | undefined;
}

function nodePortEnds(cluster: ClusterObjects, { name, node: wanted, port }: NodePortTarget): Result<Ends, Phrase> {
  const node = cluster.nodes.find(({ metadata }) => wanted === undefined || metadata.name === wanted);
  if (!node) return err(phrase('document.flow.no-node', { name: wanted ?? 'node' }));
  if (port && !port.nodePort) return err(phrase('document.flow.no-node-port', { name }));
  const internal = (node.status.addresses ?? []).filter(({ type }) => type === 'InternalIP');
  const missing = phrase('document.flow.node-without-ip', { name: node.metadata.name });
  return ends(
    internal.map(({ address }) => address),
    missing,
    port?.nodePort,
  );
}

function loadBalancerEnds(service: ServiceObject, name: string): Result<Ends, Phrase> {
  if (service.spec.type !== 'LoadBalancer') return err(phrase('document.flow.no-load-balancer', { name }));
  const ingress = listFrontAddresses(service).map(({ ip }) => ip);
  return ends(ingress, phrase('document.flow.load-balancer-pending', { name }));
}

/** The port of a caller that asked for none, inside the kernel's ephemeral range; the id of an echo request. */
const DEFAULT_SOURCE_PORT = 45_678;

/** A part of {@link SimFlow}: who sends. */
interface Sender {
  readonly netns: Netns;
  readonly src?: IpAddress;
  readonly inject?: { readonly device: string };
}

/**
 * Resolves a flow in the network of its document: who sends, to which address and port. A flow that cannot be sent is an error
 * that says why and what to change.
 */
export function resolveFlow(document: Document, network: Network, flow: Flow): Result<SimFlow, Phrase> {
  if (!isOfSubject(document, flow)) return err(phrase('document.flow.other-subject'));
  const sender = getSender(document, network, flow.from);
  if (!sender.ok) return sender;
  const named = askName(document, sender.value.netns, flow);
  if (named?.ok === false) return named;
  const door = flow.to.kind === 'route' ? doorOf(network, flow.to) : undefined;
  if (door?.ok === false) return door;
  const target = named
    ? placesOf(named.value)
    : door
      ? ok(wayThrough(door.value, flow))
      : getTarget(document.cluster, flow);
  if (!target.ok) return target;
  const { netns, src, inject } = sender.value;
  const family = src?.family;
  const dst = target.value.addresses.find((address) =>
    family ? address.family === family : hasFamilyAddress(netns, address.family),
  );
  if (!dst) return err(phrase('document.flow.other-family', { from: netns.title }));
  const port = target.value.port ?? flow.port;
  const again = findBefore(document.cluster, flow, dst);
  if (!again.ok) return again;
  return ok({
    netns: netns.id,
    dst,
    proto: flow.protocol === 'icmp' && dst.family === 'ipv6' ? 'icmpv6' : flow.protocol,
    sport: flow.sourcePort ?? DEFAULT_SOURCE_PORT,
    dport: flow.protocol === 'icmp' ? 0 : port,
    ...(named ? { named: withoutPorts(named.value, flow) } : {}),
    ...(src ? { src } : {}),
    ...(flow.ongoing ? { ongoing: true as const } : {}),
    ...(again.value ? { again: again.value } : {}),
    ...(flow.segment && flow.protocol === 'tcp' ? { segment: flow.segment } : {}),
    ...(inject ? { inject } : {}),
    ...(network.doors && flow.protocol === 'tcp' ? { http: httpRequest(flow, dst, door?.value) } : {}),
  });
}

/** The connection before of a flow whose client comes again: whom it got to, in the family of where the flow goes. */
function findBefore(cluster: ClusterObjects, flow: Flow, { family }: IpAddress): Result<SimFlow['again'], Phrase> {
  if (flow.again === undefined || flow.again === true) return ok(flow.again);
  const { to: told, seconds = 0 } = flow.again;
  const got = told ? getTarget(cluster, { ...flow, to: told }) : ok({ addresses: [] });
  if (!got.ok) return got;
  const to = got.value.addresses.find((each) => each.family === family);
  return ok({ ...(to ? { to } : {}), seconds: Math.max(0, seconds) });
}

/** Where the controller of an Ingress or HTTPRoute is reached. */
function doorOf(
  { doors }: Network,
  { object, namespace, name }: Extract<FlowTarget, { kind: 'route' }>,
): Result<Door, Phrase> {
  const key = `${object} ${namespace}/${name}`;
  if (!doors) return err(phrase('document.flow.no-doors', { name: key }));
  return doors.get(key) ?? err(phrase('document.flow.no-route', { name: key }));
}

function wayThrough({ ways }: Door, { port }: Flow): Ends {
  return ways.find(({ asked }) => asked === port) ?? ways[0] ?? { addresses: [] };
}

/** The request that browsers and curl send: the name or address that was typed, and what was said of it. */
function httpRequest({ to, http }: Flow, dst: IpAddress, door: Door | undefined): HttpRequest {
  const host = door?.host || (to.kind === 'name' ? to.name : formatIp(dst));
  return { host, path: door?.path ?? '/', ...http };
}

/** The places of a flow to a name; undefined: it goes to none. */
function askName(document: Document, netns: Netns, flow: Flow): Result<NamedPlaces, Phrase> | undefined {
  if (flow.to.kind !== 'name') return undefined;
  const { clusterDomain: domain } = document.settings;
  if (document.subject === 'pasted') return err(phrase('document.name.outside-asks', { domain }));
  return resolveName(document, netns, { ...flow, name: flow.to.name });
}

function placesOf({ places }: NamedPlaces): Result<Ends, Phrase> {
  const [first] = places;
  return ok({ addresses: places.map(({ dst }) => dst), ...(first ? { port: first.dport } : {}) });
}

/** An echo request has no port, whatever the name says. */
function withoutPorts(named: NamedPlaces, { protocol }: Flow): NamedPlaces {
  return protocol === 'icmp' ? { ...named, places: named.places.map(({ dst }) => ({ dst, dport: 0 })) } : named;
}

function getSender(document: Document, network: Network, from: FlowSource): Result<Sender, Phrase> {
  switch (from.kind) {
    case 'pod':
      return podSender(document.cluster, network, from);
    case 'node':
      return known(network, from.name, phrase('document.flow.no-node', { name: from.name }));
    case 'external':
      return withSource(known(network, CLIENT_ID, phrase('document.flow.no-client')), from.address);
    case 'interface':
      return interfaceSender(network, from);
    default:
      return assertNever(from);
  }
}

function known(network: Network, id: string, missing: Phrase): Result<Sender, Phrase> {
  const netns = network.netns.get(id);
  return netns ? ok({ netns }) : err(missing);
}

function withSource(sender: Result<Sender, Phrase>, text: string | undefined): Result<Sender, Phrase> {
  if (!sender.ok || text === undefined || text === '') return sender;
  const src = parseIp(text);
  return src.ok ? ok({ ...sender.value, src: src.value }) : err(phrase('document.flow.bad-address', { address: text }));
}

function podSender(cluster: ClusterObjects, network: Network, wanted: ObjectName): Result<Sender, Phrase> {
  const name = `${wanted.namespace}/${wanted.name}`;
  const pod = cluster.pods.find((candidate) => isNamed(candidate, wanted));
  if (!pod) return err(phrase('document.flow.no-pod', { name, others: cluster.pods.length > 0 ? 'some' : 'none' }));
  const id = pod.spec.hostNetwork ? (pod.spec.nodeName ?? '') : namespacedName(pod);
  return known(network, id, phrase('document.flow.pod-without-ip', { name }));
}

/** A packet of a pasted node: made there, or by who has the address behind a device; else it just comes in. */
function interfaceSender(network: Network, from: Extract<FlowSource, { kind: 'interface' }>): Result<Sender, Phrase> {
  const node = [...network.netns.values()].find(({ kind }) => kind === 'node');
  if (!node) return err(phrase('document.flow.nothing-pasted'));
  const { device } = from;
  const peer = network.netns.get(senderOfPasted(network, from) ?? '');
  if (device === undefined || device === '') return withSource(ok({ netns: peer ?? node }), from.address);
  if (!hasDevice(network, device)) return err(phrase('document.flow.no-device', { device }));
  if (from.address === '') return err(phrase('document.flow.no-source'));
  return withSource(ok(peer ? { netns: peer } : { netns: node, inject: { device } }), from.address);
}

function hasDevice({ netns }: Network, device: string): boolean {
  return [...netns.values()].some(
    ({ kind, devices }) => kind === 'node' && devices.some(({ name }) => name === device),
  );
}

function getTarget(cluster: ClusterObjects, flow: Flow): Result<Ends, Phrase> {
  const { to } = flow;
  switch (to.kind) {
    case 'service':
      return serviceEnds(cluster, flow, to);
    case 'pod':
      return podEnds(cluster, to);
    case 'name':
    case 'route':
      return err(phrase('document.flow.other-subject'));
    case 'address': {
      const address = parseIp(to.address);
      return address.ok
        ? ok({ addresses: [address.value] })
        : err(phrase('document.flow.bad-address', { address: to.address }));
    }
    default:
      return assertNever(to);
  }
}

function podEnds(cluster: ClusterObjects, wanted: ObjectName): Result<Ends, Phrase> {
  const name = `${wanted.namespace}/${wanted.name}`;
  const pod = cluster.pods.find((candidate) => isNamed(candidate, wanted));
  if (!pod) return err(phrase('document.flow.no-pod', { name, others: cluster.pods.length > 0 ? 'some' : 'none' }));
  const addresses = listPodIPs(pod).flatMap((text) => {
    const address = parseIp(text);
    return address.ok ? [address.value] : [];
  });
  return addresses.length > 0 ? ok({ addresses }) : err(phrase('document.flow.pod-without-ip', { name }));
}

/** A flow, and the packet it is. */
interface SentFlow {
  readonly flow: Flow;
  readonly sent: SimFlow;
}

/**
 * Tells of an end of a flow whether it was delivered, but not to an endpoint of the Service it was for, as the
 * EndpointSlices (of pasted nodes: the rules, or what kubectl lists) have them now. `before`: Services that were known
 * before rules were changed.
 */
export function findMisdelivery(
  document: Document,
  derived: Derived,
  { flow, sent, before = [] }: SentFlow & { readonly before?: readonly FoundService[] },
): (end: PacketEnd) => boolean {
  const { settled, found, network } = derived;
  if (!settled) return misdeliveredFrom(endpointsFound([...found, ...before], sent, network), network);
  return misdeliveredFrom(wantedEndpoints(document, { cluster: settled, network }, { flow, sent }), network);
}

function wantedEndpoints(
  document: Document,
  { cluster, network }: { readonly cluster: ClusterObjects; readonly network: Network },
  { flow, sent }: SentFlow,
): WantedEndpoints | undefined {
  const { to, port } = flow;
  const { family } = sent.dst;
  const portsOf = (service: ServiceObject) => servicePorts(service, family).filter(({ proto }) => proto === sent.proto);
  const ports =
    to.kind === 'service'
      ? cluster.services
          .filter((each) => isNamed(each, to))
          .flatMap(portsOf)
          .filter((each) => each.port === port)
      : cluster.services.flatMap(portsOf).filter(isAt(document, sent, network));
  if (ports.length === 0) return undefined;
  const slices = slicesByService(cluster.endpointSlices, new Memo());
  const all = ports.flatMap((each) => listEndpoints(listSlices(slices, each), each, { family, node: '' }));
  return all.map((endpoint) => ({ place: endpoint.endpoint, ...makeOwner(cluster, endpoint) }));
}

/** Is it the port of a Service whose address and port the packet has? */
function isAt(document: Document, { dst, dport }: SimFlow, network: Network) {
  const address = formatIp(dst);
  const isNodePort = isNodeAddress(network, dst) && answersNodePorts(document, dst, network);
  return (each: ServicePortInfo): boolean => {
    if (isNodePort && each.nodePort === dport) return true;
    if (each.port !== dport) return false;
    return each.clusterIP === address || each.externalIPs.includes(address) || each.loadBalancerVIPs.includes(address);
  };
}

/** The namespace of the Pod that the slice says the endpoint is, where there is such a Pod. */
function makeOwner({ pods }: ClusterObjects, { slice, index }: EndpointInfo): { readonly netns?: string } {
  const target = slice.endpoints?.[index]?.targetRef;
  if (target?.kind !== 'Pod' || target.name === undefined) return {};
  const { name, namespace = slice.metadata.namespace ?? 'default' } = target;
  const pod = pods.find((each) => isNamed(each, { namespace, name }));
  const netns = pod?.spec.hostNetwork ? pod.spec.nodeName : pod && namespacedName(pod);
  return netns === undefined ? {} : { netns };
}
