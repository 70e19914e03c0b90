import { listEndpoints, type EndpointInfo } from '../../endpoint';
import type { ServicePortInfo } from '../../service-port';
import { categorizeEndpoints, type CategorizedEndpoints } from '../../topology';
import type { EndpointSliceObject } from '../../types';
import type { GeneratedRule, GeneratedVirtualServer, Origin, GeneratedRealServer } from '../mode';
import { rangeHolds } from '../shared/local-traffic';
import type { PortBlock } from '../shared/service-blocks';
import type { IpvsContext, IpvsFeatures } from './context';
import { ExplainedServer, type IpvsReasonId, type IpvsSubject } from './explain';
import type { SetEntry, SetId } from './ipsets';

/** IP_VS_SVC_F_PERSISTENT and IP_VS_SVC_F_SCHED2 (mh: the hash includes the source port), include/uapi/linux/ip_vs.h. */
const PERSISTENT = 0x1;
const MAGLEV_PORT = 0x10;

/** An address and port a service port answers on. */
interface Frontend {
  readonly address: string;
  readonly port: number;
  /** Only endpoints of this node, unless it has none. */
  readonly onlyLocal: boolean;
  readonly reason: IpvsReasonId;
  readonly subject: IpvsSubject;
}

class VirtualServer extends ExplainedServer implements GeneratedVirtualServer {
  readonly protocol: GeneratedVirtualServer['protocol'];
  readonly address: string;
  readonly port: number;
  readonly scheduler: string;
  readonly flags: number;
  readonly timeout: number;
  readonly servers: readonly GeneratedRealServer[];

  constructor(
    { address, port, reason, subject }: Frontend,
    servers: readonly GeneratedRealServer[],
    { scheduler, features }: IpvsContext,
  ) {
    super(reason, subject);
    const { protocol, affinityTimeout } = subject.port;
    const persistent = affinityTimeout > 0 ? PERSISTENT : 0;
    this.protocol = protocol;
    this.address = address;
    this.port = port;
    this.scheduler = scheduler;
    this.flags = persistent | (features.maglev && scheduler === 'mh' ? MAGLEV_PORT : 0);
    this.timeout = affinityTimeout;
    this.servers = servers;
  }
}

class RealServer extends ExplainedServer implements GeneratedRealServer {
  readonly address: string;
  readonly port: number;
  readonly weight = 1;

  constructor(port: ServicePortInfo, info: EndpointInfo, reason: IpvsReasonId) {
    super(reason, { port, index: 0, endpoint: info });
    this.address = info.ip;
    this.port = info.port;
  }
}

/** The virtual servers of a service port's frontends (syncService and syncEndpoint of pkg/proxy/ipvs/proxier.go). */
function virtualServers(
  port: ServicePortInfo,
  frontends: readonly Frontend[],
  chosen: CategorizedEndpoints,
  context: IpvsContext,
): GeneratedVirtualServer[] {
  const real = (list: readonly EndpointInfo[], reason: IpvsReasonId): GeneratedRealServer[] =>
    list.map((info) => new RealServer(port, info, reason));
  let everywhere: readonly GeneratedRealServer[] | undefined;
  let onNode: readonly GeneratedRealServer[] | undefined;
  return frontends.map((frontend) => {
    if (frontend.onlyLocal) {
      // From 1.21 on Pods of this node still get through when it has no endpoint; answers to clients outside are lost.
      onNode ??=
        chosen.local.length > 0 || !context.features.localFallback
          ? real(chosen.local, 'real-server-local')
          : real(chosen.cluster, 'real-server-no-local');
    } else everywhere ??= real(chosen.cluster, 'real-server');
    return new VirtualServer(frontend, (frontend.onlyLocal ? onNode : everywhere) ?? [], context);
  });
}

/** `10.96.0.1:443/TCP`, `[fd00::1]:443/TCP`: what makes a virtual server one. */
export function virtualServerKey({ address, port, protocol }: GeneratedVirtualServer): string {
  return `${hostPort(address, port)}/${protocol}`;
}

/** `10.244.1.5:8080`. */
export function realServerKey({ address, port }: Pick<GeneratedRealServer, 'address' | 'port'>): string {
  return hostPort(address, port);
}

function hostPort(address: string, port: number): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

/** An address wanted on kube-ipvs0. */
export interface BoundAddress {
  readonly address: string;
  readonly origin: Origin;
}

