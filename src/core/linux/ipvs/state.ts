import { tupleKey, type Tuple } from '../../net/tuple';
import type { IpAddress } from '../../net/ip';
import type { Precedence } from './list-order';
import type { IpvsServer } from './types';

/** The head of a kernel's list, which is no server. */
export const LIST_HEAD = '';

/** A connection the director knows (struct ip_vs_conn). */
export interface IpvsConnection {
  readonly protocol: number;
  readonly client: IpAddress;
  readonly clientPort: number;
  readonly virtual: IpAddress;
  readonly virtualPort: number;
  readonly server: IpAddress;
  readonly serverPort: number;
  readonly forward: IpvsServer['forward'];
  /** The keys of its service and of the server there. */
  readonly service: string;
  readonly destination: string;
  /** The persistence template that controls it. */
  readonly template?: string;
  /** IP_VS_CONN_F_NFCT: netfilter's conntrack follows it. */
  conntrack: boolean;
  /** IP_VS_CONN_F_NOOUTPUT: no answer was seen on the way back (forwarding methods other than masq). */
  noOutput: boolean;
  /** `SYN_RECV`, `ESTABLISHED`, `UDP` … as `ipvsadm -Lnc` prints it. */
  state: string;
  /** Counted in ActiveConn, not in InActConn. */
  active: boolean;
  /** When it is forgotten, in milliseconds of {@link NetnsState.now}. */
  expires: number;
}

/** What keeps a client with its server (IP_VS_CONN_F_TEMPLATE). */
export interface IpvsTemplate {
  readonly service: string;
  /** The key of the server. */
  readonly server: string;
  expires: number;
}

/** Servers that a destination address was given to, newest first (struct ip_vs_dest_set). */
export interface DestinationSet {
  readonly servers: readonly string[];
  /** Milliseconds. */
  readonly lastModified: number;
}

/** What a scheduler remembers of one service. Everything absent: nothing is known of its past. */
export interface SchedulerMemory {
  /** The server chosen last: where rr and wrr go on; `LIST_HEAD`: at the beginning of the list. */
  last?: string;
  /** wrr: the weight servers must have in this pass. */
  currentWeight?: number;
  /** wrr in a list of unknown order: the servers of this pass so far, and whether it began before them. */
  pass?: { readonly seen: readonly string[]; readonly begunBefore: boolean };
  /** rr in a list of unknown order: the servers as they followed each other. */
  turn?: readonly string[];
  /** What choices among equals showed of a list of unknown order. */
  precedes?: readonly Precedence[];
  /** sh, dh, mh with a list of unknown order: who turned out to own a place of the table. */
  readonly places: Map<number, string>;
  /** lblc, lblcr: by destination address. */
  readonly destinations: Map<string, DestinationSet>;
}

/** Nothing is known of a service's past. */
export function newMemory(): SchedulerMemory {
  return { destinations: new Map(), places: new Map() };
}

const inTuple = (conn: IpvsConnection): Tuple => ({
  protocol: conn.protocol,
  src: conn.client,
  sport: conn.clientPort,
  dst: conn.virtual,
  dport: conn.virtualPort,
});

/** The tuple its answers come with: from the server, or, where answers do not come back here, from the service. */
function outTuple(conn: IpvsConnection): Tuple {
  const masq = conn.forward === 'masq';
  return {
    protocol: conn.protocol,
    src: masq ? conn.server : conn.virtual,
    sport: masq ? conn.serverPort : conn.virtualPort,
    dst: conn.client,
    dport: conn.clientPort,
  };
}

/** Connections and templates of one namespace (net/netfilter/ipvs/ip_vs_conn.c). */
export class IpvsState {
  private readonly byIn = new Map<string, IpvsConnection>();
  private readonly byOut = new Map<string, IpvsConnection>();
  private readonly byService = new Map<string, Set<IpvsConnection>>();
  readonly templates = new Map<string, IpvsTemplate>();
  private readonly memories = new Map<string, SchedulerMemory>();

  /** A packet from a client to a service (`ip_vs_conn_in_get`). */
  findIn(tuple: Tuple, now: number): IpvsConnection | undefined {
    return this.unlessOver(this.byIn.get(tupleKey(tuple)), now);
  }

  /** A packet from a server to a client (`ip_vs_conn_out_get`). */
  findOut(tuple: Tuple, now: number): IpvsConnection | undefined {
    return this.unlessOver(this.byOut.get(tupleKey(tuple)), now);
  }

  private unlessOver(conn: IpvsConnection | undefined, now: number): IpvsConnection | undefined {
    if (!conn || conn.expires > now) return conn;
    this.remove(conn);
    return undefined;
  }

  add(conn: IpvsConnection): void {
    this.byIn.set(tupleKey(inTuple(conn)), conn);
    this.byOut.set(tupleKey(outTuple(conn)), conn);
    const same = this.byService.get(conn.service) ?? new Set();
    this.byService.set(conn.service, same.add(conn));
  }

  remove(conn: IpvsConnection): void {
    const keys = [tupleKey(inTuple(conn)), tupleKey(outTuple(conn))] as const;
    if (this.byIn.get(keys[0]) === conn) this.byIn.delete(keys[0]);
    if (this.byOut.get(keys[1]) === conn) this.byOut.delete(keys[1]);
    this.byService.get(conn.service)?.delete(conn);
  }

  /** All connections that are not over yet. */
  all(now: number): IpvsConnection[] {
    return [...this.byIn.values()].filter(({ expires }) => expires > now);
  }

  /** The connections of a service that are not over yet. */
  ofService(service: string, now: number): IpvsConnection[] {
    return [...(this.byService.get(service) ?? [])].filter(({ expires }) => expires > now);
  }

  memory(service: string): SchedulerMemory {
    const known = this.memories.get(service);
    if (known) return known;
    const made = newMemory();
    this.memories.set(service, made);
    return made;
  }

  /** An independent copy: what one run changes, another must not see. `memory`: all but the connections. */
  clone(what: 'all' | 'memory' = 'all'): IpvsState {
    const copy = new IpvsState();
    if (what === 'all') for (const conn of this.byIn.values()) copy.add({ ...conn });
    for (const [key, template] of this.templates) copy.templates.set(key, { ...template });
    for (const [key, memory] of this.memories) {
      copy.memories.set(key, {
        ...memory,
        destinations: new Map(memory.destinations),
        places: new Map(memory.places),
      });
    }
    return copy;
  }
}
