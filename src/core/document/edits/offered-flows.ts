import { matchesLabels } from '../../kubernetes/controllers/deployment';
import { namespaceOf } from '../../kubernetes/meta';
import { hostPortsOf } from '../../kubernetes/network/host-ports';
import type { ClusterObjects, ObjectMeta, PodObject, ServiceObject } from '../../kubernetes/types';
import type { Flow, FlowTarget } from '../document';
import { isNamed } from './cluster';

/** More flows are a list nobody reads; others are added by hand. */
const MOST_FLOWS = 40;

/** What people made, not the control plane. */
export const isOwn = (service: ServiceObject): boolean =>
  namespaceOf(service) !== 'kube-system' && !isNamed(service, { namespace: 'default', name: 'kubernetes' });

/**
 * One flow a Service, those people made first, and where its traffic policy is Local one more by a node without its
 * endpoints; then one to each hostPort. A Service that nothing can be sent to has none. `given`: the Services as
 * they were told, without what the control plane of the page gave them; the hostPorts are of its Pods.
 */
export function offeredFlows(
  cluster: ClusterObjects,
  given: Pick<ClusterObjects, 'services' | 'pods'>,
): readonly Flow[] {
  const services = [...cluster.services.filter(isOwn), ...cluster.services.filter((each) => !isOwn(each))];
  const told = new Map(given.services.map((service) => [nameKey(service), service]));
  const came = new Set(given.pods.map(nameKey));
  const toServices = services
    .filter(isReachable)
    .slice(0, MOST_FLOWS)
    .flatMap((service) => flowsTo(service, cluster, viaOf(service, told.get(nameKey(service)))));
  return [
    ...toServices,
    ...hostPortFlows(cluster)
      .filter(({ pod }) => came.has(nameKey(pod)))
      .map(({ flow }) => flow),
  ]
    .slice(0, MOST_FLOWS)
    .map((flow, index) => ({ ...flow, id: `flow-${index + 1}` }));
}

const nameKey = (object: { readonly metadata: ObjectMeta }): string => `${namespaceOf(object)}/${object.metadata.name}`;

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
  const to: FlowTarget = { kind: 'service', namespace: namespaceOf(service), name: service.metadata.name, via };
  const rest = { protocol: PROTOCOLS[port.protocol ?? 'TCP'], port: port.port };
  const from = { kind: 'external' } as const;
  if (via === 'nodePort') {
    const nodes = namesOnBothSides(service, cluster, externalTrafficPolicy);
    return nodes.map((node) => ({ from, to: { ...to, node }, ...rest }));
  }
  if (via !== 'clusterIP') return [{ from, to, ...rest }];
  return callersOf(service, cluster, internalTrafficPolicy).map((caller) => ({ from: caller, to, ...rest }));
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
    (pod) => namespaceOf(pod) === namespaceOf({ metadata }) && matchesLabels(pod.metadata.labels, selector),
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
    hostPortsOf(pod).flatMap(({ hostPort, hostIP, protocol }) => {
      const address = hostIP ?? addresses.get(pod.spec.nodeName ?? '');
      const known = Object.values(PROTOCOLS).find((each) => each === protocol);
      if (address === undefined || !known) return [];
      const to = { kind: 'address', address } as const;
      return [{ pod, flow: { from: { kind: 'external' } as const, to, protocol: known, port: hostPort } }];
    }),
  );
}

/** The way it is meant to be reached by; an address that a balancer was given here comes after those that were told. */
function viaOf(service: ServiceObject, told: ServiceObject | undefined): Via {
  const { spec } = service;
  if (told && isBalanced(told)) return 'loadBalancer';
  if ((spec.externalIPs ?? []).length > 0) return 'externalIP';
  if (isBalanced(service)) return 'loadBalancer';
  return spec.type === 'NodePort' && spec.ports?.[0]?.nodePort !== undefined ? 'nodePort' : 'clusterIP';
}

const isBalanced = ({ status }: ServiceObject): boolean =>
  status?.loadBalancer?.ingress?.some(({ ip }) => ip !== undefined) ?? false;

/** Who asks; where only endpoints of the same node are used, one of a node that has some and one of a node that has none. */
function callersOf(
  service: ServiceObject,
  cluster: ClusterObjects,
  policy: string | undefined,
): readonly Flow['from'][] {
  const caller = callerOf(service, cluster);
  if (policy !== 'Local') return [caller];
  const sides = namesOnBothSides(service, cluster, policy).flatMap((node) => {
    const pods = cluster.pods.filter(({ spec }) => spec.nodeName === node);
    const on = callerOf(service, { ...cluster, pods, nodes: cluster.nodes.filter(isCalled(node)) });
    return on.kind === 'external' ? [] : [on];
  });
  return sides.length > 0 ? sides : [caller];
}

const isCalled =
  (name: string) =>
  ({ metadata }: { readonly metadata: ObjectMeta }): boolean =>
    metadata.name === name;

/** A Pod that is not behind the Service, of its namespace if there is one; else a Node, else the world outside. */
function callerOf(service: ServiceObject, { pods, nodes }: ClusterObjects): Flow['from'] {
  const { selector } = service.spec;
  const has = selector && Object.keys(selector).length > 0;
  const others = pods.filter(
    ({ metadata, spec, status }) =>
      status?.podIP !== undefined && !spec.hostNetwork && !(has && matchesLabels(metadata.labels, selector)),
  );
  const pod = others.find((each) => namespaceOf(each) === namespaceOf(service)) ?? others[0];
  if (pod) return { kind: 'pod', namespace: namespaceOf(pod), name: pod.metadata.name };
  const [node] = nodes;
  return node ? { kind: 'node', name: node.metadata.name } : { kind: 'external' };
}
