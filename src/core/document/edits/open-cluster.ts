import { completeObjects, guessPodNetwork, withNamedServices } from './complete';
import { listNamedNodes, listNamedPods, withNodes } from './missing-places';
import { readPods } from '../../formats/kubernetes/collect';
import { completeCluster } from '../../kubernetes/complete';
import { matchesLabels } from '../../kubernetes/pods';
import { findOwnerService } from '../../kubernetes/defaults';
import {
  getNamespace,
  type ClusterObjects,
  type KubeProxyConfig,
  type Labels,
  type ObjectMeta,
  type OtherObject,
  type PodObject,
  type ServiceObject,
  listFrontAddresses,
} from '../../kubernetes/types';
import { formatCidr } from '../../net/ip';
import { isRouteObject, type RouteKind } from '../../kubernetes/ingress/kinds';
import { KUBE_PROXY_MODE_IDS, sameAxis, usualRelease, type ProxyModeId } from '../../kubernetes/mode-ids';
import type { Document, Flow, FlowTarget } from '../document';
import { splitCilium, withAgent, stopProxies, takeStopped, withDaemonSets } from './programs';
import { addFlow, defined, settle, splitConfig, withConfig } from './cluster';
import { isNamed } from './object-names';
import { addPodsBehind } from './services';
import { makeKubeProxy, withKubeadm } from './told';
import { listHostPorts } from '../../kubernetes/network/host-ports';
import { podsOfWorkloads } from '../../kubernetes/workloads';

/** More flows are a list nobody reads; others are added by hand. */
const MOST_FLOWS = 40;

/** What people made, not the control plane. */
const isOwn = (service: ServiceObject): boolean =>
  getNamespace(service) !== 'kube-system' && !isNamed(service, { namespace: 'default', name: 'kubernetes' });

/**
 * One flow an Ingress or HTTPRoute, one a Service, those people made first, and where its traffic policy is Local one more by a node without its
 * endpoints; then one to each hostPort. A Service that nothing can be sent to has none. `given`: the Services as
 * they were told, without what the control plane of the page gave them; the hostPorts are of its Pods.
 */
function offeredFlows(
  cluster: ClusterObjects,
  given: Pick<ClusterObjects, 'services' | 'pods' | 'others'>,
  pasted: ClusterObjects,
): readonly Flow[] {
  const services = [...cluster.services.filter(isOwn), ...cluster.services.filter((each) => !isOwn(each))];
  const told = new Map(given.services.map((service) => [nameKey(service), service]));
  const came = new Set(given.pods.map(nameKey));
  const toServices = services
    .filter(isReachable)
    .slice(0, MOST_FLOWS)
    .flatMap((service) => flowsTo(service, cluster, getVia(service, told.get(nameKey(service)))));
  const routed = routeFlows(given.others ?? []);
  // Without Pods there is no controller that does what they say: that is said last.
  const isServed = pasted.pods.length + pasted.deployments.length > 0;
  return [
    ...(isServed ? routed : []),
    ...toServices,
    ...hostPortFlows(cluster)
      .filter(({ pod }) => came.has(nameKey(pod)))
      .map(({ flow }) => flow),
    ...(isServed ? [] : routed),
  ]
    .slice(0, MOST_FLOWS)
    .map((flow, index) => ({ ...flow, id: `flow-${index + 1}` }));
}

/** From outside, to the first host and path of each; with TLS where it has a certificate. */
function routeFlows(others: readonly OtherObject[]): readonly Aimed[] {
  return others.filter(isRouteObject).map(({ kind, metadata, ...object }) => {
    const { namespace = 'default', name = '' } = metadata ?? {};
    const { tls } = ((object as { readonly spec?: unknown }).spec ?? {}) as { readonly tls?: unknown };
    const port = kind === 'TLSRoute' || (Array.isArray(tls) && tls.length > 0) ? 443 : 80;
    const to = { kind: 'route', object: kind as RouteKind, namespace, name } as const;
    return { from: { kind: 'external' }, to, protocol: 'tcp', port };
  });
}

