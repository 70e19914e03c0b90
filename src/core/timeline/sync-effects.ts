import { getMinor } from '../kubernetes/release';
import { servicePorts, type ServicePortInfo } from '../kubernetes/service-port';
import type { LiveEntry } from '../linux/conntrack/table';
import type { NetnsState } from '../linux/state';
import { formatIp, type IpFamily, parseIp } from '../net/ip';
import { formatEndpoint } from '../net/packet';
import type { ProxyView } from './api-server';
import { endpointsOf } from './choice';
import { serverKey, serviceKey, type IpvsServer, type IpvsService, type IpvsTable } from '../linux/ipvs/service';
import type { GeneratedIpvs, GeneratedVirtualServer } from '../kubernetes/proxy/mode';

const UDP = 17;

/** A sync: on which node, by which release, what was known before (absent: nothing) and what is now. */
export interface Synced {
  readonly node: string;
  readonly family: IpFamily;
  readonly release: string;
  readonly before?: ProxyView | undefined;
  readonly after: ProxyView;
}

/**
 * Deletes conntrack entries of UDP as kube-proxy does after a sync. From 1.32: all entries are listed, those to a Service's
 * address that lead to no serving endpoint of it are deleted; Services without endpoints are left alone until 1.36
 * (pkg/proxy/conntrack/cleanup.go; 1.37: pull request 139629). Until 1.31 only what the sync changed: Services that are gone,
 * those that had no endpoint before (all of them, for a kube-proxy that has just started), endpoints that left. Returns how
 * many were deleted.
 */
export function cleanUp(state: NetnsState, synced: Synced): number {
  const known = state.conntrack.entries().filter(({ original }) => original.protocol === UDP);
  if (known.length === 0) return 0;
  const stale = getMinor(synced.release) >= LISTS_TABLE ? staleByTable(synced) : staleByChange(synced);
  const entries = known.filter(stale);
  for (const entry of entries) state.conntrack.kill(entry);
  return entries.length;
}

/** From here on kube-proxy looks at the table, not at what changed; and from there on at Services without endpoints, too. */
const LISTS_TABLE = 32;
const LOOKS_AT_EMPTY = 37;

function udpPorts(view: ProxyView | undefined, family: IpFamily): readonly ServicePortInfo[] {
  const ports = view?.services.flatMap((service) => servicePorts(service, family)) ?? [];
  return ports.filter(({ proto }) => proto === 'udp');
}

/** The endpoints of a port that serve, by `address:port`. */
function serving(port: ServicePortInfo, view: ProxyView, synced: Synced): ReadonlySet<string> {
  const all = endpointsOf(port, view, synced);
  return new Set(all.filter((each) => each.ready || each.serving).map(({ endpoint }) => endpoint));
}

const leadsTo = ({ reply }: LiveEntry): string => formatEndpoint(reply.src, reply.sport);

const listVips = ({ clusterIP, externalIPs, loadBalancerVIPs }: ServicePortInfo): readonly string[] => [
  clusterIP,
  ...externalIPs,
  ...loadBalancerVIPs,
];

const isToNodePort = ({ original }: LiveEntry, { nodePort }: ServicePortInfo): boolean =>
  nodePort !== 0 && original.dport === nodePort;

function isTo(entry: LiveEntry, port: ServicePortInfo): boolean {
  const { dst, dport } = entry.original;
  return (dport === port.port && listVips(port).includes(formatIp(dst))) || isToNodePort(entry, port);
}

function staleByTable(synced: Synced): (entry: LiveEntry) => boolean {
  const looksAtEmpty = getMinor(synced.release) >= LOOKS_AT_EMPTY;
  const ports = udpPorts(synced.after, synced.family)
    .map((port) => ({ port, served: serving(port, synced.after, synced) }))
    .filter(({ served }) => looksAtEmpty || served.size > 0);
  return (entry) => ports.some(({ port, served }) => isTo(entry, port) && !served.has(leadsTo(entry)));
}

/** `conntrack -D --orig-dst ADDRESS` and `--dport NODEPORT`, with `--dst-nat` for one endpoint: no port of the Service is asked. */
function isDeletedFor(entry: LiveEntry, port: ServicePortInfo): boolean {
  return listVips(port).includes(formatIp(entry.original.dst)) || isToNodePort(entry, port);
}

function staleByChange(synced: Synced): (entry: LiveEntry) => boolean {
  const { before, after, family } = synced;
  const now = new Map(udpPorts(after, family).map((port) => [port.name, port]));
  const old = new Map(udpPorts(before, family).map((port) => [port.name, port]));
  const ready = (port: ServicePortInfo | undefined, view: ProxyView | undefined): ReadonlySet<string> => {
    const all = port && view ? endpointsOf(port, view, synced) : [];
    return new Set(all.filter((each) => each.ready).map(({ ip }) => ip));
  };
  const gone = new Set([...old.values()].filter(({ name }) => !now.has(name)).map(({ clusterIP }) => clusterIP));
  const kept = [...now.values()].map((port) => {
    const [was, is] = [ready(old.get(port.name), before), ready(port, after)];
    return { port, left: new Set([...was].filter((each) => !is.has(each))), fresh: was.size === 0 && is.size > 0 };
  });
  return (entry) =>
    gone.has(formatIp(entry.original.dst)) ||
    kept.some(({ port, left, fresh }) => isDeletedFor(entry, port) && (fresh || left.has(formatIp(entry.reply.src))));
}

