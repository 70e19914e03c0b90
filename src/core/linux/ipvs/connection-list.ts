import { formatEndpoint } from '../../net/packet';
import type { IpvsConnection, IpvsState, IpvsTemplate } from './service';

/** A line of /proc/net/ip_vs_conn: a connection, or a template, which has no port of a client. */
export interface ListedIpvsConnection {
  /** `TCP`; `IP` of a template that goes by a firewall mark (`ip_vs_proto_name`). */
  readonly protocol: string;
  readonly client: string;
  readonly virtual: string;
  readonly server: string;
  /** `SYN_RECV`; of a template `NONE` or `ASSURED` (`ip_vs_state_name`). */
  readonly state: string;
  /** Whole seconds until it is forgotten. */
  readonly seconds: number;
}

const NAMES: Readonly<Record<number, string>> = { 0: 'IP', 6: 'TCP', 17: 'UDP', 132: 'SCTP' };

type Ends = Pick<
  IpvsConnection | IpvsTemplate,
  'protocol' | 'client' | 'virtual' | 'virtualPort' | 'server' | 'serverPort' | 'expires'
>;

function listed(ends: Ends, clientPort: number, state: string, now: number): ListedIpvsConnection {
  return {
    protocol: NAMES[ends.protocol] ?? String(ends.protocol),
    client: formatEndpoint(ends.client, clientPort),
    virtual: formatEndpoint(ends.virtual, ends.virtualPort),
    server: formatEndpoint(ends.server, ends.serverPort),
    state,
    seconds: Math.floor((ends.expires - now) / 1000),
  };
}

/**
 * The entries `ipvsadm -Lnc` shows at a moment: connections and the templates of persistent services, in no order
 * (`ip_vs_conn_seq_show`, net/netfilter/ipvs/ip_vs_conn.c).
 * @param now milliseconds
 */
export function listIpvsConnections(state: IpvsState, now: number): ListedIpvsConnection[] {
  return [
    ...state.all(now).map((conn) => listed(conn, conn.clientPort, conn.state, now)),
    ...state.allTemplates(now).map((each) => listed(each, 0, each.assured ? 'ASSURED' : 'NONE', now)),
  ];
}
