import type { ListedDirected } from '../formats/ipvsadm-connections';
import type { ConntrackEntry } from '../linux/conntrack/types';
import { findServer, findService, serverKey, serviceKey } from '../linux/ipvs/service';
import type { IpvsState } from '../linux/ipvs/state';
import type { IpvsServer, IpvsService, IpvsTable } from '../linux/ipvs/types';
import { formatIp } from '../net/ip';

const PROTOCOLS: Readonly<Record<string, number>> = { TCP: 6, UDP: 17, SCTP: 132 };
/** States that count as active (`tcp_state_active_table`, `sctp_state_active_table`). */
const ACTIVE: ReadonlySet<string> = new Set(['ESTABLISHED', 'SYN_SENT', 'SYN_RECV', 'SYNACK']);

/** A connection, not a template: those have no client port (`ip_vs_sched_persist`). */
export function isConnection({ protocol, client }: ListedDirected): boolean {
  return client.port !== 0 && PROTOCOLS[protocol] !== undefined;
}

/** A connection as it is listed: from the client to the service, answered by the server. */
export function listedByIpvs(
  { protocol, client, virtual, server, state, expires }: ListedDirected,
  index: number,
): { readonly by: 'ipvs'; readonly state: string; readonly entry: ConntrackEntry } {
  const number = PROTOCOLS[protocol] ?? 0;
  const ends = { protocol: number, src: client.address, sport: client.port };
  const back = { protocol: number, dst: client.address, dport: client.port };
  const entry: ConntrackEntry = {
    id: index + 1,
    zone: 0,
    original: { ...ends, dst: virtual.address, dport: virtual.port },
    reply: { ...back, src: server.address, sport: server.port },
    status: [],
    timeout: expires,
    mark: 0,
  };
  return { by: 'ipvs', state, entry };
}

/** The service of a connection and the server it was given to; where the table lacks them, as the line tells. */
function boundTo(
  { protocol, virtual, server }: ListedDirected,
  table: IpvsTable = { services: [] },
): { readonly service: IpvsService; readonly server: IpvsServer } {
  const number = PROTOCOLS[protocol] ?? 0;
  const told: IpvsServer = { ...server, weight: 1, forward: 'masq' };
  const service = findService(table, { protocol: number, ...virtual, mark: 0 });
  return {
    service: service ?? { protocol: number, ...virtual, scheduler: 'rr', servers: [] },
    server: findServer(service, serverKey(told)) ?? told,
  };
}

/**
 * Puts a listed connection, or the template that keeps a client with its server, among those the director
 * knows (`ip_vs_conn_in_get` finds it, and no scheduler is asked). What goes by a firewall mark is left out.
 */
export function remember(state: IpvsState, listed: ListedDirected, table: IpvsTable | undefined): void {
  const protocol = PROTOCOLS[listed.protocol];
  if (protocol === undefined) return;
  const { client, virtual } = listed;
  const { service, server } = boundTo(listed, table);
  const bound = { service: serviceKey(service), expires: listed.expires * 1000 };
  if (client.port === 0) {
    const key = `${protocol} ${formatIp(client.address)} ${formatIp(virtual.address)} ${virtual.port}`;
    state.templates.set(key, { ...bound, server: serverKey(server) });
    return;
  }
  state.add({
    ...bound,
    protocol,
    client: client.address,
    clientPort: client.port,
    virtual: virtual.address,
    virtualPort: virtual.port,
    server: server.address,
    serverPort: server.port,
    forward: server.forward,
    destination: serverKey(server),
    // kube-proxy sets net.ipv4.vs.conntrack; what conntrack knows of it is in its own listing.
    conntrack: true,
    noOutput: server.forward !== 'masq',
    state: listed.state,
    active: ACTIVE.has(listed.state),
  });
}