const nameKey = (object: { readonly metadata: ObjectMeta }): string =>
  `${getNamespace(object)}/${object.metadata.name}`;

function isReachable({ spec: { ports = [], type, clusterIP } }: ServiceObject): boolean {
  return ports.length > 0 && type !== 'ExternalName' && clusterIP !== 'None';
}

const PROTOCOLS = { TCP: 'tcp', UDP: 'udp', SCTP: 'sctp' } as const;

type Via = Extract<FlowTarget, { kind: 'service' }>['via'];
type Aimed = Omit<Flow, 'id'>;

function flowsTo(service: ServiceObject, cluster: ClusterObjects, via: Via): readonly Aimed[] {
  const [port] = service.spec.ports ?? [];
  if (!port) return [];
  const { externalTrafficPolicy, internalTrafficPolicy } = service.spec;
  const to: FlowTarget = { kind: 'service', namespace: getNamespace(service), name: service.metadata.name, via };
  const rest = { protocol: PROTOCOLS[port.protocol ?? 'TCP'], port: port.port };
  const from = { kind: 'external' } as const;
  if (via === 'nodePort') {
    const nodes = namesOnBothSides(service, cluster, externalTrafficPolicy);
    return nodes.map((node) => ({ from, to: { ...to, node }, ...rest }));
  }
  if (via !== 'clusterIP') return [{ from, to, ...rest }];
  return listCallers(service, cluster, internalTrafficPolicy).map((caller) => ({ from: caller, to, ...rest }));
}

/** The first node; where only endpoints of the same node are used, one with some and one without. */
function namesOnBothSides(
  { metadata, spec: { selector } }: ServiceObject,
  { nodes, pods }: ClusterObjects,
  policy: string | undefined,
): readonly string[] {
  const names = nodes.map((node) => node.metadata.name);
  const [first] = names;
  if (first === undefined || policy !== 'Local' || !selector) return names.slice(0, 1);
  const behind = pods.filter(
    (pod) => getNamespace(pod) === getNamespace({ metadata }) && matchesLabels(pod.metadata.labels, selector),
  );
  const has = new Set(behind.map(({ spec }) => spec.nodeName));
  const [on, off] = [names.find((name) => has.has(name)), names.find((name) => !has.has(name))];
  return [on, off].filter((name) => name !== undefined);
}

/** Of the hostPorts of Pods: each from outside at its node's own address. */
function hostPortFlows({ nodes, pods }: ClusterObjects): readonly { readonly pod: PodObject; readonly flow: Aimed }[] {
  const addresses = new Map(
    nodes.map(({ metadata, status }) => [
      metadata.name,
      status.addresses?.find(({ type }) => type === 'InternalIP')?.address,
    ]),
  );
  const open = pods.filter(({ spec }) => spec.nodeName !== undefined && !spec.hostNetwork);
  return open.flatMap((pod) =>
    listHostPorts(pod).flatMap(({ hostPort, hostIP, protocol }) => {
      const address = hostIP ?? addresses.get(pod.spec.nodeName ?? '');
      const known = Object.values(PROTOCOLS).find((each) => each === protocol);
      if (address === undefined || !known) return [];
      const to = { kind: 'address', address } as const;
      return [{ pod, flow: { from: { kind: 'external' } as const, to, protocol: known, port: hostPort } }];
    }),
  );
}

/** The way it is meant to be reached by; an address that a balancer was given here comes after those that were told. */
function getVia(service: ServiceObject, told: ServiceObject | undefined): Via {
  const { spec } = service;
  if (told && isBalanced(told)) return 'loadBalancer';
  if ((spec.externalIPs ?? []).length > 0) return 'externalIP';
  if (isBalanced(service)) return 'loadBalancer';
  return spec.type === 'NodePort' && spec.ports?.[0]?.nodePort !== undefined ? 'nodePort' : 'clusterIP';
}

const isBalanced = (service: ServiceObject): boolean => listFrontAddresses(service).length > 0;

