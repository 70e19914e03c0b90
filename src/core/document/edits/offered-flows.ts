import { completeCluster } from '../../kubernetes/complete';
import { findOwnerService } from '../../kubernetes/defaults';
import { isRouteObject, type RouteKind } from '../../kubernetes/ingress/kinds';
import { listHostPorts } from '../../kubernetes/network/host-ports';
import { matchesLabels } from '../../kubernetes/pods';
import {
  getNamespace,
  listFrontAddresses,
  type ClusterObjects,
  type ObjectMeta,
  type OtherObject,
  type PodObject,
  type ServiceObject,
} from '../../kubernetes/types';
import { sameValue } from '../../lib/memo';
import { addToIp, formatIp, getBits, makeNetwork, parseCidr } from '../../net/ip';
import type { Flow, FlowTarget } from '../document';
import { isNamed } from './object-names';

/** More flows are a list nobody reads; others are added by hand. */
const MOST_FLOWS = 40;

/** The Services that people made, without those of the control plane and those that the API server alone asks. */
export const isUserService = (service: ServiceObject): boolean =>
  getNamespace(service) !== 'kube-system' &&
  !isOfApi(service) &&
  !/-(?:webhook|admission)(?:-|$)/.test(service.metadata.name);

const isOfApi = (service: ServiceObject): boolean => isNamed(service, { namespace: 'default', name: 'kubernetes' });

/**
 * One flow an Ingress or HTTPRoute, one a Service, those people made first, and where its traffic policy is Local one more by a node without its
 * endpoints; then one to each hostPort. A Service that nothing can be sent to has none. `given`: the Services as
 * they were told, without what the control plane of the page gave them; the hostPorts are of its Pods.
 */
export function offeredFlows(
  cluster: ClusterObjects,
  given: Pick<ClusterObjects, 'services' | 'pods' | 'others'>,
  pasted: ClusterObjects,
): readonly Flow[] {
  const told = new Map(given.services.map((service) => [nameKey(service), service]));
  const rank = (service: ServiceObject): number => {
    if (isUserService(service)) return 0;
    if (!told.has(nameKey(service)) || isOfApi(service)) return 3;
    return isForOutside(service) ? 1 : 2;
  };
  const services = cluster.services.toSorted((a, b) => rank(a) - rank(b));
  // A Pod that does not run asks nobody.
  const waiting = new Set(pasted.pods.filter(({ status }) => status?.phase === 'Pending').map(nameKey));
  const awake =
    waiting.size === 0 ? cluster : { ...cluster, pods: cluster.pods.filter((pod) => !waiting.has(nameKey(pod))) };
  const came = new Set(given.pods.map(nameKey));
  const toServices = services
    .filter(isReachable)
    .slice(0, MOST_FLOWS)
    .flatMap((service) => flowsTo(service, awake, getVia(service, told.get(nameKey(service)))));
  const isReached = services.some((each) => isReachable(each) && isUserService(each));
  const unreached = isReached ? [] : [...headlessFlows(services, cluster), ...aliasFlows(services, awake)];
  const first = unreached[0] ?? flowFromPod(services, awake, pasted);
  const routed = routeFlows(given.others ?? []);
  // Without Pods there is no controller that does what they say: that is said last.
  const isServed = pasted.pods.length + pasted.deployments.length > 0;
  const isFirst = (flow: Aimed): boolean => first !== undefined && sameValue(flow, first);
  return [
    ...(first ? [first] : []),
    ...(isServed ? routed : []),
    ...toServices.filter((flow) => !isFirst(flow)),
    ...hostPortFlows(cluster)
      .filter(({ pod }) => came.has(nameKey(pod)))
      .map(({ flow }) => flow),
    ...(isServed ? [] : routed),
  ]
    .slice(0, MOST_FLOWS)
    .map((flow, index) => ({ ...flow, id: `flow-${index + 1}` }));
}

/** To a Pod of each headless Service, at the Service's port: its name means the Pods' own addresses. */
function headlessFlows(services: readonly ServiceObject[], cluster: ClusterObjects): readonly Aimed[] {
  return services.flatMap((service) => {
    const { clusterIP, ports = [], selector } = service.spec;
    const pod = cluster.pods.find(
      (each) => getNamespace(each) === getNamespace(service) && matchesLabels(each.metadata.labels, selector),
    );
    const [port] = ports;
    if (clusterIP !== 'None' || !port || !pod) return [];
    const to = { kind: 'pod', namespace: getNamespace(pod), name: pod.metadata.name } as const;
    return [{ from: makeCaller(service, cluster), to, protocol: PROTOCOLS[port.protocol ?? 'TCP'], port: port.port }];
  });
}

/** To each ExternalName: that no packet is ever sent to one is what there is to say of it. */
const aliasFlows = (services: readonly ServiceObject[], cluster: ClusterObjects): readonly Aimed[] =>
  services
    .filter(({ spec }) => spec.type === 'ExternalName')
    .map((service) => {
      const [port] = service.spec.ports ?? [];
      const to = {
        kind: 'service',
        namespace: getNamespace(service),
        name: service.metadata.name,
        via: 'clusterIP',
      } as const;
      const from = makeCaller(service, cluster);
      return { from, to, protocol: PROTOCOLS[port?.protocol ?? 'TCP'], port: port?.port ?? 80 };
    });

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

