import { contains, parseCidr, parseIp } from '../../../net/ip';
import type { GeneratedRealServer, GeneratedVirtualServer, SyncInput } from '../mode';
import { staleConntrackCommands } from '../shared/conntrack-cleanup';
import { chainCommands } from './chains';
import { isTaken, setName } from './ipsets';
import { DUMMY_INTERFACE, makeSysctls, findTimeouts } from './context';
import { type IpvsPort, realServerKey, virtualServerKey } from './port-block';
import {
  printIpvsRestore,
  planIpvsSync,
  wantedAddresses,
  wantedEntries,
  wantedServers,
  type IpvsSyncPlan,
} from './sync-proxy-rules';
import { whySentence } from './explain';

/** State of a node's kernel between two syncs, of one family. */
interface IpvsKernel {
  readonly virtualServers: readonly GeneratedVirtualServer[];
  /** On kube-ipvs0, without length. */
  readonly addresses: readonly string[];
  /** Entries by set, as `ipset save` spells them. */
  readonly ipsets: ReadonlyMap<string, ReadonlySet<string>>;
}

const EMPTY_KERNEL: IpvsKernel = { virtualServers: [], addresses: [], ipsets: new Map() };

interface Service {
  readonly head: GeneratedVirtualServer;
  readonly servers: Map<string, GeneratedRealServer>;
}

/**
 * The kernel's IPVS table and kube-ipvs0 while a sync works on them. Every change is written down
 * as the call that made it; names of servers are those of virtualServerKey and realServerKey.
 */
class KernelIpvs {
  readonly calls: string[] = [];
  readonly #services: Map<string, Service>;
  readonly #addresses: Set<string>;