/** What is wanted, read when somebody has to know. */
type Wanted = () => IpvsTable | undefined;

const TCP = 6;

/**
 * Servers that kube-proxy took out while they had connections: weight 0 until those end, looked at every minute
 * (pkg/proxy/ipvs/graceful_termination.go). UDP and SCTP are deleted at once.
 */
export class GracefulTermination {
  /** By virtual server; none is empty. */
  readonly #kept = new Map<string, Map<string, IpvsServer>>();
  #wanted: Wanted;

  /** @param wanted what kube-proxy has written until now */
  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  /** Something is written: what is wanted from now on. One that terminates is left alone until it is wanted again. */
  synced(wanted: Wanted, state: NetnsState | undefined): void {
    const last = this.#wanted;
    this.#wanted = wanted;
    // On most nodes nobody comes by whose server could leave.
    if (this.#kept.size === 0 && (state?.ipvs.isEmpty ?? true)) return;
    const [before, after] = [last(), wanted()];
    if (before === after) return;
    const now = new Map(after?.services.map((service) => [serviceKey(service), service] as const));
    const same = new Set(after?.services);
    for (const service of before?.services ?? []) if (!same.has(service)) this.#changed(service, now, state);
  }

  #changed(before: IpvsService, now: ReadonlyMap<string, IpvsService>, state: NetnsState | undefined): void {
    const key = serviceKey(before);
    const after = now.get(key);
    if (!after) return void this.#kept.delete(key);
    const wanted = new Set(after.servers.map(serverKey));
    const kept = new Map([...(this.#kept.get(key) ?? [])].filter(([server]) => !wanted.has(server)));
    const left = before.protocol === TCP ? before.servers.filter((each) => !wanted.has(serverKey(each))) : [];
    const busy = left.length > 0 ? busyServers(state, key) : new Set<string>();
    for (const each of left) if (busy.has(serverKey(each))) kept.set(serverKey(each), terminating(each));
    this.#keep(key, kept);
  }

  #keep(key: string, kept: Map<string, IpvsServer>): void {
    if (kept.size > 0) this.#kept.set(key, kept);
    else this.#kept.delete(key);
  }

  /** Lets go of those whose connections ended; false: nothing changed. */
  look(state: NetnsState | undefined): boolean {
    let changed = false;
    for (const [key, servers] of this.#kept) {
      const busy = busyServers(state, key);
      const kept = new Map([...servers].filter(([server]) => busy.has(server)));
      if (kept.size === servers.size) continue;
      this.#keep(key, kept);
      changed = true;
    }
    return changed;
  }

  /** What the kernel has: what is wanted, and those that terminate. */
  effective(wanted: IpvsTable): IpvsTable {
    if (this.#kept.size === 0) return wanted;
    const services = wanted.services.map((service) => {
      const kept = this.#kept.get(serviceKey(service));
      return kept ? { ...service, servers: [...service.servers, ...kept.values()] } : service;
    });
    return { services, timeouts: wanted.timeouts };
  }

  /** The wanted IPVS configuration with what terminates gracefully, as `ipvsadm` lists it. */
  listed(wanted: GeneratedIpvs): GeneratedIpvs {
    if (this.#kept.size === 0) return wanted;
    const virtualServers = wanted.virtualServers.map((server): GeneratedVirtualServer => {
      const kept = [...(this.#kept.get(virtualKey(server))?.values() ?? [])];
      const { origin } = server;
      const gone = kept.map(({ address, port }) => ({ address: formatIp(address), port, weight: 0, origin }));
      return gone.length > 0 ? { ...server, origin, servers: [...server.servers, ...gone] } : server;
    });
    const { timeouts, serversAdded, addresses, ipsets } = wanted;
    const told = { ...(timeouts ? { timeouts } : {}), ...(serversAdded ? { serversAdded } : {}) };
    return { ...told, virtualServers, addresses, ipsets };
  }
}

/** {@link serviceKey} of a virtual server as kube-proxy asks for it. */
function virtualKey({ protocol, address, port }: GeneratedVirtualServer): string {
  const parsed = parseIp(address);
  return `${protocol} ${parsed.ok ? formatEndpoint(parsed.value, port) : address}`;
}

const terminating = (server: IpvsServer): IpvsServer => ({
  ...server,
  weight: 0,
  lastWeight: server.lastWeight ?? server.weight,
});

/** The servers of a virtual one that have connections, by their key. */
function busyServers(state: NetnsState | undefined, service: string): ReadonlySet<string> {
  return new Set(state?.ipvs.ofService(service, state.now).map(({ destination }) => destination));
}
