import type { Document, Flow, FlowSource, FlowTarget } from '../../core/document/document';
import { isRouteObject, type RouteKind } from '../../core/kubernetes/ingress/kinds';
import { matchesLabels } from '../../core/kubernetes/pods';
import { getNamespace, type ServiceObject, listFrontAddresses } from '../../core/kubernetes/types';
import type { Selection } from '../../store/selection';

type Via = Extract<FlowTarget, { kind: 'service' }>['via'];

/** One end of a flow as an entry of a list: an id for the control and what it stands for. */
export interface SourceChoice {
  readonly id: string;
  readonly source: FlowSource;
}
export interface TargetChoice {
  readonly id: string;
  readonly target: FlowTarget;
}

/** A short name: `web-6c5f`, `kube-system/kube-dns-1`. */
function getName({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return namespace === 'default' ? name : `${namespace}/${name}`;
}

/** The name of the place a flow starts at. `words.outside` and `words.node` come in the reader's language. */
export function sourceTitle(
  source: FlowSource,
  words: { readonly outside: string; readonly thisNode: string },
): string {
  switch (source.kind) {
    case 'pod':
      return getName(source);
    case 'node':
      return source.name;
    case 'external':
      return source.address ?? words.outside;
    case 'interface':
      return source.device ? `${source.address} (${source.device})` : `${source.address} (${words.thisNode})`;
  }
}

/** The name of the place a flow is sent to, with its port. */
export function targetTitle(flow: Pick<Flow, 'to' | 'port'>): string {
  const { to, port } = flow;
  switch (to.kind) {
    case 'service': {
      const way =
        to.via === 'nodePort'
          ? ` nodePort${to.node ? ` @ ${to.node}` : ''}`
          : to.via === 'clusterIP'
            ? ''
            : ` ${to.via}`;
      return `${getName(to)}:${port}${way}`;
    }
    case 'pod':
      return `${getName(to)}:${port}`;
    case 'route':
      return `${to.object} ${getName(to)}:${port}`;
    case 'name':
      return `${to.name}:${port}`;
    case 'address':
      return to.address.includes(':') ? `[${to.address}]:${port}` : `${to.address}:${port}`;
  }
}

/** Pods a list offers; others are chosen on the stage or in YAML. */
const MOST_PODS = 300;

/** Every place of a cluster a flow can start. */
export function sourceChoices(document: Document): readonly SourceChoice[] {
  const pods = document.cluster.pods.slice(0, MOST_PODS).map((pod): FlowSource => ({
    kind: 'pod',
    namespace: getNamespace(pod),
    name: pod.metadata.name,
  }));
  const nodes = document.cluster.nodes.map((node): FlowSource => ({ kind: 'node', name: node.metadata.name }));
  const all: readonly FlowSource[] = [...pods, ...nodes, { kind: 'external' }];
  return all.map((source) => ({ id: sourceId(source), source }));
}

/** The id of a source in {@link sourceChoices}. */
export function sourceId(source: FlowSource): string {
  switch (source.kind) {
    case 'pod':
      return `pod ${source.namespace}/${source.name}`;
    case 'node':
      return `node ${source.name}`;
    case 'external':
      return 'external';
    case 'interface':
      return 'interface';
  }
}

/** From outside nobody routes the cluster IP: there it is the last of the ways. */
function waysInto(
  service: ServiceObject,
  nodes: readonly string[],
  from?: FlowSource,
): { readonly via: Via; readonly node?: string }[] {
  const { type, clusterIP, externalIPs } = service.spec;
  const ways: { via: Via; node?: string }[] = [];
  const inside: { via: Via }[] = type !== 'ExternalName' && clusterIP !== 'None' ? [{ via: 'clusterIP' }] : [];
  if (service.spec.ports?.some((port) => port.nodePort))
    ways.push(...nodes.map((node) => ({ via: 'nodePort' as const, node })));
  if (listFrontAddresses(service).length > 0) ways.push({ via: 'loadBalancer' });
  if (externalIPs?.length) ways.push({ via: 'externalIP' });
  return from?.kind === 'external' ? [...ways, ...inside] : [...inside, ...ways];
}

/** Every Service address and Pod of a cluster a flow can go to; those that are reached from `from` first. */
export function targetChoices(document: Document, from?: FlowSource): readonly TargetChoice[] {
  const nodes = document.cluster.nodes.map((node) => node.metadata.name);
  const services = document.cluster.services.flatMap((service) =>
    waysInto(service, nodes, from).map((way): FlowTarget => ({
      kind: 'service',
      namespace: getNamespace(service),
      name: service.metadata.name,
      ...way,
    })),
  );
  const pods = document.cluster.pods.slice(0, MOST_PODS).map((pod): FlowTarget => ({
    kind: 'pod',
    namespace: getNamespace(pod),
    name: pod.metadata.name,
  }));
  const routes = (document.cluster.others ?? []).filter(isRouteObject).map(({ kind, metadata }): FlowTarget => ({
    kind: 'route',
    object: kind as RouteKind,
    namespace: metadata?.namespace ?? 'default',
    name: metadata?.name ?? '',
  }));
  return [...routes, ...services, ...pods].map((target) => ({ id: targetId(target), target }));
}

/** The id of a target in {@link targetChoices}; every plain address is `address`, every name `name`. */
export function targetId(target: FlowTarget): string {
  switch (target.kind) {
    case 'service':
      return `service ${target.namespace}/${target.name} ${target.via} ${target.node ?? ''}`;
    case 'pod':
      return `pod ${target.namespace}/${target.name}`;
    case 'route':
      return `route ${target.object} ${target.namespace}/${target.name}`;
    case 'name':
      return 'name';
    case 'address':
      return 'address';
  }
}

/** Ports worth offering for a target: those of the Service, those the Pod's containers listen on. */
export function listTargetPorts(
  document: Document,
  target: FlowTarget,
): readonly { readonly port: number; readonly protocol: Flow['protocol'] }[] {
  const lower = (protocol: string | undefined): Flow['protocol'] =>
    (protocol ?? 'TCP').toLowerCase() as Flow['protocol'];
  if (target.kind === 'address' || target.kind === 'name') return [];
  if (target.kind === 'route')
    return (target.object === 'TLSRoute' ? [443] : [80, 443]).map((port) => ({ port, protocol: 'tcp' }));
  const isIt = (object: { readonly metadata: { readonly name: string; readonly namespace?: string } }): boolean =>
    object.metadata.name === target.name && getNamespace(object) === target.namespace;
  if (target.kind === 'service') {
    const ports = document.cluster.services.find(isIt)?.spec.ports ?? [];
    return ports.map(({ port, protocol }) => ({ port, protocol: lower(protocol) }));
  }
  const containers = document.cluster.pods.find(isIt)?.spec.containers ?? [];
  return containers.flatMap(({ ports }) =>
    (ports ?? []).map((port) => ({ port: port.containerPort, protocol: lower(port.protocol) })),
  );
}

/** Does the target lead to what is selected? */
/** Does a flow go to what is selected, a Service or a route? */
export function isTargetOf(selection: Selection | undefined, target: FlowTarget): boolean {
  if (target.kind === 'service' && selection?.kind === 'service')
    return target.name === selection.name && target.namespace === selection.namespace;
  return target.kind === 'route' && selection?.kind === 'route' && targetId(target) === targetId(selection);
}

/** A flow worth starting with when a person asks for a new one: from what is selected, to what is selected. */
export function newFlow(document: Document, selection: Selection | undefined): Omit<Flow, 'id'> {
  const from: FlowSource =
    selection?.kind === 'pod'
      ? { kind: 'pod', namespace: selection.namespace, name: selection.name }
      : selection?.kind === 'node'
        ? { kind: 'node', name: selection.name }
        : selection?.kind === 'route'
          ? { kind: 'external' }
          : (sourceChoices(document)[0]?.source ?? { kind: 'external' });
  const wanted = targetChoices(document).find(({ target }) => isTargetOf(selection, target));
  const to = (wanted ?? targetChoices(document)[0])?.target ?? { kind: 'address' as const, address: '10.96.0.1' };
  const first = listTargetPorts(document, to)[0] ?? { port: 80, protocol: 'tcp' as const };
  return { from, to, ...first };
}

/** The Pods that the connection before of a client may have got to: those behind the Service it asks. */
export function beforeChoices({ cluster }: Document, { to }: Pick<Flow, 'to'>): readonly TargetChoice[] {
  if (to.kind !== 'service') return [];
  const service = cluster.services.find(
    (each) => each.metadata.name === to.name && getNamespace(each) === to.namespace,
  );
  const behind = cluster.pods.filter(
    (pod) =>
      service !== undefined &&
      getNamespace(pod) === to.namespace &&
      matchesLabels(pod.metadata.labels, service.spec.selector),
  );
  return behind.slice(0, MOST_PODS).map((pod) => {
    const target: FlowTarget = { kind: 'pod', namespace: getNamespace(pod), name: pod.metadata.name };
    return { id: targetId(target), target };
  });
}

/** The id of what is known of the connection before: `new` of a client that never came, `drawn`, else of whom it got to. */
export function beforeId({ again }: Pick<Flow, 'again'>): string {
  if (again === undefined) return 'new';
  return again === true || !again.to ? 'drawn' : targetId(again.to);
}

/** A flow of a client that came before, as it is chosen: to whom, and as long ago as it was. */
export function comingBefore(
  { again }: Pick<Flow, 'again'>,
  chosen: TargetChoice | 'new' | 'drawn',
): Pick<Flow, 'again'> {
  if (chosen === 'new') return { again: undefined };
  const seconds = again === undefined || again === true ? undefined : again.seconds;
  const ago = seconds === undefined ? {} : { seconds };
  if (chosen === 'drawn') return { again: seconds === undefined ? true : ago };
  const { target } = chosen;
  return target.kind === 'pod' || target.kind === 'address' ? { again: { to: target, ...ago } } : {};
}
