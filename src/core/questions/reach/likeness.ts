import type { Document } from '../../document/document';
import type { Derived } from '../../document/kernel-parts';
import { DUMMY_INTERFACE } from '../../kubernetes/proxy/ipvs/context';
import { LAST_RESERVED } from '../../kubernetes/controllers/pod-addresses';
import { isNetworkPolicy } from '../../kubernetes/policy/network-policy';
import { TEMPLATE_HASH } from '../../kubernetes/pods';
import {
  getNamespace,
  namespacedName,
  type ClusterObjects,
  type EndpointSliceObject,
  type NodeObject,
  type PodObject,
  type ServiceObject,
} from '../../kubernetes/types';
import type { Netns } from '../../linux/netns';
import { contains, formatIp, parseCidr, parseIp, type Cidr, type IpFamily } from '../../net/ip';
import type { Caller } from './callers';
import type { Destination } from './destinations';

/** What of a side its parties are told apart by. */
export interface LikenessInput {
  readonly document: Document;
  readonly derived: Derived;
  readonly family: IpFamily;
  readonly destinations: readonly Destination[];
}

/** An endpoint of a Service: what it is, and whose it is. */
interface AskedEndpoint {
  readonly trait: number;
  readonly netns?: string | undefined;
  readonly node?: string | undefined;
}

/** Namespaces that are part of a destination, and the machines that these are on. */
interface Neighbours {
  readonly insiders: ReadonlySet<string>;
  readonly machines: ReadonlySet<string>;
}

/** What there is of a destination beside who asks. */
interface Target extends Neighbours {
  readonly trait: number;
  readonly node?: string | undefined;
  readonly endpoints: readonly AskedEndpoint[];
}

/** Annotations that tell how an object came to be. */
const HISTORY = /^(?:kubectl\.kubernetes\.io|meta\.helm\.sh)\//;
const HOSTNAME_LABEL = 'kubernetes.io/hostname';
const NO_ENDPOINTS: readonly AskedEndpoint[] = [];

/** Keys of labels that selectors of NetworkPolicies ask for, wherever they stand in them. */
function selectedKeys(value: unknown, keys = new Set<string>()): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return keys;
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'matchLabels') for (const key of Object.keys(inner as object)) keys.add(key);
    if (name === 'key' && typeof inner === 'string') keys.add(inner);
    selectedKeys(inner, keys);
  }
  return keys;
}

/** Every range of addresses that settings, programs' options and objects name. */
function namedRanges({ settings, kubeProxy, cilium, cluster }: Document, family: IpFamily): readonly Cidr[] {
  const balancers = cluster.services.flatMap(({ spec }) => spec.loadBalancerSourceRanges ?? []);
  const text = JSON.stringify([settings, kubeProxy, cilium, cluster.others, [...new Set(balancers)]]);
  const texts = new Set([...text.matchAll(/[0-9a-fA-F.:]{3,45}\/\d{1,3}/g)].map(([found]) => found));
  return [...texts].flatMap((found) => {
    const range = parseCidr(found);
    return range.ok && range.value.address.family === family ? [range.value] : [];
  });
}

/** A Service without what it alone is called by: which kind of front it has, and how it chooses. */
function describeFront({ metadata, spec, status }: ServiceObject): unknown {
  const { selector: _pods, clusterIP, clusterIPs, externalIPs, healthCheckNodePort, loadBalancerIP, ...rest } = spec;
  const named = (labels: object = {}): unknown => Object.entries(labels).filter(([key]) => key.startsWith('service.'));
  const annotations = Object.entries(metadata.annotations ?? {}).filter(([key]) => !HISTORY.test(key));
  return [
    { ...rest, ports: spec.ports?.map(({ nodePort, ...port }) => [port, nodePort === undefined]) },
    [clusterIP === undefined || clusterIP === 'None', clusterIPs?.length, externalIPs?.length],
    [healthCheckNodePort === undefined, loadBalancerIP === undefined],
    status?.loadBalancer?.ingress?.map(({ ip: _address, ...ingress }) => ingress),
    annotations,
    named(metadata.labels),
  ];
}

/** A Node without its name and addresses. */
function describeMachine({ metadata, spec, status }: NodeObject): unknown {
  const { podCIDR: _pods, podCIDRs: _all, ...rest } = spec;
  const { addresses, ...state } = status;
  const labels = Object.entries(metadata.labels ?? {}).filter(([key]) => key !== HOSTNAME_LABEL);
  const annotations = Object.entries(metadata.annotations ?? {}).filter(([key]) => key !== LAST_RESERVED);
  return [labels, annotations, rest, state, addresses?.map(({ type }) => type)];
}

