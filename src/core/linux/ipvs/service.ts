import { once, type Memo } from '../../lib/memo';
import { formatIp, type IpAddress } from '../../net/ip';
import { invariant } from '../../lib/result';
import { formatEndpoint, tupleKey, type Tuple } from '../../net/packet';
import type { Precedence } from './scheduler';

/** A real server of a virtual service (struct ip_vs_dest). */
export interface IpvsServer {
  readonly address: IpAddress;
  readonly port: number;
  /** 0: takes no new connections. */
  readonly weight: number;
  /** The weight it had before it became 0 (dest->last_weight): keeps its places in the table of `mh`. Absent: none. */
  readonly lastWeight?: number;
  /** How packets reach it; kube-proxy always masquerades (IP_VS_CONN_F_MASQ). */
  readonly forward: 'masq' | 'route' | 'tunnel' | 'local' | 'bypass';
  /** Connections it had when it was listed (ActiveConn, InActConn); absent: none. */
  readonly connections?: { readonly active: number; readonly inactive: number };
}

/** A virtual service (struct ip_vs_service): what `ipvsadm -Ln` lists as one line with its servers. */
export interface IpvsService {
  /** IPPROTO number; absent for a service of a firewall mark. */
  readonly protocol?: number;
  readonly address?: IpAddress;
  readonly port?: number;
  readonly fwmark?: number;
  /** `rr`: a module ip_vs_rr. */
  readonly scheduler: string;
  /** `-b` of ipvsadm: scheduler flags (`sh-port`, `mh-port`, `sh-fallback`, `mh-fallback`). */
  readonly flags?: readonly string[];
  /** Seconds a client stays with its server; absent: not persistent. */
  readonly persistentSeconds?: number;
  /** Prefix length of the client's address that persistence goes by; absent: 32 or 128. */
  readonly netmask?: number;
  /** In the order of the kernel's list, which is newest first (`list_add_rcu` in `__ip_vs_update_dest`), unless unordered. */
  readonly servers: readonly IpvsServer[];
  /** Nobody told the order of the kernel's list: `servers` are some permutation of it. */
  readonly unordered?: true;
  /** Nothing was scheduled since it was made: its scheduler stands at the beginning of the list. */
  readonly fresh?: true;
}

/** All virtual services of one namespace. */
export interface IpvsTable {
  readonly services: readonly IpvsService[];
  /** `ipvsadm --set`: seconds of established TCP connections, of those in FIN_WAIT, of UDP; 0: the kernel's own. */
  readonly timeouts?: { readonly tcp: number; readonly tcpFin: number; readonly udp: number } | undefined;
}

const NAMES: Readonly<Record<number, string>> = { 6: 'TCP', 17: 'UDP', 132: 'SCTP' };

/** `TCP 10.96.0.10:80`, `FWM 7`: as `ipvsadm -Ln` begins the line of a service. */
export function serviceKey({ fwmark, protocol = 0, address, port = 0 }: IpvsService): string {
  if (fwmark !== undefined) return `FWM ${fwmark}`;
  invariant(address, 'a virtual service has an address or a firewall mark');
  return `${NAMES[protocol] ?? protocol} ${formatEndpoint(address, port)}`;
}

/** `10.244.1.5:8080`. */
export function serverKey({ address, port }: IpvsServer): string {
  return formatEndpoint(address, port);
}

const indexOf = once(
  (table: IpvsTable): ReadonlyMap<string, IpvsService> =>
    new Map(table.services.map((service) => [serviceKey(service), service] as const)),
);

/** A service by its key, as connections remember it. */
export function serviceByKey(table: IpvsTable, key: string, memo: Memo): IpvsService | undefined {
  return indexOf(table, memo).get(key);
}

export const FTP_PORT = 21;
export const FTP_DATA_PORT = 20;

/**
 * The service a packet is for: by its mark, else by protocol, address and port. A TCP packet to a
 * high port may be data of an FTP service; the last resort is a service for all ports
 * (net/netfilter/ipvs/ip_vs_ctl.c `ip_vs_service_find`).
 */
export function findService(
  table: IpvsTable,
  wanted: { readonly protocol: number; readonly address: IpAddress; readonly port: number; readonly mark: number },
  memo: Memo,
): IpvsService | undefined {
  const { protocol, address, port, mark } = wanted;
  const index = indexOf(table, memo);
  const marked = mark === 0 ? undefined : index.get(`FWM ${mark}`);
  if (marked && marked.servers.every((server) => server.address.family === address.family)) return marked;
  const at = (number: number): string => `${NAMES[protocol] ?? protocol} ${formatEndpoint(address, number)}`;
  const maybeFtpData = protocol === 6 && (port === FTP_DATA_PORT || port >= 1024);
  return index.get(at(port)) ?? (maybeFtpData ? index.get(at(FTP_PORT)) : undefined) ?? index.get(at(0));
}

/** The real server a connection or a template was bound to, if it is still there (IP_VS_DEST_F_AVAILABLE). */
export function findServer(service: IpvsService | undefined, key: string): IpvsServer | undefined {
  return service?.servers.find((server) => serverKey(server) === key);
}

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
  /** The key of the persistence template that controls it. */
  template?: string;
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

/**
 * A template (IP_VS_CONN_F_TEMPLATE), which keeps a client with its server: a connection of its own in the kernel's
 * table, without a port of a client.
 */
