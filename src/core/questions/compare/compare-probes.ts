import { isActive, matchesLabels } from '../../kubernetes/pods';
import {
  getNamespace,
  type PodObject,
  type ServiceObject,
  type ServicePort,
  listFrontAddresses,
} from '../../kubernetes/types';
import type { Document, Flow, FlowSource, FlowTarget } from '../../document/document';

/** More probes than this tell nobody anything. */
export const MOST_PROBES = 2000;

const PREFIX = 'probe ';

/** Was the flow generated, and is in no document? */
export function isProbe(flowId: string): boolean {
  return flowId.startsWith(PREFIX);
}

/** A Service with who stands behind it. */
interface Target {
  readonly service: ServiceObject;
  readonly backends: readonly PodObject[];
}

/**
 * Flows that try every way to every Service port: from a Pod, from a node, from a Pod to itself, from outside and
 * from a Pod by nodePort (of a node with and of one without a backend; of the node to itself on 127.0.0.1), load balancer
 * address and externalIP; and an echo request to each clusterIP.
 * Their ids tell what they are: the same document gives the same ids. At most {@link MOST_PROBES}.
 */
export function probeFlows(document: Document): readonly Flow[] {
  const flows: Flow[] = [];
  for (const service of document.cluster.services) {
    if (flows.length >= MOST_PROBES) break;
    flows.push(...listPings(document, service));
    for (const port of service.spec.ports ?? []) flows.push(...listProbes(document, service, port));
  }
  return flows.slice(0, MOST_PROBES);
}

function listProbes(document: Document, service: ServiceObject, port: ServicePort): Flow[] {
  const target = { service, backends: listBackends(document, service) };
  const senders = makeSenders(document, target);
  const ends = [...insideEnds(service, senders), ...outsideEnds(document, target, port, senders)];
  const protocol = (port.protocol ?? 'TCP').toLowerCase() as Flow['protocol'];
  return ends.map(({ from, to }) => {
    const asked = to.kind === 'address' ? (port.nodePort ?? port.port) : port.port;
    return { id: makeId(from, to, { ...port, port: asked }), from, to, protocol, port: asked };
  });
}

/** An echo request to the clusterIP: rules are for ports. */
function listPings(document: Document, service: ServiceObject): Flow[] {
  const { pod } = makeSenders(document, { service, backends: listBackends(document, service) });
  const ends = insideEnds(service, { pod, node: undefined, backend: undefined });
  return ends.map(({ from, to }) => ({
    id: makeId(from, to, { port: 0, protocol: 'ICMP' }),
    from,
    to,
    protocol: 'icmp',
    port: 0,
  }));
}

function makeId(
  from: FlowSource,
  to: FlowTarget,
  { port, protocol }: { readonly port: number; readonly protocol?: string },
): string {
  return `${PREFIX}${JSON.stringify([from, to, port, protocol ?? 'TCP'])}`;
}

/** Pods behind a Service by its selector. */
function listBackends({ cluster }: Document, service: ServiceObject): readonly PodObject[] {
  const { selector } = service.spec;
  if (!selector) return [];
  return cluster.pods.filter(
    (pod) =>
      isActive(pod) && getNamespace(pod) === getNamespace(service) && matchesLabels(pod.metadata.labels, selector),
  );
}

interface Senders {
  readonly pod: FlowSource | undefined;
  readonly node: FlowSource | undefined;
  /** A Pod that stands behind the Service itself. */
  readonly backend: FlowSource | undefined;
}

function makeSenders({ cluster }: Document, { backends }: Target): Senders {
  const able = cluster.pods.filter((pod) => isActive(pod) && !pod.spec.hostNetwork);
  const stranger = able.find((pod) => !backends.includes(pod));
  const backend = able.find((pod) => backends.includes(pod));
  const [node] = cluster.nodes;
  const asSource = (pod: PodObject | undefined): FlowSource | undefined =>
    pod && { kind: 'pod', namespace: getNamespace(pod), name: pod.metadata.name };
  return {
    pod: asSource(stranger),
    node: node && { kind: 'node', name: node.metadata.name },
    backend: asSource(backend),
  };
}

interface Ends {
  readonly from: FlowSource;
  readonly to: FlowTarget;
}

function toService(service: ServiceObject, via: Extract<FlowTarget, { kind: 'service' }>['via']): FlowTarget {
  return { kind: 'service', namespace: getNamespace(service), name: service.metadata.name, via };
}

const between = (sources: readonly (FlowSource | undefined)[], to: FlowTarget): Ends[] =>
  sources.flatMap((from) => (from ? [{ from, to }] : []));

function insideEnds(service: ServiceObject, { pod, node, backend }: Senders): Ends[] {
  const { type, clusterIP } = service.spec;
  if (type === 'ExternalName' || clusterIP === 'None') return [];
  return between([pod, node, backend], toService(service, 'clusterIP'));
}

const OUTSIDE: FlowSource = { kind: 'external' };

function outsideEnds(document: Document, target: Target, port: ServicePort, { pod, node: own }: Senders): Ends[] {
  const { service } = target;
  const byNode = port.nodePort === undefined ? [] : nodesToTry(document, target);
  const nodePort = byNode.flatMap((node) =>
    between([OUTSIDE, pod], { ...toService(service, 'nodePort'), node } as FlowTarget),
  );
  const loopback = port.nodePort === undefined ? [] : between([own], { kind: 'address', address: '127.0.0.1' });
  const balancer =
    listFrontAddresses(service).length > 0 ? between([OUTSIDE, pod], toService(service, 'loadBalancer')) : [];
  const external = service.spec.externalIPs?.length ? between([OUTSIDE, pod], toService(service, 'externalIP')) : [];
  return [...nodePort, ...loopback, ...balancer, ...external];
}

/** A node with a backend, and one without: where a Local traffic policy tells them apart. */
function nodesToTry({ cluster }: Document, { backends }: Target): readonly string[] {
  const names = cluster.nodes.map(({ metadata }) => metadata.name);
  const serving = new Set(backends.map(({ spec }) => spec.nodeName));
  const chosen = [names.find((name) => serving.has(name)), names.find((name) => !serving.has(name))];
  return chosen.filter((name) => name !== undefined);
}

/** The generated flow of that id, if the document still gives it. */
export function probeFlow(document: Document, id: string): Flow | undefined {
  return probeFlows(document).find((flow) => flow.id === id);
}