/** All that one service port brings (one turn of syncProxyRules' loop). */
export interface IpvsPort extends PortBlock {
  readonly virtualServers: readonly GeneratedVirtualServer[];
  /**
   * Keys of the virtual servers, see {@link virtualServerKey}: of every service port of every node, after every edit.
   */
  readonly keys: readonly string[];
  /** Bound together with the virtual server of the same place; undefined: that one's address is not bound. */
  readonly bound: readonly (BoundAddress | undefined)[];
  readonly entries: readonly SetEntry[];
  /** Rules of KUBE-IPVS-OUT-FILTER. */
  readonly outFilter: readonly GeneratedRule[];
}

class Bound extends ExplainedServer implements BoundAddress {
  readonly address: string;

  constructor(address: string, reason: IpvsReasonId, subject: IpvsSubject) {
    super(reason, subject);
    this.address = address;
  }
}

class Entry extends ExplainedServer implements SetEntry {
  readonly set: SetId;
  readonly added: string;

  constructor(set: SetId, added: string, reason: IpvsReasonId, subject: IpvsSubject) {
    super(reason, subject);
    this.set = set;
    this.added = added;
  }

  /** A network of one address is listed without its length. */
  get key(): string {
    return this.set === 'sourceCIDR' ? this.added.replace(/\/(32|128)$/, '') : this.added;
  }
}

class OutFilterRule extends ExplainedServer implements GeneratedRule {
  readonly text: string;

  constructor(text: string, subject: IpvsSubject) {
    super('out-filter', subject);
    this.text = text;
  }
}

/** Collects what a service port brings, in the order kube-proxy does. */
class Builder {
  readonly frontends: Frontend[] = [];
  readonly bound: (BoundAddress | undefined)[] = [];
  readonly entries: SetEntry[] = [];
  readonly outFilter: GeneratedRule[] = [];

  add(set: SetId, added: string, reason: IpvsReasonId, subject: IpvsSubject): void {
    this.entries.push(new Entry(set, added, reason, subject));
  }

  /** `bindAs`: why the address is on kube-ipvs0; absent: it is not. */
  answer(frontend: Frontend, bindAs?: IpvsReasonId): void {
    this.frontends.push(frontend);
    this.bound.push(bindAs && new Bound(frontend.address, bindAs, frontend.subject));
  }
}

/** Makes the block of a service port. */
export function portBlock(
  port: ServicePortInfo,
  slices: readonly EndpointSliceObject[],
  context: IpvsContext,
): IpvsPort {
  const { features } = context;
  // Before internalTrafficPolicy there was no Local.
  const read = port.internalPolicyLocal && !features.internalPolicy ? { ...port, internalPolicyLocal: false } : port;
  const endpoints = listEndpoints(slices, port, context);
  const builder = new Builder();
  addLoopBack(builder, port, endpoints, features);
  addClusterIP(builder, port, read.internalPolicyLocal);
  port.externalIPs.forEach((_address, index) => addExternalIP(builder, port, index, context));
  port.loadBalancerVIPs.forEach((_address, index) => addLoadBalancer(builder, port, index, context));
  addNodePort(builder, port, context);
  const cut = read.internalPolicyLocal && !features.internalPolicyOnlyInside;
  const chosen = categorizeEndpoints(cut ? endpoints.filter(({ isLocal }) => isLocal) : endpoints, read, context);
  const { frontends, bound, entries, outFilter } = builder;
  const servers = virtualServers(port, frontends, chosen, context);
  return { port, virtualServers: servers, keys: servers.map(virtualServerKey), bound, entries, outFilter };
}

/** Endpoints of this node, from 1.22 on whether ready or not: one that reaches itself needs another source. */
function addLoopBack(
  builder: Builder,
  port: ServicePortInfo,
  endpoints: readonly EndpointInfo[],
  can: IpvsFeatures,
): void {
  for (const endpoint of endpoints) {
    const { ready, terminating } = endpoint;
    if (!endpoint.isLocal || !(ready || (terminating ? can.loopBackOfTerminating : can.loopBackOfNotReady))) continue;
    const added = `${endpoint.ip},${port.proto}:${endpoint.port},${endpoint.ip}`;
    builder.add('loopBack', added, 'entry-loop-back', { port, index: 0, endpoint });
  }
}

function addClusterIP(builder: Builder, port: ServicePortInfo, onlyLocal: boolean): void {
  const subject = { port, index: 0 };
  builder.add('clusterIP', `${port.clusterIP},${port.proto}:${port.port}`, 'entry-cluster-ip', subject);
  builder.answer(
    { address: port.clusterIP, port: port.port, onlyLocal, reason: 'server-cluster-ip', subject },
    'bound-cluster-ip',
  );
}

