import type { SuggestedFlow } from '../../paste/summaries';
import { isActive } from '../../kubernetes/pods';
import { getNamespace, type PodObject, type ServiceObject } from '../../kubernetes/types';
import { CLIENT_ID } from '../../kubernetes/network';
import { phrase, type Phrase } from '../../lib/phrase';
import { err, ok, type Result } from '../../lib/result';
import type { Netns, Network } from '../../linux/netns';
import { getBits, sameIp, type IpAddress } from '../../net/ip';
import type { PaneSpec } from './compare';
import { type Document, type Flow, type FlowSource, flowsOfSubject } from '../../document/document';
import { isNamed, type ObjectName } from '../../document/edits/object-names';
import { setTrafficPolicy } from '../../document/edits/services';

/** The document as a pane sees it; the same object where nothing is otherwise. */
export function paneDocument(document: Document, { mode, release, policy }: PaneSpec): Document {
  const proxied = document.mode === mode && document.release === release ? document : { ...document, mode, release };
  if (!policy || document.subject !== 'cluster') return proxied;
  return setTrafficPolicy(proxied, policy, policy);
}

/** Tells what choosing a node means for a flow: the one it comes in by, or the one its sender is on; undefined: nothing. */
export function findNodeChoice({ from, to }: Flow): 'entry' | 'sender' | undefined {
  if (to.kind === 'service' && to.via === 'nodePort') return 'entry';
  if (to.kind === 'service' && to.via !== 'clusterIP' && from.kind === 'external') return 'entry';
  return from.kind === 'pod' || from.kind === 'node' ? 'sender' : undefined;
}

/** The flow with its node chosen. An entry by a load balancer's address is a matter of the network: {@link enteredBy}. */
export function withNode(document: Document, flow: Flow, node: string): Result<Flow, Phrase> {
  const choice = findNodeChoice(flow);
  const { from, to } = flow;
  if (choice === 'entry') {
    return ok(to.kind === 'service' && to.via === 'nodePort' ? { ...flow, to: { ...to, node } } : flow);
  }
  if (choice === undefined) return ok(flow);
  if (from.kind !== 'pod') return ok({ ...flow, from: { kind: 'node', name: node } });
  const pod = likePod(document, from, podNamed(document, from), node);
  return pod ? ok({ ...flow, from: pod }) : err(phrase('document.compare.no-pod-on-node', { node }));
}

function podNamed({ cluster }: Document, wanted: ObjectName): PodObject | undefined {
  return cluster.pods.find((pod) => isNamed(pod, wanted));
}

/** A Pod of the same workload, else any that can send; on `node`, if one is named. */
function likePod(
  { cluster }: Document,
  wanted: ObjectName,
  original: PodObject | undefined,
  node?: string,
): Extract<FlowSource, { kind: 'pod' }> | undefined {
  const able = cluster.pods.filter(
    (pod) => isActive(pod) && !pod.spec.hostNetwork && (node === undefined || pod.spec.nodeName === node),
  );
  const found =
    able.find((pod) => isNamed(pod, wanted)) ??
    able.find((pod) => original !== undefined && isSameWorkload(pod, original)) ??
    able.find((pod) => getNamespace(pod) === wanted.namespace) ??
    able[0];
  return found && { kind: 'pod', namespace: getNamespace(found), name: found.metadata.name };
}

/** Labels that tell one revision of a workload from another. */
const OF_REVISION = new Set(['pod-template-hash', 'controller-revision-hash']);

function isSameWorkload(pod: PodObject, other: PodObject): boolean {
  const wanted = Object.entries(other.metadata.labels ?? {}).filter(([key]) => !OF_REVISION.has(key));
  const same = wanted.every(([key, value]) => pod.metadata.labels?.[key] === value);
  return wanted.length > 0 && same && getNamespace(pod) === getNamespace(other);
}

/**
 * The flow of another document that corresponds to a flow of one: the same way to the Service of the same name, from a Pod of
 * the same workload; where there is no such Service the first flow of the same sort. A pasted node sends what it was seen to
 * send (`suggested`). Undefined: the other has no flow.
 */
export function counterpart(
  document: Document,
  flow: Flow,
  other: Document,
  suggested: readonly SuggestedFlow[] = [],
): Flow | undefined {
  const flows = flowsOfSubject(other);
  if (other.subject === 'pasted') return likePasted(document, flow, [...flows, ...suggested.map(flowOfSuggested)]);
  const fromPasted = document.subject === 'pasted' ? fromAnyPod(other, flow) : undefined;
  if (fromPasted) return fromPasted;
  const same = other.subject === 'cluster' && document.subject === 'cluster' && reaches(other, flow);
  if (same) {
    const { from } = flow;
    if (from.kind === 'external') return flow;
    if (from.kind === 'pod') {
      const sender = likePod(other, from, podNamed(document, from));
      if (sender) return { ...flow, from: sender };
    }
    if (from.kind === 'node') {
      const named = other.cluster.nodes.find(({ metadata }) => metadata.name === from.name) ?? other.cluster.nodes[0];
      if (named) return { ...flow, from: { kind: 'node', name: named.metadata.name } };
    }
  }
  const via = ({ to }: Flow): string => (to.kind === 'service' ? to.via : to.kind);
  return (
    flows.find((each) => each.from.kind === flow.from.kind && via(each) === via(flow)) ??
    flows.find((each) => via(each) === via(flow)) ??
    flows[0]
  );
}