/**
 * What tells parties of a cluster apart, beside their names and addresses: machines, readiness, ports and sockets, labels
 * that policies ask for, ranges that anything names, and who is whose neighbour. Flows of one key go alike: everything that
 * writes rules treats what it is told of them the same. Held to the walk by `likeness.test.ts`.
 */
export class Likeness {
  private readonly input: LikenessInput;
  private readonly cluster: ClusterObjects;
  private readonly ranges: readonly Cidr[];
  private readonly policyKeys: ReadonlySet<string>;
  private readonly hasPolicies: boolean;
  private readonly pods: ReadonlyMap<string, PodObject>;
  private readonly nodes: ReadonlyMap<string, NodeObject>;
  private readonly services: ReadonlyMap<string, ServiceObject>;
  /** Services by a node port, and Pods by their machine and a port of it. */
  private readonly leads = new Map<string, string[]>();
  private readonly slices = new Map<string, EndpointSliceObject[]>();
  private readonly ownerByAddress = new Map<string, string>();
  private readonly askedTwice: ReadonlySet<string>;
  private readonly numbers = new Map<string, number>();
  private readonly traits = new Map<string, number>();
  private readonly endpointLists = new Map<string, readonly AskedEndpoint[]>();
  private readonly fronts = new Map<string, number>();
  private readonly targets = new Map<Destination, Target>();
  private readonly neighbours = new Map<string, Neighbours>();

  constructor(input: LikenessInput) {
    this.input = input;
    const { document, derived, family } = input;
    this.cluster = derived.settled ?? document.cluster;
    this.ranges = namedRanges(document, family);
    const policies = (this.cluster.others ?? []).filter(isNetworkPolicy);
    this.hasPolicies = policies.length > 0;
    this.policyKeys = selectedKeys(policies);
    this.pods = new Map(this.cluster.pods.map((pod) => [namespacedName(pod), pod]));
    this.nodes = new Map(this.cluster.nodes.map((node) => [node.metadata.name, node]));
    this.services = new Map(this.cluster.services.map((service) => [namespacedName(service), service]));
    for (const slice of this.cluster.endpointSlices) {
      const name = `${getNamespace(slice)}/${slice.metadata.labels?.['kubernetes.io/service-name'] ?? ''}`;
      this.slices.set(name, [...(this.slices.get(name) ?? []), slice]);
    }
    this.noteOwners();
    this.noteLeads();
    this.askedTwice = this.listAskedTwice();
  }

  /** Callers of one key are alike, and on one machine. */
  callerKey(caller: Caller): string {
    return `${this.callerTrait(caller)} ${this.machine(caller)}`;
  }

  /** The machine that a caller is on; empty: none of the cluster. */
  machine({ kind, node, netns }: Caller): string {
    return kind === 'outside' ? '' : (node ?? netns);
  }

  /** Callers of one trait are alike, on machines that are alike. */
  callerTrait({ kind, id, netns }: Caller): number {
    return kind === 'outside' ? this.number(id) : this.machineTrait(netns);
  }

  /** Flows of one key go alike. */
  flowKey(caller: Caller, destination: Destination): string {
    const { trait, node, endpoints } = this.target(destination);
    const here = caller.kind === 'outside' ? undefined : (caller.node ?? caller.netns);
    const counts = new Map<string, number>();
    for (const endpoint of endpoints) {
      const own =
        endpoint.netns === caller.netns ? 'i' : endpoint.node !== undefined && endpoint.node === here ? 'c' : '';
      const token = `${endpoint.trait}${own}${node !== undefined && endpoint.node === node ? 't' : ''}`;
      counts.set(token, (counts.get(token) ?? 0) + 1);
    }
    const asked = [...counts].map(([token, count]) => `${token}*${count}`).toSorted();
    const isHere = node !== undefined && node === here;
    const isItself = destination.netns === caller.netns || destination.onlyFrom === caller.id;
    return `${this.callerTrait(caller)}>${trait}${isHere ? 'c' : ''}${isItself ? 'i' : ''} ${asked.join()}`;
  }

  /** The namespaces that are part of a destination: flows from them are another matter than from their like. */
  insiders(destination: Destination): ReadonlySet<string> {
    return this.target(destination).insiders;
  }

  /** The machines that a destination and its endpoints are on: flows from all other machines that are alike go alike. */
  machines(destination: Destination): ReadonlySet<string> {
    return this.target(destination).machines;
  }