/** Who asks; where only endpoints of the same node are used, one of a node that has some and one of a node that has none. */
function listCallers(
  service: ServiceObject,
  cluster: ClusterObjects,
  policy: string | undefined,
): readonly Flow['from'][] {
  const caller = makeCaller(service, cluster);
  if (policy !== 'Local') return [caller];
  const sides = namesOnBothSides(service, cluster, policy).flatMap((node) => {
    const pods = cluster.pods.filter(({ spec }) => spec.nodeName === node);
    const on = makeCaller(service, { ...cluster, pods, nodes: cluster.nodes.filter(isCalled(node)) });
    return on.kind === 'external' ? [] : [on];
  });
  return sides.length > 0 ? sides : [caller];
}

const isCalled =
  (name: string) =>
  ({ metadata }: { readonly metadata: ObjectMeta }): boolean =>
    metadata.name === name;

/** A Pod that is not behind the Service, of its namespace if there is one; else a Node, else the world outside. */
function makeCaller(service: ServiceObject, { pods, nodes }: ClusterObjects): Flow['from'] {
  const { selector } = service.spec;
  const has = selector && Object.keys(selector).length > 0;
  const others = pods.filter(
    ({ metadata, spec, status }) =>
      status?.podIP !== undefined && !spec.hostNetwork && !(has && matchesLabels(metadata.labels, selector)),
  );
  const pod = others.find((each) => getNamespace(each) === getNamespace(service)) ?? others[0];
  if (pod) return { kind: 'pod', namespace: getNamespace(pod), name: pod.metadata.name };
  const [node] = nodes;
  return node ? { kind: 'node', name: node.metadata.name } : { kind: 'external' };
}

/** Services without Pods that are given some. */
const MOST_LONELY = 40;

/** A document with objects put into it, and how many were made up beside them. */
interface Opened {
  readonly document: Document;
  readonly added: { readonly nodes: number; readonly services: number; readonly pods: number };
  /** kube-proxy's clusterCIDR, where no object tells it and it was guessed of the Pods' addresses. */
  readonly guessedCIDR?: string;
}

/**
 * Puts somebody's cluster in the place of the document's, with its own title, ranges, kube-proxy release and
 * configuration where its objects tell them, and one flow for each Service. Nothing of the cluster before stays.
 * Objects without a Node get what they need to be reached: Nodes, Services that endpoints and Ingresses name, Pods.
 */
export function openCluster(document: Document, pasted: ClusterObjects): Opened {
  const told = makeKubeProxy(pasted);
  const { cluster: objects, cilium } = splitCilium(pasted);
  const { cluster } = splitConfig(objects);
  const { mode = document.mode } = cilium?.['kube-proxy-replacement'] ? ({ mode: 'ebpf' } as const) : told;
  const bare = cluster.nodes.length === 0;
  const made = withKubeadm(document.settings, cluster);
  const housed = withNodes(bare ? withNamedServices(cluster) : cluster, made);
  const whole = withWorkloads(withHosts(housed));
  const settings = withKubeadm(makeSettings(document, whole, told.config), cluster);
  const isTold = told.config.clusterCIDR !== undefined || made.clusterCIDR !== document.settings.clusterCIDR;
  const range = isTold ? { cidr: settings.clusterCIDR.join(','), isGuessed: false } : guessClusterCIDR(whole, settings);
  const { stopped: _before, ...kept } = document;
  const opened: Document = {
    ...kept,
    title: findTitle(cluster) ?? document.title,
    subject: 'cluster',
    mode,
    release: chooseRelease(document, mode, told.release),
    kubeProxy: { ...defined({ clusterCIDR: range.cidr }), ...told.config, ...(isKubeProxy(mode) ? { mode } : {}) },
    settings,
    flows: [],
  };
  const { nodes, stopped } = takeStopped(whole.nodes);
  const settled = settle({ ...withAgent(opened, cilium), cluster: NOTHING }, { ...whole, nodes });
  const served = withDaemonSets(bare ? withPodsBehind(settled) : settled, cluster.others);
  return {
    document: {
      ...stopProxies(served, stopped),
      flows: offeredFlows(served.cluster, { ...cluster, pods: served.cluster.pods }, cluster),
    },
    added: addedTo(cluster, served.cluster),
    ...(range.isGuessed && range.cidr !== undefined ? { guessedCIDR: range.cidr } : {}),
  };
}

