import { getMinor } from '../kubernetes/release';
import { servicePorts, type ServicePortInfo } from '../kubernetes/service-port';
import type { LiveEntry } from '../linux/conntrack/table';
import type { NetnsState } from '../linux/state';
import { formatIp, type IpFamily } from '../net/ip';
import { formatEndpoint } from '../net/packet';
import type { ProxyView } from './api-server';
import { endpointsOf } from './choice';

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
 * What kube-proxy does with UDP connections after a sync. From 1.32: all entries are listed, those to a Service's
 * address that lead to no serving endpoint of it are deleted; Services without endpoints are left alone
 * (pkg/proxy/conntrack/cleanup.go). Until 1.31 only what the sync changed: endpoints that left, and Services that had
 * none before. Returns how many were deleted.
 */
export function cleanUp(state: NetnsState, synced: Synced): number {
  const known = state.conntrack.entries().filter(({ original }) => original.protocol === UDP);
  if (known.length === 0) return 0;
  const stale = getMinor(synced.release) >= 32 ? staleByTable(synced) : staleByChange(synced);
  const entries = known.filter(stale);
  for (const entry of entries) state.conntrack.kill(entry);
  return entries.length;
}

function udpPorts(view: ProxyView, family: IpFamily): readonly ServicePortInfo[] {
  return view.services.flatMap((service) => servicePorts(service, family)).filter(({ proto }) => proto === 'udp');
}

/** The endpoints of a port that serve, by `address:port`. */
function serving(port: ServicePortInfo, view: ProxyView, synced: Synced): ReadonlySet<string> {
  const all = endpointsOf(port, view, synced);
  return new Set(all.filter((each) => each.ready || each.serving).map(({ endpoint }) => endpoint));
}

const leadsTo = ({ reply }: LiveEntry): string => formatEndpoint(reply.src, reply.sport);

function isTo(entry: LiveEntry, port: ServicePortInfo): boolean {
  const { dst, dport } = entry.original;
  const address = formatIp(dst);
  const own = [port.clusterIP, ...port.externalIPs, ...port.loadBalancerVIPs];
  return (dport === port.port && own.includes(address)) || (port.nodePort !== 0 && dport === port.nodePort);
}

function staleByTable(synced: Synced): (entry: LiveEntry) => boolean {
  const ports = udpPorts(synced.after, synced.family).map((port) => ({
    port,
    served: serving(port, synced.after, synced),
  }));
  return (entry) =>
    ports.some(({ port, served }) => isTo(entry, port) && served.size > 0 && !served.has(leadsTo(entry)));
}

function staleByChange(synced: Synced): (entry: LiveEntry) => boolean {
  const { before, after, family } = synced;
  if (!before) return () => false;
  const now = new Map(udpPorts(after, family).map((port) => [port.name, serving(port, after, synced)]));
  const ports = udpPorts(before, family).map((port) => {
    const [old, next] = [serving(port, before, synced), now.get(port.name) ?? new Set<string>()];
    return { port, left: new Set([...old].filter((each) => !next.has(each))), fresh: old.size === 0 && next.size > 0 };
  });
  return (entry) => ports.some(({ port, left, fresh }) => isTo(entry, port) && (fresh || left.has(leadsTo(entry))));
}