  private noteOwners(): void {
    for (const { id, devices } of this.input.derived.network.netns.values())
      for (const { name, addresses } of devices)
        if (name !== DUMMY_INTERFACE)
          for (const { address } of addresses) this.ownerByAddress.set(formatIp(address), id);
  }

  private noteLeads(): void {
    const note = (port: string, name: string): void =>
      void this.leads.set(port, [...(this.leads.get(port) ?? []), name]);
    for (const [name, { spec }] of this.services)
      for (const { nodePort } of spec.ports ?? []) if (nodePort !== undefined) note(`${nodePort}`, name);
    for (const [name, { spec }] of this.pods)
      for (const { ports } of spec.containers ?? [])
        for (const { hostPort } of ports ?? []) if (hostPort !== undefined) note(`${spec.nodeName} ${hostPort}`, name);
  }

  /** Addresses with a port that objects of several names are asked by. */
  private listAskedTwice(): ReadonlySet<string> {
    const names = new Map<string, string>();
    const twice = new Set<string>();
    for (const { kind, name, address, asks } of this.input.destinations) {
      const key = `${address} ${asks.protocol} ${asks.port}`;
      const own = `${kind} ${name}`;
      if ((names.get(key) ?? own) !== own) twice.add(key);
      names.set(key, own);
    }
    return twice;
  }

  private number(text: string): number {
    const known = this.numbers.get(text) ?? this.numbers.size;
    this.numbers.set(text, known);
    return known;
  }

  /** In which of the named ranges an address lies. */
  private findRanges(address: string): string {
    const read = parseIp(address);
    return read.ok ? this.ranges.map((range) => Number(contains(range, read.value))).join('') : address;
  }

  private machineTrait(id: string): number {
    const known = this.traits.get(id);
    if (known !== undefined) return known;
    const netns = this.namespace(id);
    const made = this.number(JSON.stringify(netns ? this.describe(netns) : id));
    this.traits.set(id, made);
    return made;
  }

  /** A machine without the rules that kube-proxy writes on it: these are made of what is told here. */
  private namespace(id: string): Netns | undefined {
    const { bare, network } = this.input.derived;
    return bare?.get(id) ?? network.netns.get(id);
  }

  private describe(netns: Netns): unknown {
    const { id, kind, devices, sockets, sysctls } = netns;
    const pod = this.pods.get(id);
    const node = this.nodes.get(id);
    if (!pod && !node) return id;
    // A machine has one more for each Pod that is on it.
    const own = devices.filter(({ peer }) => kind === 'pod' || peer === undefined);
    const addresses = own.flatMap((device) => device.addresses.map(({ address }) => formatIp(address)));
    const listening = sockets.map(({ proto, port, reply, ip }) => `${proto} ${port} ${reply} ${ip === undefined}`);
    const hasRules = kind === 'pod' && Object.values(netns.xtables ?? {}).some((set) => set.tables.size > 0);
    return [
      kind,
      hasRules ? id : '',
      own.map((device) => [device.kind, device.up, device.mtu, device.hairpin]),
      addresses.map((address) => this.findRanges(address)),
      // kube-proxy holds the same node ports on every node.
      node ? listening.length : listening.toSorted(),
      sysctls,
      node && [describeMachine(node), this.input.document.stopped?.[id] !== undefined],
      pod && this.describePod(pod),
    ];
  }