/** Is an external address put on kube-ipvs0, or left to the interface that has it? */
function isBound(address: string, { features, nodeAddresses }: IpvsContext): boolean {
  return !features.bindsOnlyForeign || !nodeAddresses.includes(address);
}

function addExternalIP(builder: Builder, port: ServicePortInfo, index: number, context: IpvsContext): void {
  const address = port.externalIPs[index] ?? '';
  const subject = { port, index };
  const onlyLocal = port.externalPolicyLocal && context.features.localExternalIPs;
  const added = `${address},${port.proto}:${port.port}`;
  if (onlyLocal) builder.add('externalIPLocal', added, 'entry-external-ip-local', subject);
  else builder.add('externalIP', added, 'entry-external-ip', subject);
  const binds = isBound(address, context);
  builder.answer(
    { address, port: port.port, onlyLocal, reason: 'server-external-ip', subject },
    binds ? 'bound-external-ip' : undefined,
  );
}

function addLoadBalancer(builder: Builder, port: ServicePortInfo, index: number, context: IpvsContext): void {
  const address = port.loadBalancerVIPs[index] ?? '';
  const subject = { port, index };
  const onlyLocal = port.externalPolicyLocal;
  const added = `${address},${port.proto}:${port.port}`;
  builder.add('loadBalancer', added, 'entry-load-balancer', subject);
  if (onlyLocal) builder.add('loadBalancerLocal', added, 'entry-load-balancer-local', subject);
  if (port.sourceRanges.length > 0) addSourceRanges(builder, added, address, { subject, context });
  const binds = isBound(address, context);
  builder.answer(
    { address, port: port.port, onlyLocal, reason: 'server-load-balancer', subject },
    binds ? 'bound-load-balancer' : undefined,
  );
}

function addSourceRanges(
  builder: Builder,
  added: string,
  address: string,
  { subject, context }: { readonly subject: IpvsSubject; readonly context: IpvsContext },
): void {
  const { port } = subject;
  builder.add('loadBalancerFW', added, 'entry-source-ranges', subject);
  for (const [range, source] of port.sourceRanges.entries()) {
    builder.add('sourceCIDR', `${added},${source}`, 'entry-source-range', { ...subject, range });
  }
  if (port.sourceRanges.some((range) => rangeHolds(range, context.nodeIP))) {
    // The node's own packets to the address may carry that very address as source.
    builder.add('sourceIP', `${added},${address}`, 'entry-source-node', subject);
  } else if (context.features.outFilter) {
    const text = `-s ${address} -m ipvs --vaddr ${address} --vproto ${port.proto} --vport ${port.port} -j DROP`;
    builder.outFilter.push(new OutFilterRule(text, subject));
  }
}

const NODE_PORT_SETS = {
  TCP: ['nodePortTCP', 'nodePortLocalTCP'],
  UDP: ['nodePortUDP', 'nodePortLocalUDP'],
  SCTP: ['nodePortSCTP', 'nodePortLocalSCTP'],
} as const;

/** Without an address that answers nodePorts kube-proxy leaves the rest of the service port out. */
function addNodePort(builder: Builder, port: ServicePortInfo, { nodePortIPs, features }: IpvsContext): void {
  const hasNodePort = port.nodePort !== 0;
  if (hasNodePort && nodePortIPs.length === 0) return;
  if (hasNodePort) {
    const [all, local] = NODE_PORT_SETS[port.protocol];
    // A bitmap of ports knows no SCTP: that has a set of addresses and ports.
    const keys =
      port.protocol === 'SCTP' ? nodePortIPs.map((ip) => `${ip},sctp:${port.nodePort}`) : [String(port.nodePort)];
    const onlyLocal = port.externalPolicyLocal;
    const subject = { port, index: 0 };
    for (const key of keys) builder.add(all, key, 'entry-node-port', subject);
    if (onlyLocal) for (const key of keys) builder.add(local, key, 'entry-node-port-local', subject);
    for (const address of nodePortIPs) {
      const own = { ...subject, address };
      builder.answer({ address, port: port.nodePort, onlyLocal, reason: 'server-node-port', subject: own });
    }
  }
  if (port.healthCheckNodePort === 0 || !features.healthChecks) return;
  builder.add('healthCheck', String(port.healthCheckNodePort), 'entry-health-check', { port, index: 0 });
}
