import type { Document } from '../../../core/document/document';
import type { NodeObject, PodObject, ServiceObject, ServicePort } from '../../../core/kubernetes/types';
import { type IpFamily, getBits, formatIp } from '../../../core/net/ip';
import type { Bench, NetnsView, RulesSummary } from '../../../engine/protocol';
import {
  getAddress,
  makeDevices,
  nodeAddress,
  listRails,
  listGates,
  findRuleCount,
  listPrograms,
  programsAt,
} from './devices.model';
import type {
  CompactNode,
  LocalPlace,
  NodeCard,
  OutsideBox,
  StageModel,
  PodBox,
  PodCounts,
  Readiness,
  ServiceChip,
} from './stage-types';
import { splitName } from '../../common/texts.model';

type Via = ServiceChip['via'];

/** What is drawn of the Services, and how many more there are. */
interface Chips {
  readonly chips: readonly ServiceChip[];
  readonly hidden: number;
}

/** One chip per virtual address and port of the document's Services, in the document's order; the first `most` of them. */
export function serviceChips(document: Document, bench: Bench, family: IpFamily, most: number): Chips {
  if (document.subject === 'pasted') return foundChips(bench, family, most);
  const entries = indexEntries(bench);
  const chips = document.cluster.services.flatMap((service) =>
    virtualAddresses(service)
      .filter(({ address }) => isOfFamily(address, family))
      .flatMap(({ address, via }) =>
        (service.spec.ports ?? []).map((port): ServiceChip => {
          const entry = via === 'clusterIP' ? undefined : entries.get(address);
          const own = makeChip(service, port, address, via);
          return {
            ...own,
            ...(entry === undefined ? {} : { entry }),
            ...(isIngress(service) ? { ingress: true } : {}),
          };
        }),
      ),
  );
  // What stands in front of the others comes first.
  const sorted = chips.toSorted((a, b) => Number(b.ingress ?? false) - Number(a.ingress ?? false));
  return { chips: sorted.slice(0, most), hidden: Math.max(0, sorted.length - most) };
}

/** Which node an address that no machine has is brought to: what the client's routing table says. */
function indexEntries({ netns }: Bench): ReadonlyMap<string, string> {
  const clients = netns.filter(({ kind }) => kind === 'client' || kind === 'router');
  const names = new Map(
    netns
      .filter(({ kind }) => kind === 'node')
      .flatMap(({ title, devices }) =>
        devices.flatMap(({ addresses }) => addresses.map(({ address }) => [formatIp(address), title] as const)),
      ),
  );
  return new Map(
    clients.flatMap(({ routes }) =>
      routes.flatMap(({ dst, via }) => {
        const name = via && names.get(formatIp(via));
        const host = dst.prefix === getBits(dst.address.family);
        return name !== undefined && host ? [[formatIp(dst.address), name] as const] : [];
      }),
    ),
  );
}

const CONTROLLERS = /ingress|traefik|contour|envoy-gateway|kong-proxy/;

/** Is it the Service of an Ingress controller, as their charts name and label them? */
function isIngress({ metadata, spec }: ServiceObject): boolean {
  const name = 'app.kubernetes.io/name';
  return [metadata.name, metadata.labels?.[name], spec.selector?.[name]].some((text) => CONTROLLERS.test(text ?? ''));
}

function isOfFamily(address: string, family: IpFamily): boolean {
  return address.includes(':') === (family === 'ipv6');
}

/** clusterIPs, externalIPs and the balancer's addresses; a headless Service and an ExternalName have none. */
function virtualAddresses({ spec, status }: ServiceObject): { address: string; via: Via }[] {
  if (spec.type === 'ExternalName') return [];
  const cluster = spec.clusterIPs ?? (spec.clusterIP === undefined ? [] : [spec.clusterIP]);
  const balancer = (status?.loadBalancer?.ingress ?? []).flatMap(({ ip, ipMode }) =>
    ip === undefined || ipMode === 'Proxy' ? [] : [ip],
  );
  return [
    ...cluster.filter((address) => address !== 'None' && address !== '').map(named('clusterIP')),
    ...(spec.externalIPs ?? []).map(named('externalIP')),
    ...balancer.map(named('loadBalancer')),
  ];
}

function named(via: Via): (address: string) => { address: string; via: Via } {
  return (address) => ({ address, via });
}

