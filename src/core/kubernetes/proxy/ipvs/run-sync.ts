import { contains, parseCidr } from '../../../net/cidr';
import { parseIp } from '../../../net/ip';
import type { GeneratedRealServer, GeneratedVirtualServer, SyncInput } from '../mode';
import { staleConntrackCommands } from '../shared/conntrack-cleanup';
import { chainCommands } from './chains';
import { RETRY_AFTER, TerminationQueue, type Connections, type Terminating } from './graceful-termination';
import { isTaken, setName } from './ipsets';
import { EMPTY_KERNEL, KernelIpvs, type IpvsKernel } from './kernel-ipvs';
import { DUMMY_INTERFACE } from './names';
import type { IpvsPort } from './port-block';
import { printRestore } from './restore';
import { sysctlsOf, timeoutsOf } from './settings';
import { planSync, wantedAddresses, wantedEntries, wantedServers, type SyncPlan } from './sync-proxy-rules';
import { realServerKey, virtualServerKey } from './virtual-servers';

/** What a running kube-proxy remembers between two syncs, and what stands in the kernel. */
export interface ProxierState {
  /** Absent: it has just been started and finds the kernel as it is. */
  readonly input?: SyncInput;
  readonly kernel: IpvsKernel;
  readonly queue: readonly Terminating[];
  /** When the queue is looked through next, in milliseconds. */
  readonly nextRetry: number;
}

/** One sync: what is called, in order, and what stands afterwards. */
export interface SyncStep {
  /** `sysctl: …`, `iptables …`, `netlink: …`, `ipvs: …` and `ipset …` before the rules are restored. */
  readonly calls: readonly string[];
  /** The input of iptables-restore: always everything. */
  readonly restore: string;
  /** Addresses and virtual servers taken away, after the rules. */
  readonly cleanup: readonly string[];
  /** `conntrack` commands at the end. */
  readonly conntrack: readonly string[];
  readonly state: ProxierState;
}

const NOBODY: Connections = () => 0;

/** kube-proxy just started on a node with such a kernel: an earlier one may have left things in it. */
export function startedOn(kernel: IpvsKernel): ProxierState {
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
export function runSync(before: ProxierState | undefined, input: SyncInput, connections = NOBODY): SyncStep {
  const { kernel: found, queue: waiting, nextRetry } = before ?? startedOn(EMPTY_KERNEL);
  const isFirst = before?.input === undefined;
  const plan = planSync(input);
  const kernel = new KernelIpvs(found);
  const queue = new TerminationQueue(waiting, kernel, connections);
  if (isFirst) kernel.calls.push(...startCalls(input), ...chainCommands(input.family, plan.context.features));
  kernel.calls.push(`netlink: ip link add ${DUMMY_INTERFACE} type dummy`);
  const bound = new Set(found.addresses);
  for (const port of plan.ports) syncPort(port, { kernel, queue, bound, isFirst });
  const { ipsets, calls: setCalls } = syncIpsets(plan, found.ipsets);
  const calls = [...kernel.calls, ...setCalls];
  const cleanup = cleanUp(plan, input, kernel);
  const state: ProxierState = {
    input,
    kernel: { virtualServers: kernel.virtualServers(), addresses: kernel.addresses(), ipsets },
    queue: queue.items(),
    nextRetry,
  };
  return {
    calls,
    restore: printRestore(input),
    cleanup,
    conntrack: staleConntrackCommands(before?.input, input),
    state,
  };
}

/** The look through the terminating servers that kube-proxy takes every minute; nothing before it is time. */
export function retryTermination(
  state: ProxierState,
  connections: Connections,
  now: number,
): { readonly calls: readonly string[]; readonly state: ProxierState } {
  if (now < state.nextRetry) return { calls: [], state };
  const kernel = new KernelIpvs(state.kernel);
  const queue = new TerminationQueue(state.queue, kernel, connections);
  queue.flush();
  const after: ProxierState = {
    ...state,
    kernel: { ...state.kernel, virtualServers: kernel.virtualServers() },
    queue: queue.items(),
    nextRetry: now + RETRY_AFTER,
  };
  return { calls: kernel.calls, state: after };
}

function startCalls(input: SyncInput): string[] {
  const sysctls = Object.entries(sysctlsOf(input)).map(
    ([name, value]) => `sysctl: ${name.replaceAll('.', '/')}=${value}`,
  );
  const timeouts = timeoutsOf(input);
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
  plan: SyncPlan,
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
function cleanUp(plan: SyncPlan, input: SyncInput, kernel: KernelIpvs): readonly string[] {
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