/** From a Pod to the Service with most ready endpoints, told ones before made-up ones, of those that people made where there are any. */
function flowFromPod(
  services: readonly ServiceObject[],
  cluster: ClusterObjects,
  pasted: ClusterObjects,
): Aimed | undefined {
  const counts = countEndpoints(cluster);
  const names = new Set(pasted.pods.map(nameKey));
  const told = countEndpoints({ ...cluster, pods: cluster.pods.filter((pod) => names.has(nameKey(pod))) });
  const open = services.filter(isReachable);
  // One that people made is asked for, be it without endpoints: that may be what they want to know.
  const served = open.filter((each) => counts.has(nameKey(each)));
  const [first] = served;
  const own = open.some(isUserService) ? open.filter(isUserService) : first && !isOfApi(first) ? [first] : served;
  const most = (of: ReadonlyMap<string, number>, a: ServiceObject, b: ServiceObject): number =>
    (of.get(nameKey(b)) ?? 0) - (of.get(nameKey(a)) ?? 0);
  const [best] = own.toSorted((a, b) => most(told, a, b) || most(counts, a, b));
  const [flow] = best ? flowsTo(best, cluster, 'clusterIP') : [];
  if (!best || flow?.from.kind !== 'pod') return undefined;
  // The Service's type tells a client outside; a Pod that asks was made up.
  const { namespace, name } = flow.from;
  return isForOutside(best) && !names.has(`${namespace}/${name}`) ? undefined : flow;
}

const isForOutside = ({ spec: { type } }: ServiceObject): boolean => type === 'NodePort' || type === 'LoadBalancer';

/** Ready endpoints by the Service they are of. */
function countEndpoints(cluster: ClusterObjects): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const slice of completeCluster(cluster).endpointSlices) {
    const key = `${getNamespace(slice)}/${findOwnerService(slice) ?? ''}`;
    const ready = (slice.endpoints ?? []).filter(({ conditions }) => conditions?.ready !== false);
    counts.set(key, (counts.get(key) ?? 0) + ready.length);
  }
  return counts;
}

export const nameKey = (object: { readonly metadata: ObjectMeta }): string =>
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
  const from = makeClient(service);
  if (via === 'nodePort') {
    const nodes = namesOnBothSides(service, cluster, externalTrafficPolicy);
    return nodes.map((node) => ({ from, to: { ...to, node }, ...rest }));
  }
  if (via !== 'clusterIP') return [{ from, to, ...rest }];
  return listCallers(service, cluster, internalTrafficPolicy).map((caller) => ({ from: caller, to, ...rest }));
}

/** A client outside: where only some may ask, one of them. */
function makeClient({
  spec: { loadBalancerSourceRanges = [] },
}: ServiceObject): Extract<Flow['from'], { kind: 'external' }> {
  const [range] = loadBalancerSourceRanges.flatMap((text) => {
    const cidr = parseCidr(text.trim());
    return cidr.ok && cidr.value.prefix > 0 ? [cidr.value] : [];
  });
  if (!range || loadBalancerSourceRanges.some((text) => text.trim().endsWith('/0'))) return { kind: 'external' };
  const { address, prefix } = range;
  const isNet = getBits(address.family) - prefix > 1;
  return { kind: 'external', address: formatIp(isNet ? addToIp(makeNetwork(address, prefix), 2) : address) };
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

/** A flow for each hostPort: from outside to its node's own address. */
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

/** Senders of a flow; where only endpoints of the sender's node are used, one on a node that has some and one on a node that has none. */
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
export function makeCaller(service: ServiceObject, { pods, nodes, endpointSlices }: ClusterObjects): Flow['from'] {
  const { selector } = service.spec;
  const behind = new Set(
    endpointSlices
      .filter(
        (slice) => getNamespace(slice) === getNamespace(service) && findOwnerService(slice) === service.metadata.name,
      )
      .flatMap(({ endpoints }) => (endpoints ?? []).flatMap(({ addresses = [] }) => addresses)),
  );
  const has = selector && Object.keys(selector).length > 0;
  const others = pods.filter(
    ({ metadata, spec, status }) =>
      status?.podIP !== undefined && !spec.hostNetwork && !(has && matchesLabels(metadata.labels, selector)),
  );
  const asking = others.filter(({ status }) => !behind.has(status?.podIP ?? ''));
  const from = asking.length > 0 ? asking : others;
  const pod = from.find((each) => getNamespace(each) === getNamespace(service)) ?? from[0];
  if (pod) return { kind: 'pod', namespace: getNamespace(pod), name: pod.metadata.name };
  const [node] = nodes;
  return node ? { kind: 'node', name: node.metadata.name } : { kind: 'external' };
}