function makeChip({ metadata, spec }: ServiceObject, port: ServicePort, address: string, via: Via): ServiceChip {
  const namespace = metadata.namespace ?? 'default';
  const protocol = port.protocol ?? 'TCP';
  return {
    id: `svc:${namespace}/${metadata.name}/${via}/${address}/${protocol}/${port.port}`,
    namespace,
    name: metadata.name,
    protocol,
    address,
    port: port.port,
    via,
    // One port needs no name to be told from others.
    ...(port.name === undefined || spec.ports?.length === 1 ? {} : { portName: port.name }),
    ...(port.nodePort === undefined ? {} : { nodePort: port.nodePort }),
  };
}

const PROTOCOLS = { tcp: 'TCP', udp: 'UDP', sctp: 'SCTP' } as const;

/** Services named in pasted rules: there may be 45,000, so that only what is drawn is made. */
function foundChips(bench: Bench, family: IpFamily, most: number): Chips {
  const found = bench.found.filter(({ address }) => isOfFamily(address, family));
  const chips = found.slice(0, most).map((service): ServiceChip => {
    const { namespace, name } = splitName(service.name);
    const [bare = name, portName] = name.split(':');
    const protocol = PROTOCOLS[service.protocol];
    return {
      id: `svc:${service.name}/clusterIP/${service.address}/${protocol}/${service.port}`,
      namespace,
      name: bare,
      protocol,
      address: service.address,
      port: service.port,
      via: 'clusterIP',
      ...(portName === undefined ? {} : { portName }),
      ...(service.nodePort === undefined ? {} : { nodePort: service.nodePort }),
    };
  });
  return { chips, hidden: Math.max(0, found.length - most) };
}

/** Pods of the document by `namespace/name`. */
type PodObjects = ReadonlyMap<string, PodObject>;

/** The box of a Pod's namespace; `host` is the namespace of its node. */
function podBox(
  netns: NetnsView,
  host: NetnsView,
  context: { readonly pods: PodObjects; readonly family: IpFamily; readonly guessed: boolean },
): PodBox {
  const device = netns.devices.find(({ kind }) => kind !== 'loopback');
  const peer = device?.peer;
  const bridge = host.devices.find(({ name }) => name === peer?.device)?.master;
  const address = device ? getAddress(device, context.family) : '';
  // A stand-in's title ends with its address, which stands beside the name anyway.
  const title = netns.title.endsWith(` ${address}`) ? netns.title.slice(0, -address.length - 1) : netns.title;
  return {
    id: netns.id,
    ...splitName(context.pods.has(netns.id) ? netns.id : title),
    address,
    guessed: context.guessed,
    readiness: getReadiness(context.pods.get(netns.id)),
    device: device?.name ?? '',
    ...(netns.sockets.some(({ reply }) => reply === 'proxy') ? { proxies: true as const } : {}),
    ...(peer
      ? { veth: { name: peer.device, ...(bridge === undefined ? {} : { bridge }), ...programsAt(host, peer.device) } }
      : {}),
    ...socketPrograms(host, 'all'),
  };
}

/** Programs that sockets of a node ask: `all`, those that see its Pods' sockets, too. */
function socketPrograms(node: NetnsView, whose: 'all' | 'host'): Pick<PodBox, 'atSockets'> {
  const atSockets = listPrograms(node).filter(({ sockets }) => whose === 'host' || sockets === 'all');
  return atSockets.length > 0 ? { atSockets } : {};
}

/** As the API server reports it: a Pod is ready when its Ready condition says so. */
function getReadiness(pod: PodObject | undefined): Readiness {
  if (!pod) return 'ready';
  if (pod.metadata.deletionTimestamp !== undefined) return 'terminating';
  if (pod.status?.phase === 'Pending') return 'pending';
  const ready = pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True');
  return ready ? 'ready' : 'notReady';
}

/** How many there are, by readiness. */
function countPods(netns: readonly NetnsView[], pods: PodObjects): PodCounts {
  const counts = { total: netns.length, ready: 0, notReady: 0, terminating: 0 };
  for (const { id } of netns) {
    const readiness = getReadiness(pods.get(id));
    counts[readiness === 'pending' ? 'notReady' : readiness]++;
  }
  return counts;
}

/** The host ends of a Pod's veth pairs. */
function listPeers(pod: NetnsView): readonly string[] {
  return pod.devices.flatMap(({ peer }) => (peer ? [peer.device] : []));
}