/** A flow that a pasted node suggests, as a document would hold it. */
function flowOfSuggested({ title, device, from, to, protocol, port, node, enters }: SuggestedFlow, at: number): Flow {
  return {
    id: `suggested-${at}`,
    title,
    from: {
      kind: 'interface',
      ...(device === undefined ? {} : { device }),
      address: from,
      ...(node === undefined ? {} : { node }),
      ...(enters === undefined ? {} : { enters }),
    },
    to: { kind: 'address', address: to },
    protocol,
    port,
  };
}

/**
 * The flow of a pasted node that is most like a flow: the very same packet, else one to the same address and port (from
 * the node itself if the flow is, from where it lets packets in if not), called as the flow is, else one to the same port.
 */
function likePasted(document: Document, flow: Flow, flows: readonly Flow[]): Flow | undefined {
  const target = findAddress(document, flow);
  const sender = ({ from }: Flow): string => (from.kind === 'interface' ? from.address : '');
  const samePort = flows.filter(({ port, protocol }) => port === flow.port && protocol === flow.protocol);
  const sameTarget = samePort.filter((each) => findAddress(document, each) === target);
  const isOwn = ({ from }: Flow): boolean =>
    from.kind === 'interface' ? from.device === undefined : from.kind === 'node';
  const same =
    sameTarget.find((each) => sender(each) === sender(flow)) ??
    sameTarget.find((each) => isOwn(each) === isOwn(flow)) ??
    (sameTarget[0] && isOwn(flow) ? byItself(sameTarget[0]) : sameTarget[0]);
  if (same) return flow.title === undefined ? same : { ...same, title: flow.title };
  return samePort[0] ?? flows[0];
}

/** A flow of a pasted node as the node itself sends it, with the source that its route gives. */
function byItself(flow: Flow): Flow {
  const { from } = flow;
  if (from.kind !== 'interface') return flow;
  return { ...flow, from: { kind: 'interface', address: '', ...(from.node === undefined ? {} : { node: from.node }) } };
}

/** The address a flow is sent to, where it is a Service's clusterIP or written down. */
function findAddress(document: Document, { to }: Flow): string | undefined {
  if (to.kind === 'address') return to.address;
  return to.kind === 'service' && to.via === 'clusterIP' ? findService(document, to)?.spec.clusterIP : undefined;
}

/** A pasted node's flow to an address that is a clusterIP of the cluster: from a Pod, or the node itself, to that Service. */
function fromAnyPod(other: Document, flow: Flow): Flow | undefined {
  const address = findAddress(other, flow);
  const service = other.cluster.services.find(({ spec }) => address !== undefined && spec.clusterIP === address);
  if (!service || flow.from.kind !== 'interface') return undefined;
  const { name } = service.metadata;
  const to = { kind: 'service', namespace: getNamespace(service), name, via: 'clusterIP' } as const;
  const [node] = other.cluster.nodes;
  const self: FlowSource | undefined = node && { kind: 'node', name: node.metadata.name };
  const from = flow.from.device === undefined ? self : likePod(other, { namespace: 'default', name: '' }, undefined);
  const { title: _title, ...rest } = flow;
  return from && { ...rest, from, to };
}

function findService({ cluster }: Document, wanted: ObjectName): ServiceObject | undefined {
  return cluster.services.find((service) => isNamed(service, wanted));
}

/** Has the document what the flow goes to, by the same way? */
function reaches(document: Document, { to, port }: Flow): boolean {
  if (to.kind === 'address' || to.kind === 'name' || to.kind === 'route') return true;
  if (to.kind === 'pod') return podNamed(document, to) !== undefined;
  const service = findService(document, to);
  const entry = service?.spec.ports?.find((each) => each.port === port);
  if (!service || !entry) return false;
  if (to.via !== 'nodePort') return true;
  const known = to.node === undefined || document.cluster.nodes.some(({ metadata }) => metadata.name === to.node);
  return known && entry.nodePort !== undefined;
}

/**
 * The network where whoever delivers a load balancer's address or an externalIP to the cluster hands it to `node`:
 * the client's route to it goes there. The same network where nobody delivers it.
 */
export function enteredBy(network: Network, address: IpAddress, node: string): Network {
  const client = network.netns.get(CLIENT_ID);
  const wire = network.netns.get(node)?.devices.find(({ kind }) => kind === 'physical');
  const via = wire?.addresses.find((own) => own.address.family === address.family)?.address;
  const isIt = ({ dst, via: by }: Netns['routes'][number]): boolean =>
    by !== undefined && dst.prefix === getBits(address.family) && sameIp(dst.address, address);
  if (!client || !via || !client.routes.some(isIt)) return network;
  const routes = client.routes.map((route) => (isIt(route) ? { ...route, via } : route));
  return { ...network, netns: new Map([...network.netns, [CLIENT_ID, { ...client, routes }]]) };
}