/** Pods on a Node, each with the address of its Node: told so, they were not moved there. */
function withHosts(cluster: ClusterObjects): ClusterObjects {
  const hosts = new Map(
    cluster.nodes.flatMap(({ metadata, status }) => {
      const address = status.addresses?.find(({ type }) => type === 'InternalIP')?.address;
      return address === undefined ? [] : [[metadata.name, address] as const];
    }),
  );
  const pods = cluster.pods.map((pod) => {
    const hostIP = hosts.get(pod.spec.nodeName ?? '');
    const isTold = pod.status?.podIP !== undefined && pod.status.hostIP === undefined;
    return isTold && hostIP !== undefined ? { ...pod, status: { ...pod.status, hostIP } } : pod;
  });
  return pods.every((pod, at) => pod === cluster.pods[at]) ? cluster : { ...cluster, pods };
}

/**
 * kube-proxy's clusterCIDR where nothing tells it: the range that holds the Pods and no Node. Without such a range there is none, as
 * where Pods have addresses of the Nodes' network and kube-proxy is run without one; without Pods it is the bench's own.
 */
function guessClusterCIDR(
  cluster: ClusterObjects,
  settings: Document['settings'],
): { readonly cidr: string | undefined; readonly isGuessed: boolean } {
  const hasPods = cluster.pods.some(({ status, spec }) => status?.podIP !== undefined && !spec.hostNetwork);
  if (!hasPods) return { cidr: settings.clusterCIDR.join(','), isGuessed: false };
  const guessed = (['ipv4', 'ipv6'] as const).flatMap((family) => guessPodNetwork(cluster, family) ?? []);
  return { cidr: guessed.length === 0 ? undefined : guessed.map(formatCidr).join(','), isGuessed: true };
}

/** The cluster with the Pods of its workloads. */
function withWorkloads(cluster: ClusterObjects): ClusterObjects {
  const made = readPods(podsOfWorkloads(cluster));
  return made.length === 0 ? cluster : { ...cluster, pods: [...cluster.pods, ...made] };
}

/** The release the objects tell of, where it is one of the project whose releases the mode has. */
function chooseRelease(document: Document, mode: ProxyModeId, told: string | undefined): string {
  const kept = sameAxis(document.mode, mode) ? document.release : usualRelease(mode);
  return isKubeProxy(mode) ? (told ?? kept) : kept;
}

const isKubeProxy = (mode: ProxyModeId): boolean => KUBE_PROXY_MODE_IDS.includes(mode);

/** So many Pods are made for a Service that finds none. */
const REPLICAS = 3;

/** Pods for the Services whose selector finds none and that have no endpoints. */
function withPodsBehind(document: Document): Document {
  const { pods, endpointSlices } = document.cluster;
  const served = new Set(endpointSlices.map((slice) => `${getNamespace(slice)}/${findOwnerService(slice) ?? ''}`));
  const lonely = document.cluster.services.filter(({ metadata, spec: { selector = {} } }) => {
    const selects = Object.keys(selector).length > 0;
    const name = `${getNamespace({ metadata })}/${metadata.name}`;
    return selects && !served.has(name) && !pods.some((pod) => selected(pod, getNamespace({ metadata }), selector));
  });
  return lonely
    .slice(0, MOST_LONELY)
    .reduce(
      (next, service) =>
        addPodsBehind(next, { namespace: getNamespace(service), name: service.metadata.name }, REPLICAS),
      document,
    );
}

function selected(pod: PodObject, namespace: string, selector: Labels): boolean {
  return getNamespace(pod) === namespace && matchesLabels(pod.metadata.labels, selector);
}

