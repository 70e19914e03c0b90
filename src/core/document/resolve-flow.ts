import { senderOfPasted } from '../paste/pasted-connections';
import { assertNever, err, ok, type Result } from '../lib/result';
import { phrase, type Phrase } from '../lib/phrase';
import { podIPsOf } from '../kubernetes/controllers/deployment';
import { namespacedName } from '../kubernetes/meta';
import { CLIENT_ID } from '../kubernetes/network';
import type { ClusterObjects, ServiceObject, ServicePort } from '../kubernetes/types';
import type { Netns, Network } from '../linux/netns';
import { isLoopback, parseIp, type IpAddress, type IpFamily } from '../net/ip';
import type { SimFlow } from '../sim/simulate';
import { type Document, type Flow, type FlowSource, type FlowTarget, isOfSubject } from './document';
import { isNamed, type ObjectName } from './edits/cluster';

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
  const port = portOf(service, flow);
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

function portOf(service: ServiceObject, flow: Flow): ServicePort | undefined {
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

function loadBalancerEnds({ spec, status }: ServiceObject, name: string): Result<Ends, Phrase> {
  if (spec.type !== 'LoadBalancer') return err(phrase('document.flow.no-load-balancer', { name }));
  const ingress = (status?.loadBalancer?.ingress ?? []).flatMap(({ ip }) => ip ?? []);
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
 * What a flow means in the network of its document: who sends, to which address and port. A flow
 * that cannot be sent is an error that says why and what to change.
 */
export function resolveFlow(document: Document, network: Network, flow: Flow): Result<SimFlow, Phrase> {
  if (!isOfSubject(document, flow)) return err(phrase('document.flow.other-subject'));
  const sender = senderOf(document, network, flow.from);
  if (!sender.ok) return sender;
  const target = targetOf(document.cluster, flow);
  if (!target.ok) return target;
  const { netns, src, inject } = sender.value;
  const family = src?.family;
  const dst = target.value.addresses.find((address) =>
    family ? address.family === family : speaks(netns, address.family),
  );
  if (!dst) return err(phrase('document.flow.other-family', { from: netns.title }));
  const port = target.value.port ?? flow.port;
  return ok({
    netns: netns.id,
    dst,
    proto: flow.protocol === 'icmp' && dst.family === 'ipv6' ? 'icmpv6' : flow.protocol,
    sport: flow.sourcePort ?? DEFAULT_SOURCE_PORT,
    dport: flow.protocol === 'icmp' ? 0 : port,
    ...(src ? { src } : {}),
    ...(flow.ongoing ? { ongoing: true as const } : {}),
    ...(flow.segment && flow.protocol === 'tcp' ? { segment: flow.segment } : {}),
    ...(inject ? { inject } : {}),
  });
}

/** Has the namespace an address of the family that others can answer? */
function speaks(netns: Netns, family: IpFamily): boolean {
  return netns.devices.some(({ addresses }) =>
    addresses.some(({ address }) => address.family === family && !isLoopback(address)),
  );
}

function senderOf(document: Document, network: Network, from: FlowSource): Result<Sender, Phrase> {
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
  if (!pod) return err(phrase('document.flow.no-pod', { name }));
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

function targetOf(cluster: ClusterObjects, flow: Flow): Result<Ends, Phrase> {
  const { to } = flow;
  switch (to.kind) {
    case 'service':
      return serviceEnds(cluster, flow, to);
    case 'pod':
      return podEnds(cluster, to);
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
  if (!pod) return err(phrase('document.flow.no-pod', { name }));
  const addresses = podIPsOf(pod).flatMap((text) => {
    const address = parseIp(text);
    return address.ok ? [address.value] : [];
  });
  return addresses.length > 0 ? ok({ addresses }) : err(phrase('document.flow.pod-without-ip', { name }));
}