  private describePod(pod: PodObject): unknown {
    const { metadata, spec, status } = pod;
    const labels = Object.entries(metadata.labels ?? {}).filter(
      ([key]) => key !== TEMPLATE_HASH && this.policyKeys.has(key),
    );
    const ports = [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map((container) => container.ports);
    return [
      this.hasPolicies ? getNamespace(pod) : '',
      labels.toSorted(([a], [b]) => (a < b ? -1 : 1)),
      spec.nodeName === undefined ? '' : this.machineTrait(spec.nodeName),
      [ports, spec.hostNetwork, metadata.deletionTimestamp === undefined],
      [status?.phase, status?.conditions?.find(({ type }) => type === 'Ready')?.status],
      this.isOfItsNode(pod),
    ];
  }

  /** Has it an address out of its own node's range? */
  private isOfItsNode({ spec: { nodeName = '' }, status }: PodObject): boolean {
    const { podCIDR, podCIDRs = podCIDR === undefined ? [] : [podCIDR] } = this.nodes.get(nodeName)?.spec ?? {};
    const address = parseIp(status?.podIP ?? '');
    return podCIDRs.some((text) => {
      const range = parseCidr(text);
      return range.ok && address.ok && contains(range.value, address.value);
    });
  }

  private target(destination: Destination): Target {
    const known = this.targets.get(destination);
    if (known) return known;
    const { kind, name, netns, node = netns && this.namespace(netns)?.node } = destination;
    const isMachine = kind === 'pod' || kind === 'node';
    const endpoints = isMachine ? this.behindPort(destination) : this.listEndpoints(name);
    const own = node ?? netns;
    const made: Target = {
      trait: this.number(JSON.stringify(this.describeTarget(destination))),
      node: own,
      endpoints,
      ...this.listNeighbours(`${kind === 'node' ? destination.id : isMachine ? '' : name} ${netns}`, {
        netns,
        own,
        endpoints,
      }),
    };
    this.targets.set(destination, made);
    return made;
  }

  /** Lists who is part of a destination, and on which machines: once for all that have the same (`key`). */
  private listNeighbours(
    key: string,
    {
      netns,
      own,
      endpoints,
    }: { netns: string | undefined; own: string | undefined; endpoints: readonly AskedEndpoint[] },
  ): Neighbours {
    const known = this.neighbours.get(key);
    if (known) return known;
    const made: Neighbours = {
      insiders: new Set([netns, ...endpoints.map((each) => each.netns)].filter((id) => id !== undefined)),
      machines: new Set([own, ...endpoints.map((each) => each.node)].filter((id) => id !== undefined)),
    };
    this.neighbours.set(key, made);
    return made;
  }

  /** Lists whom a port of a machine may lead to: the endpoints of a Service whose node port it is, Pods that have it for themselves. */
  private behindPort({ kind, name, asks }: Destination): readonly AskedEndpoint[] {
    if (kind !== 'node' || asks.role !== 'port') return NO_ENDPOINTS;
    return [...(this.leads.get(`${asks.port}`) ?? []), ...(this.leads.get(`${name} ${asks.port}`) ?? [])].flatMap(
      (each) => (this.services.has(each) ? this.listEndpoints(each) : [this.podEndpoint(each)]),
    );
  }

  private podEndpoint(id: string): AskedEndpoint {
    return { trait: this.machineTrait(id), netns: id, node: this.namespace(id)?.node };
  }

  private describeTarget(destination: Destination): unknown {
    const { id, kind, name, address, asks, at, netns, onlyFrom } = destination;
    const isFront = kind !== 'pod' && kind !== 'node' && kind !== 'node-port';
    const isShared =
      this.askedTwice.has(`${address} ${asks.protocol} ${asks.port}`) || (isFront && this.ownerByAddress.has(address));
    if (isShared) return id;
    const isOwnPort = kind === 'node-port' && asks.role === 'port';
    const held = netns ? (this.namespace(netns)?.sockets.filter(({ port }) => port === asks.port) ?? []) : [];
    return [
      [kind, asks.role, asks.protocol, isOwnPort ? 0 : asks.port, at, onlyFrom !== undefined],
      this.findRanges(address),
      netns === undefined ? '' : this.machineTrait(netns),
      isOwnPort ? held.map(({ reply, proto }) => [reply, proto]) : '',
      kind === 'pod' || kind === 'node' ? '' : this.frontTrait(name),
      // Of a Service that has several ports, which of them is asked.
      isOwnPort ? this.services.get(name)?.spec.ports?.findIndex(({ nodePort }) => nodePort === asks.port) : '',
    ];
  }

  private frontTrait(name: string): number {
    const service = this.services.get(name);
    const known = this.fronts.get(name) ?? this.number(JSON.stringify(service ? describeFront(service) : name));
    this.fronts.set(name, known);
    return known;
  }

  private listEndpoints(name: string): readonly AskedEndpoint[] {
    const known = this.endpointLists.get(name);
    if (known) return known;
    const made = (this.slices.get(name) ?? []).flatMap(({ addressType, endpoints, ports }) =>
      (endpoints ?? []).map(({ addresses = [], conditions, hints, zone, nodeName }): AskedEndpoint => {
        const [address = ''] = addresses;
        const netns = this.ownerByAddress.get(address);
        const owner = netns === undefined ? this.findRanges(address) : this.machineTrait(netns);
        const machine = netns === undefined ? undefined : this.namespace(netns);
        const node = machine?.node ?? netns;
        // What the slice says of its node need not be true.
        const told = nodeName === node ? '' : nodeName;
        const trait = JSON.stringify([addressType, owner, conditions, hints, zone, told, ports, addresses.length]);
        return { trait: this.number(trait), netns, node };
      }),
    );
    this.endpointLists.set(name, made);
    return made;
  }
}