  constructor({ virtualServers, addresses }: IpvsKernel) {
    this.#services = new Map(
      virtualServers.map((head) => {
        const servers = new Map(head.servers.map((real) => [realServerKey(real), real] as const));
        return [virtualServerKey(head), { head, servers }] as const;
      }),
    );
    this.#addresses = new Set(addresses);
  }

  /** The virtual server of a name, without its servers of now. */
  service(name: string): GeneratedVirtualServer | undefined {
    return this.#services.get(name)?.head;
  }

  serviceNames(): readonly string[] {
    return [...this.#services.keys()];
  }

  /** The real servers of a virtual server by name; empty if there is none. */
  servers(service: string): ReadonlyMap<string, GeneratedRealServer> {
    return this.#services.get(service)?.servers ?? new Map<string, GeneratedRealServer>();
  }

  addresses(): readonly string[] {
    return [...this.#addresses];
  }

  /** Adds a virtual server without servers, or changes scheduler, flags and timeout of the one that is there. */
  setService(name: string, head: GeneratedVirtualServer): void {
    const verb = this.#services.has(name) ? 'update' : 'add';
    const { scheduler, flags, timeout } = head;
    this.calls.push(
      `ipvs: ${verb} service ${name} scheduler=${scheduler} flags=0x${flags.toString(16)} timeout=${timeout}`,
    );
    this.#services.set(name, { head, servers: this.#services.get(name)?.servers ?? new Map() });
  }

  deleteService(name: string): void {
    this.calls.push(`ipvs: del service ${name}`);
    this.#services.delete(name);
  }

  setServer(service: string, server: GeneratedRealServer): void {
    const name = realServerKey(server);
    const servers = this.#services.get(service)?.servers;
    const verb = servers?.has(name) ? 'update' : 'add';
    this.calls.push(`ipvs: ${verb} dest ${service} -> ${name} weight=${server.weight}`);
    servers?.set(name, server);
  }

  deleteServer(service: string, name: string): void {
    this.calls.push(`ipvs: del dest ${service} -> ${name}`);
    this.#services.get(service)?.servers.delete(name);
  }

  bind(address: string): void {
    this.calls.push(`netlink: ip addr add ${address} dev ${DUMMY_INTERFACE}`);
    this.#addresses.add(address);
  }

  unbind(address: string): void {
    this.calls.push(`netlink: ip addr del ${address} dev ${DUMMY_INTERFACE}`);
    this.#addresses.delete(address);
  }

  /** The virtual servers with the servers they have now. */
  virtualServers(): readonly GeneratedVirtualServer[] {
    return [...this.#services.values()].map(({ head, servers }) => new Standing(head, [...servers.values()]));
  }
}

/** A virtual server as the kernel has it. */
class Standing implements GeneratedVirtualServer {
  readonly protocol: GeneratedVirtualServer['protocol'];
  readonly address: string;
  readonly port: number;
  readonly scheduler: string;
  readonly flags: number;
  readonly timeout: number;
  readonly servers: readonly GeneratedRealServer[];
  readonly #head: GeneratedVirtualServer;

  constructor(head: GeneratedVirtualServer, servers: readonly GeneratedRealServer[]) {
    this.protocol = head.protocol;
    this.address = head.address;
    this.port = head.port;
    this.scheduler = head.scheduler;
    this.flags = head.flags;
    this.timeout = head.timeout;
    this.servers = servers;
    this.#head = head;
  }

  get origin(): GeneratedVirtualServer['origin'] {
    return this.#head.origin;
  }
}

/** A real server that takes no new connections and is deleted when it has none left. */
interface Terminating {
  /** `10.96.0.1:80/TCP`. */
  readonly service: string;
  /** `10.244.1.5:8080`. */
  readonly server: string;
}

/** How many connections, active and inactive, a virtual server has at a real server. */
type Connections = (service: string, server: string) => number;

/** How often the queue is looked through, in milliseconds. */
const RETRY_AFTER = 60_000;

/** The queue of pkg/proxy/ipvs/graceful_termination.go. */
class TerminationQueue {
  readonly #items: Map<string, Terminating>;
  readonly #kernel: KernelIpvs;
  readonly #connections: Connections;

  constructor(items: readonly Terminating[], kernel: KernelIpvs, connections: Connections) {
    this.#items = new Map(items.map((item) => [getName(item), item]));
    this.#kernel = kernel;
    this.#connections = connections;
  }

  has(item: Terminating): boolean {
    return this.#items.has(getName(item));
  }

  items(): readonly Terminating[] {
    return [...this.#items.values()];
  }

  /** Deletes a server nobody is connected to; else gives it weight 0 and remembers it. */
  gracefulDelete(item: Terminating): void {
    if (this.#tryDelete(item)) return;
    const server = this.#kernel.servers(item.service).get(item.server);
    if (!server) return;
    this.#kernel.setServer(item.service, terminating(server, item.server));
    this.#items.set(getName(item), item);
  }

  /** A server that is wanted again: it is deleted at once, to be added anew. */
  moveOut(item: Terminating): void {
    this.#kernel.deleteServer(item.service, item.server);
    this.#items.delete(getName(item));
  }

  /** The look every minute: who has no connections left goes. */
  flush(): void {
    for (const [name, item] of this.#items) if (this.#tryDelete(item)) this.#items.delete(name);
  }

  /** True if the server is gone now. */
  #tryDelete(item: Terminating): boolean {
    if (!this.#kernel.servers(item.service).has(item.server)) return true;
    // UDP and SCTP end with the next packet (expire_nodest_conn).
    if (item.service.endsWith('/TCP') && this.#connections(item.service, item.server) !== 0) return false;
    this.#kernel.deleteServer(item.service, item.server);
    return true;
  }
}

function getName({ service, server }: Terminating): string {
  return `${service}/${server}`;
}

function terminating(server: GeneratedRealServer, endpoint: string): GeneratedRealServer {
  const { address, port, origin } = server;
  return { address, port, weight: 0, origin: { ...origin, why: whySentence('real-server-terminating', { endpoint }) } };
}

/** Memory of a running kube-proxy between two syncs, and the state of the kernel. */
export interface IpvsProxierState {
  /** Absent: it has just been started and finds the kernel as it is. */
  readonly input?: SyncInput;
  readonly kernel: IpvsKernel;
  readonly queue: readonly Terminating[];
  /** When the queue is looked through next, in milliseconds. */
  readonly nextRetry: number;
}

/** One sync: what is called, in order, and what stands afterwards. */
export interface IpvsSyncStep {
  /** `sysctl: …`, `iptables …`, `netlink: …`, `ipvs: …` and `ipset …` before the rules are restored. */
  readonly calls: readonly string[];
  /** The input of iptables-restore: always everything. */
  readonly restore: string;
  /** Addresses and virtual servers taken away, after the rules. */
  readonly cleanup: readonly string[];
  /** `conntrack` commands at the end. */
  readonly conntrack: readonly string[];
  readonly state: IpvsProxierState;
}

const NOBODY: Connections = () => 0;

/** kube-proxy just started on a node with such a kernel: an earlier one may have left things in it. */
export function startedOn(kernel: IpvsKernel): IpvsProxierState {
  return { kernel, queue: [], nextRetry: RETRY_AFTER };
}

/**
 * One run of syncProxyRules (pkg/proxy/ipvs/proxier.go): virtual servers, real servers and set
 * entries are added and deleted one by one against what is in the kernel; rules are always restored
 * whole. Where kube-proxy's order is random (service ports, endpoints, sets), it is that of syncProxyRules here.
 *
 * @param before Absent: kube-proxy starts on a node that has nothing of it.
 * @param connections Absent: nobody is connected to anything.
 */
export function runIpvsSync(
  before: IpvsProxierState | undefined,
  input: SyncInput,
  connections = NOBODY,
): IpvsSyncStep {
  const { kernel: found, queue: waiting, nextRetry } = before ?? startedOn(EMPTY_KERNEL);
  const isFirst = before?.input === undefined;
  const plan = planIpvsSync(input);
  const kernel = new KernelIpvs(found);
  const queue = new TerminationQueue(waiting, kernel, connections);
  if (isFirst) kernel.calls.push(...startCalls(input), ...chainCommands(input.family, plan.context.features));
  kernel.calls.push(`netlink: ip link add ${DUMMY_INTERFACE} type dummy`);
  const bound = new Set(found.addresses);
  for (const port of plan.ports) syncPort(port, { kernel, queue, bound, isFirst });
  const { ipsets, calls: setCalls } = syncIpsets(plan, found.ipsets);
  const calls = [...kernel.calls, ...setCalls];
  const cleanup = cleanUp(plan, input, kernel);
  const state: IpvsProxierState = {
    input,
    kernel: { virtualServers: kernel.virtualServers(), addresses: kernel.addresses(), ipsets },
    queue: queue.items(),
    nextRetry,
  };
  return {
    calls,
    restore: printIpvsRestore(input),
    cleanup,
    conntrack: staleConntrackCommands(before?.input, input),
    state,
  };
}

/** The look through the terminating servers that kube-proxy takes every minute; nothing before it is time. */
export function retryTermination(
  state: IpvsProxierState,
  connections: Connections,
  now: number,
): { readonly calls: readonly string[]; readonly state: IpvsProxierState } {
  if (now < state.nextRetry) return { calls: [], state };
  const kernel = new KernelIpvs(state.kernel);
  const queue = new TerminationQueue(state.queue, kernel, connections);
  queue.flush();
  const after: IpvsProxierState = {
    ...state,
    kernel: { ...state.kernel, virtualServers: kernel.virtualServers() },
    queue: queue.items(),
    nextRetry: now + RETRY_AFTER,
  };
  return { calls: kernel.calls, state: after };
}

function startCalls(input: SyncInput): string[] {
  const sysctls = Object.entries(makeSysctls(input)).map(
    ([name, value]) => `sysctl: ${name.replaceAll('.', '/')}=${value}`,
  );
  const timeouts = findTimeouts(input);
  if (!timeouts) return sysctls;
  return [...sysctls, `ipvs: set timeouts tcp=${timeouts.tcp} tcpfin=${timeouts.tcpFin} udp=${timeouts.udp}`];
}

interface Sync {
  readonly kernel: KernelIpvs;
  readonly queue: TerminationQueue;
  /** On kube-ipvs0 when the sync began. */
  readonly bound: ReadonlySet<string>;
  readonly isFirst: boolean;
}

function syncPort({ virtualServers, bound }: IpvsPort, sync: Sync): void {
  for (const [index, wanted] of virtualServers.entries()) {
    const name = virtualServerKey(wanted);
    const applied = sync.kernel.service(name);
    if (!applied || !sameHead(applied, wanted)) sync.kernel.setService(name, wanted);
    const address = bound[index]?.address;
    if (address !== undefined && !sync.bound.has(address)) sync.kernel.bind(address);
    syncServers(name, wanted, sync);
  }
}

function sameHead(a: GeneratedVirtualServer, b: GeneratedVirtualServer): boolean {
  return a.scheduler === b.scheduler && a.flags === b.flags && a.timeout === b.timeout;
}

/** syncEndpoint. */
function syncServers(service: string, { servers }: GeneratedVirtualServer, { kernel, queue, isFirst }: Sync): void {
  const current = new Map(kernel.servers(service));
  const wanted = new Set<string>();
  for (const server of servers) {
    const name = realServerKey(server);
    wanted.add(name);
    if (current.has(name)) {
      if (isFirst) resetWeights(service, server, { current, kernel });
      const item = { service, server: name };
      if (!queue.has(item)) continue;
      queue.moveOut(item);
    }
    kernel.setServer(service, server);
  }
  for (const name of current.keys()) {
    const item = { service, server: name };
    if (!wanted.has(name) && !queue.has(item)) queue.gracefulDelete(item);
  }
}

/** After a start, once for each server of another weight, whichever that is: upstream updates the wanted one. */
function resetWeights(
  service: string,
  server: GeneratedRealServer,
  { current, kernel }: { readonly current: ReadonlyMap<string, GeneratedRealServer>; readonly kernel: KernelIpvs },
): void {
  for (const { weight } of current.values()) if (weight !== server.weight) kernel.setServer(service, server);
}

/**
 * Entries are compared as texts: a range of one address is listed without its length, so it is
 * deleted and added again by every sync, as kube-proxy does.
 */
function syncIpsets(
  plan: IpvsSyncPlan,
  before: IpvsKernel['ipsets'],
): { readonly ipsets: IpvsKernel['ipsets']; readonly calls: readonly string[] } {
  const calls: string[] = [];
  const ipsets = new Map(before);
  for (const [id, entries] of wantedEntries(plan)) {
    const name = setName(id, plan.context.family);
    const current = new Set(before.get(name));
    const wanted = new Map(entries.map((entry) => [entry.added, entry]));
    for (const entry of before.get(name) ?? []) {
      if (wanted.has(entry)) continue;
      calls.push(`ipset del ${name} ${entry}`);
      current.delete(entry);
    }
    for (const entry of wanted.values()) {
      if (before.get(name)?.has(entry.added)) continue;
      calls.push(`ipset add ${name} ${entry.added} -exist`);
      if (isTaken(entry)) current.add(entry.key);
    }
    ipsets.set(name, current);
  }
  return { ipsets, calls };
}

/** Superfluous addresses, then virtual servers that are nobody's and not in `--ipvs-exclude-cidrs`. */
function cleanUp(plan: IpvsSyncPlan, input: SyncInput, kernel: KernelIpvs): readonly string[] {
  const start = kernel.calls.length;
  const wanted = new Set(wantedAddresses(plan).map(({ address }) => address));
  for (const address of kernel.addresses()) if (!wanted.has(address)) kernel.unbind(address);
  const services = wantedServers(plan);
  const excluded = input.config.ipvs?.excludeCIDRs ?? [];
  for (const name of kernel.serviceNames()) {
    const address = kernel.service(name)?.address ?? '';
    if (!services.has(name) && !isWithin(address, excluded)) kernel.deleteService(name);
  }
  return kernel.calls.slice(start);
}

function isWithin(address: string, cidrs: readonly string[]): boolean {
  const parsed = parseIp(address);
  return cidrs.some((text) => {
    const cidr = parseCidr(text);
    return parsed.ok && cidr.ok && contains(cidr.value, parsed.value);
  });
}