export interface IpvsTemplate {
  /** IPPROTO number; 0 where it goes by a firewall mark. */
  readonly protocol: number;
  /** The client's network. */
  readonly client: IpAddress;
  /** The service's address, or its firewall mark in the place of one. */
  readonly virtual: IpAddress;
  /** 0 for FTP, services for all ports and marks. */
  readonly virtualPort: number;
  readonly server: IpAddress;
  readonly serverPort: number;
  /** The keys of its service and of the server there. */
  readonly service: string;
  readonly destination: string;
  /** A connection of it was answered (IP_VS_CTPL_S_ASSURED). */
  assured: boolean;
  /** Milliseconds it is kept from a new connection on: the service's, or a minute once connections had to hold it. */
  timeout: number;
  /** Milliseconds of {@link NetnsState.now}. */
  expires: number;
}

/** Key of a template (`ip_vs_ct_in_get`). */
export function templateKey({
  protocol,
  client,
  virtual,
  virtualPort,
}: Pick<IpvsTemplate, 'protocol' | 'client' | 'virtual' | 'virtualPort'>): string {
  return `${protocol} ${formatIp(client)} ${formatIp(virtual)} ${virtualPort}`;
}

/** Port of a template that holds no more (`ip_vs_check_template`). */
const NO_TEMPLATE_PORT = 0xffff;
/** How long a template is kept that connections hang on when its time is over (`ip_vs_conn_expire`). */
const HELD_MS = 60_000;

/** Servers that a destination address was given to, newest first (struct ip_vs_dest_set). */
export interface DestinationSet {
  readonly servers: readonly string[];
  /** Milliseconds. */
  readonly lastModified: number;
}

/** Memory of a scheduler for one service. Everything absent: nothing is known of its past. */
export interface SchedulerMemory {
  /** The server chosen last: where rr and wrr go on; `LIST_HEAD`: at the beginning of the list. */
  last?: string;
  /** wrr: the weight servers must have in this pass. */
  currentWeight?: number;
  /** wrr in a list of unknown order: the servers of this pass so far, and whether it began before them. */
  pass?: { readonly seen: readonly string[]; readonly begunBefore: boolean };
  /** rr in a list of unknown order: the servers as they followed each other. */
  turn?: readonly string[];
  /** Order of two servers that choices among equals showed, in a list of unknown order. */
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
  private readonly templates = new Map<string, IpvsTemplate>();
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
    if (conn.template !== undefined) this.findTemplate(conn.template, now);
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

  /** Forgets where the schedulers stand, as before the first connection. */
  forgetTurns(): void {
    this.memories.clear();
  }

  /** No packet made it know a connection. */
  get isEmpty(): boolean {
    return this.byIn.size === 0;
  }

  /** All connections that are not over yet. */
  all(now: number): IpvsConnection[] {
    return [...this.byIn.values()].filter(({ expires }) => expires > now);
  }

  /** The connections of a service that are not over yet. */
  ofService(service: string, now: number): IpvsConnection[] {
    const all = this.byService.get(service);
    if (!all) return [];
    // Whether a template is held by one that is over now was perhaps not asked yet.
    for (const conn of all) if (conn.expires <= now && conn.template === undefined) this.remove(conn);
    return [...all].filter(({ expires }) => expires > now);
  }

  addTemplate(template: IpvsTemplate): string {
    const key = templateKey(template);
    this.templates.set(key, template);
    return key;
  }

  /**
   * A template that is not over yet. While connections hang on it when its time is over it is kept, a minute at a time,
   * and a minute is its time from then on (`ip_vs_conn_expire`).
   */
  findTemplate(key: string, now: number): IpvsTemplate | undefined {
    const template = this.templates.get(key);
    if (!template) return undefined;
    for (; template.expires <= now; template.expires += HELD_MS) {
      if (!this.isHeld(key, template)) {
        this.templates.delete(key);
        return undefined;
      }
      template.timeout = HELD_MS;
    }
    return template;
  }

  private isHeld(key: string, { service, expires }: IpvsTemplate): boolean {
    const own = this.byService.get(service) ?? [];
    return [...own].some((conn) => conn.template === key && conn.expires > expires);
  }

  /** All templates that are not over yet. */
  allTemplates(now: number): IpvsTemplate[] {
    return [...this.templates.keys()].flatMap((key) => this.findTemplate(key, now) ?? []);
  }

  /**
   * A template whose server takes no more: nothing finds it any longer, and it stays until its time is over, with its
   * connections (`ip_vs_check_template`).
   */
  invalidateTemplate(key: string): void {
    const template = this.templates.get(key);
    if (!template) return;
    this.templates.delete(key);
    let gone = `${key} gone`;
    while (this.templates.has(gone)) gone += ' again';
    this.templates.set(gone, { ...template, virtualPort: NO_TEMPLATE_PORT, serverPort: NO_TEMPLATE_PORT });
    for (const conn of this.byService.get(template.service) ?? []) if (conn.template === key) conn.template = gone;
  }

  /** The templates of a server, or of all servers of a service, go at once. */
  removeTemplates(service: string, destination?: string): void {
    for (const [key, template] of this.templates) {
      const isOf = template.service === service && (destination ?? template.destination) === template.destination;
      if (isOf) this.templates.delete(key);
    }
  }

  memory(service: string): SchedulerMemory {
    const known = this.memories.get(service);
    if (known) return known;
    const made = newMemory();
    this.memories.set(service, made);
    return made;
  }

  /** An independent copy: what one run changes, another must not see. */
  clone(): IpvsState {
    const copy = new IpvsState();
    for (const conn of this.byIn.values()) copy.add({ ...conn });
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