/** Above this many Pods only those a flow may meet are drawn, the others counted. */
const MOST_PODS = 150;
/** Above this many nodes only those a flow may meet are drawn whole. */
const MOST_FULL_NODES = 4;
/** Nodes drawn as counts; the rest is one number. */
const MOST_COMPACT_NODES = 40;
const MOST_SERVICES = 18;

interface StageOptions {
  readonly family: IpFamily;
  /** Namespaces the shown flow may meet, and those that are selected, most wanted first. */
  readonly focus: ReadonlySet<string>;
  /** Rules that were written after the bench was made. */
  readonly written?: readonly RulesSummary[];
}

interface Context extends StageOptions {
  readonly bench: Bench;
  readonly rules: readonly RulesSummary[];
  readonly nodes: ReadonlyMap<string, NodeObject>;
  /** Nodes whose kube-proxy does not run. */
  readonly stopped: ReadonlySet<string>;
  readonly pods: PodObjects;
  readonly podsOn: ReadonlyMap<string, readonly NetnsView[]>;
  readonly aggregated: boolean;
  readonly guessed: (device: string) => boolean;
  /** Of a pasted node: what is not that node is a stand-in. */
  readonly isStandIn: (netns: string) => boolean;
}

/**
 * The model the stage is drawn by, for a bench: every box is a namespace or a device the engine knows. The document only adds
 * what the kernel does not: readiness, cordons, the names of virtual addresses.
 */
export function makeStage(document: Document, bench: Bench, options: StageOptions): StageModel {
  const context = makeContext(document, bench, options);
  const nodes = bench.netns.filter(({ kind }) => kind === 'node');
  const full = fullNodes(nodes, context);
  const others = nodes.filter((node) => !full.has(node.id));
  const services = serviceChips(document, bench, options.family, MOST_SERVICES);
  return {
    subject: document.subject,
    serviceRanges: document.subject === 'cluster' ? document.settings.serviceClusterIPRange : [],
    services: services.chips,
    hiddenServices: services.hidden,
    nodes: nodes.filter((node) => full.has(node.id)).map((node) => makeCard(node, context)),
    compact: others.slice(0, MOST_COMPACT_NODES).map((node) => makeCompact(node, context)),
    hiddenNodes: Math.max(0, others.length - MOST_COMPACT_NODES),
    outside: bench.netns.flatMap((netns) => makeOutside(netns, context)),
    rails: listRails(bench, options.family),
    counts: countPods([...context.podsOn.values()].flat(), context.pods),
    aggregated: context.aggregated,
  };
}

function makeContext(document: Document, bench: Bench, options: StageOptions): Context {
  const pods = bench.netns.filter(({ kind }) => kind === 'pod');
  const cluster = document.subject === 'cluster' ? document.cluster : undefined;
  const interfaces = bench.assumptions.filter(({ about }) => about === 'interface');
  return {
    ...options,
    bench,
    rules: [...(options.written ?? []), ...bench.rules],
    podsOn: groupByNode(pods),
    aggregated: pods.length > MOST_PODS,
    nodes: new Map(cluster?.nodes.map((node) => [node.metadata.name, node])),
    stopped: new Set(cluster ? Object.keys(document.stopped ?? {}) : []),
    pods: new Map(cluster?.pods.map((pod) => [`${pod.metadata.namespace ?? 'default'}/${pod.metadata.name}`, pod])),
    isStandIn: standIns(document, bench),
    guessed: (device) => interfaces.some(({ value }) => value === device || value.startsWith(`${device} `)),
  };
}

/** The pasted node is the one with rules, or the first. */
function standIns(document: Document, bench: Bench): (netns: string) => boolean {
  if (document.subject === 'cluster') return () => false;
  const nodes = bench.netns.filter(({ kind }) => kind === 'node');
  const real = nodes.find(({ id }) => bench.rules.some(({ netns }) => netns === id)) ?? nodes[0];
  return (netns) => netns !== real?.id;
}

function groupByNode(pods: readonly NetnsView[]): Map<string, NetnsView[]> {
  const groups = new Map<string, NetnsView[]>();
  for (const pod of pods) {
    const known = groups.get(pod.node ?? '');
    if (known) known.push(pod);
    else groups.set(pod.node ?? '', [pod]);
  }
  return groups;
}