/** How many more there are than the objects tell, by name; what the control plane runs itself is not counted. */
function addedTo(given: ClusterObjects, made: ClusterObjects): Opened['added'] {
  const isOfPeople = ({ metadata }: { readonly metadata: ObjectMeta }): boolean =>
    metadata.namespace !== 'kube-system' && metadata.name !== 'kubernetes';
  const nodes = new Set([...given.nodes.map(({ metadata }) => metadata.name), ...listNamedNodes(given)]);
  const pods = new Set([...given.pods.map(nameKey), ...listNamedPods(given)]);
  const services = new Set(given.services.map(nameKey));
  return {
    nodes: made.nodes.filter(({ metadata }) => !nodes.has(metadata.name)).length,
    services: made.services.filter((each) => isOfPeople(each) && !services.has(nameKey(each))).length,
    pods: made.pods.filter((each) => isOfPeople(each) && !pods.has(nameKey(each))).length,
  };
}

/**
 * Puts objects into the document's cluster; one of the same kind and name takes the place of the one there.
 * Ranges and Nodes of the cluster stay, and mode and configuration unless one came with them; each Service that came
 * has a flow.
 */
export function addToCluster(given: Document, pasted: ClusterObjects): Opened {
  const { cluster: objects, cilium } = splitCilium(pasted);
  const { cluster, config } = splitConfig(objects);
  const document = withAgent(withConfig(given, config), cilium);
  const before = document.cluster;
  const named = withNamedServices({ ...cluster, services: [...before.services, ...cluster.services] });
  const services = named.services.slice(before.services.length);
  const nodes = merge(before.nodes, cluster.nodes);
  const came = merge(before.pods, cluster.pods);
  const pods = withWorkloads({ ...cluster, nodes, pods: came }).pods;
  const merged: ClusterObjects = {
    nodes,
    pods,
    deployments: merge(before.deployments, cluster.deployments),
    services: merge(before.services, services),
    endpointSlices: merge(before.endpointSlices, cluster.endpointSlices),
    others: [...(before.others ?? []), ...(cluster.others ?? [])],
  };
  const settled = withDaemonSets(settle(document, merged), cluster.others);
  const served = settled.cluster.services.filter((service) =>
    services.some(({ metadata }) => isNamed(service, { namespace: getNamespace({ metadata }), name: metadata.name })),
  );
  const flows = offeredFlows({ ...settled.cluster, services: served }, cluster, cluster);
  const next = flows.reduce((all, { id: _own, ...flow }) => addFlow(all, flow), settled);
  return { document: next, added: { nodes: 0, services: services.length - cluster.services.length, pods: 0 } };
}

function merge<T extends { readonly metadata: ObjectMeta }>(before: readonly T[], came: readonly T[]): readonly T[] {
  if (came.length === 0) return before;
  const key = (object: T): string => `${getNamespace(object)}/${object.metadata.name}`;
  return [...new Map([...before, ...came].map((object) => [key(object), object])).values()];
}

const NOTHING: ClusterObjects = { nodes: [], pods: [], deployments: [], services: [], endpointSlices: [] };

/** Ranges that hold what the objects say; without a Node the document's own. */
function makeSettings(document: Document, cluster: ClusterObjects, config: KubeProxyConfig): Document['settings'] {
  const [first] = cluster.nodes;
  if (!first?.status.addresses?.some(({ type }) => type === 'InternalIP')) return document.settings;
  const { settings } = completeObjects({ cluster: completeCluster(cluster), config, node: first.metadata.name });
  return { ...document.settings, ...settings };
}

/** So many names make a title. */
const MOST_NAMES = 2;

/** `web, api … on node-a, node-b`: what people made in it, and where. */
function findTitle({
  nodes,
  services,
  pods,
  deployments,
  others = [],
  endpointSlices,
}: ClusterObjects): string | undefined {
  const lists = [services.filter(isOwn), deployments, pods, others, endpointSlices];
  const made = lists.map((list) => list.flatMap(({ metadata }) => metadata?.name ?? []));
  const what = shortList(made.find(({ length }) => length > 0) ?? []);
  const where = shortList(nodes.map(({ metadata }) => metadata.name));
  const title = [what, where].filter((part) => part !== '').join(' · ');
  return title === '' ? undefined : title;
}

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return names.length > MOST_NAMES ? `${shown} +${names.length - MOST_NAMES}` : shown;
}