/** Few nodes are all drawn whole; of many, those in focus, or the first two when nothing is. */
function fullNodes(nodes: readonly NetnsView[], { focus, podsOn }: Context): ReadonlySet<string> {
  if (nodes.length <= MOST_FULL_NODES) return new Set(nodes.map(({ id }) => id));
  const hosts = new Map([...podsOn].flatMap(([node, pods]) => pods.map(({ id }) => [id, node] as const)));
  const known = new Set(nodes.map(({ id }) => id));
  const wanted = new Set([...focus].map((id) => hosts.get(id) ?? id).filter((id) => known.has(id)));
  const chosen = wanted.size > 0 ? [...wanted].slice(0, MOST_FULL_NODES) : nodes.slice(0, 2).map(({ id }) => id);
  return new Set(chosen);
}

function makeCard(netns: NetnsView, context: Context): NodeCard {
  const { rules, family, focus, guessed, pods, isStandIn } = context;
  const all = context.podsOn.get(netns.id) ?? [];
  const drawn = context.aggregated ? all.filter(({ id }) => focus.has(id)) : all;
  const object = context.nodes.get(netns.title);
  const devices = makeDevices(netns, {
    family,
    guessed,
    behindPods: new Set(all.flatMap(listPeers)),
    hidden: netns.hiddenAddresses,
  });
  return {
    id: netns.id,
    name: netns.title,
    address: nodeAddress(netns, family),
    cordoned: object?.spec.unschedulable ?? false,
    ...(context.stopped.has(netns.title) ? { proxyStopped: true as const } : {}),
    ...differsOf(netns, context),
    down: isDown(object),
    guessed: isStandIn(netns.id),
    rules: netns.programs === 'vfp' ? undefined : findRuleCount(rules, netns.id, family),
    pods: drawn.map((pod) => podBox(pod, netns, { pods, family, guessed: isStandIn(pod.id) })),
    counts: countPods(all, pods),
    upper: devices.upper,
    lower: devices.lower,
    loose: devices.loose,
    hiddenDevices: devices.hidden,
    gates: netns.programs === 'vfp' ? [] : listGates(rules, netns.id, family),
    family,
    local: makeLocal(netns),
    ...(netns.ipvs ? { director: netns.ipvs } : {}),
    ...(netns.programs ? { programs: netns.programs } : {}),
    ...socketPrograms(netns, 'host'),
  };
}

/** Difference between a node's rules and the objects at the moment that is shown; empty: there is none. */
function differsOf({ title }: NetnsView, { bench }: Context): Pick<NodeCard, 'differs'> {
  const differs = bench.moment?.differs.find(({ node }) => node === title);
  return differs ? { differs } : {};
}

function isDown(object: NodeObject | undefined): boolean {
  const ready = object?.status.conditions?.find(({ type }) => type === 'Ready');
  return ready !== undefined && ready.status !== 'True';
}

function makeCompact(netns: NetnsView, context: Context): CompactNode {
  const segment = netns.devices.find((device) => device.segment !== undefined)?.segment;
  return {
    id: netns.id,
    name: netns.title,
    address: nodeAddress(netns, context.family),
    counts: countPods(context.podsOn.get(netns.id) ?? [], context.pods),
    ...differsOf(netns, context),
    ...(segment === undefined ? {} : { segment }),
  };
}

/** Listeners of the node's own namespace, one entry an owner. */
function makeLocal(netns: NetnsView): LocalPlace {
  const owners = new Map<string, string[]>();
  const proxies = netns.sockets.filter(({ reply }) => reply === 'proxy');
  for (const { owner, port, proto } of [...proxies, ...netns.sockets]) {
    const ports = owners.get(owner) ?? [];
    const text = proto === 'tcp' ? `:${port}` : `:${port}/${proto}`;
    if (!ports.includes(text)) ports.push(text);
    owners.set(owner, ports);
  }
  return {
    owners: [...owners].map(([owner, ports]) => ({ owner, ports })),
    proxied: proxies.length + (netns.hiddenSockets ?? 0),
  };
}

function makeOutside(netns: NetnsView, { family, isStandIn }: Context): OutsideBox[] {
  if (netns.kind !== 'client' && netns.kind !== 'router') return [];
  const plugged = netns.devices.filter((device) => device.segment !== undefined);
  return [
    {
      id: netns.id,
      title: netns.title,
      kind: netns.kind,
      guessed: isStandIn(netns.id),
      address: plugged[0] ? getAddress(plugged[0], family) : '',
      segments: plugged.map(({ name, segment = '' }) => ({ name: segment, device: name })),
    },
  ];
}
