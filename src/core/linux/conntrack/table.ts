import { type Tuple, tupleKey } from '../../net/packet';
import { sameIp } from '../../net/ip';
import { sameItems } from '../../lib/memo';
import type { Bounds } from '../skb';
import type { TcpTracking } from './tcp-window';

/** How much one direction has carried; packets here have no payload, so bytes are known between bounds. */
export interface Carried {
  packets: number;
  bytes: Bounds;
}

/** A conntrack zone as a packet is given it: for both directions or for one (struct nf_conntrack_zone). */
export interface Zone {
  readonly id: number;
  readonly direction?: CtDirection;
}

/** The zone id that applies in a direction (`nf_ct_zone_id`). */
function zoneId({ id, direction }: Zone, of: CtDirection): number {
  return direction === undefined || direction === of ? id : 0;
}

/** The zone of an entry. */
export function makeZone({ zone, zoneDirection }: Pick<LiveEntry, 'zone' | 'zoneDirection'>): Zone {
  return { id: zone, ...(zoneDirection ? { direction: zoneDirection } : {}) };
}

/** A connection while packets pass (struct nf_conn). Mutable; traces keep {@link snapshot}s of it. */
export interface LiveEntry {
  readonly id: number;
  readonly zone: number;
  /** The zone counts in this direction only; the other is in zone 0. Absent: in both. */
  readonly zoneDirection?: CtDirection;
  readonly original: Tuple;
  reply: Tuple;
  mark: number;
  /** Seconds until it is forgotten if no further packet comes. */
  timeout: number;
  /** When that is, in milliseconds since the run began. */
  expires: number;
  /** Packets and bytes of each direction, this one's included (nf_conn_acct). */
  readonly carried: Readonly<Record<CtDirection, Carried>>;
  /** UDP: when a connection that was answered counts as a stream (`stream_ts`). */
  streamAt?: number;
  /** Helper that CT --helper named: a program that expects connections. */
  helper?: string;
  /** The helper that was assumed to have expected this connection. */
  expectedBy?: string;
  readonly status: Set<CtStatus>;
  /** IPS_SRC_NAT_DONE, IPS_DST_NAT_DONE: nat has decided for this kind of manip. */
  srcNatDone: boolean;
  dstNatDone: boolean;
  tcp?: TcpTracking;
  sctpState?: string;
  /** An INIT-ACK told the verification tag of the original direction. */
  sctpTagKnown?: boolean;
  /** The out device MASQUERADE bound the connection to. */
  masqueradeDevice?: string;
}

/** A tuple as found in the table: which connection, and in which of its directions. */
export interface TupleHash {
  readonly entry: LiveEntry;
  readonly direction: CtDirection;
}

const nothing = (): Carried => ({ packets: 0, bytes: { min: 0, max: 0 } });

const keyOf = (zone: number, tuple: Tuple): string => `${zone} ${tupleKey(tuple)}`;

const SECOND = 1000;
/** A packet may bring the end of a connection forward: each is looked at so often, milliseconds. */
const LOOK_EVERY = 10_000;

/** The connections of one namespace (net/netfilter/nf_conntrack_core.c). */
export class ConntrackTable {
  private readonly hashes = new Map<string, TupleHash>();
  private readonly confirmed = new Set<LiveEntry>();
  /** By source of the original direction, newest first: what keeps a client's port for other destinations. */
  private readonly bySource = new Map<string, LiveEntry[]>();
  private nextId = 1;
  /** How many connections with a helper were ever confirmed. */
  private helpers = 0;
  /** By second: the connections that are looked at then; a packet may have put off their end, or brought it forward. */
  private readonly due = new Map<number, LiveEntry[]>();
  /** The second up to which all were looked at. */
  private looked = 0;
  /** Entries that packets on other processors are about to confirm: no lookup finds them yet. */
  private rivals: LiveEntry[] = [];
  /** `nf_conntrack_max`; absent: more than there will ever be. */
  most: number | undefined;

  /**
   * Both directions of confirmed connections are found (`nf_conntrack_find_get`), each in the zone that counts
   * for it; a zone of one direction is asked for both (`resolve_normal_ct`).
   */
  lookup(asked: Zone | number, tuple: Tuple): TupleHash | undefined {
    const zone = typeof asked === 'number' ? { id: asked } : asked;
    const ids = new Set([zoneId(zone, 'original'), zoneId(zone, 'reply')]);
    for (const id of ids) {
      const found = this.hashes.get(keyOf(id, tuple));
      if (found && zoneId(zone, found.direction) === id) return found;
    }
    return undefined;
  }

  /** A connection that is not yet in the table: it enters when its packet leaves or is delivered. */
  create(zone: Zone, original: Tuple, reply: Tuple): LiveEntry {
    return {
      id: this.nextId++,
      zone: zone.id,
      ...(zone.direction ? { zoneDirection: zone.direction } : {}),
      original,
      reply,
      mark: 0,
      timeout: 0,
      expires: 0,
      carried: { original: nothing(), reply: nothing() },
      status: new Set(),
      srcNatDone: false,
      dstNatDone: false,
    };
  }

  /** Puts a connection in (`__nf_conntrack_confirm`). False: another owns one of its tuples, the packet is lost. */
  confirm(entry: LiveEntry): boolean {
    if (entry.status.has('DYING')) return false;
    const keys = listKeys(entry);
    if (keys.some((key) => this.hashes.has(key))) return false;
    const rival = this.rivals.map(listKeys).find((own) => own.some((key) => keys.includes(key)));
    if (rival && !sameItems(rival, keys)) return false;
    entry.status.add('CONFIRMED');
    this.confirmed.add(entry);
    this.hashes.set(keys[0], { entry, direction: 'original' });
    this.hashes.set(keys[1], { entry, direction: 'reply' });
    this.lookLater(entry, entry.expires - entry.timeout * SECOND);
    if (entry.helper !== undefined) this.helpers++;
    const source = sourceKey(entry.zone, entry.original);
    this.bySource.set(source, [entry, ...(this.bySource.get(source) ?? [])]);
    return true;
  }

  /**
   * Another processor confirms a connection before the next packet of this copy does. One that is translated alike takes
   * it as its own (`nf_ct_resolve_clash`), another is lost.
   */
  raceWith(entry: LiveEntry): void {
    this.rivals.push(entry);
  }

  /** Has it no room for another connection (`__nf_conntrack_alloc`)? */
  get isFull(): boolean {
    return this.most !== undefined && this.size >= this.most;
  }

  /** Forgets a connection (`nf_ct_kill`). */
  kill(entry: LiveEntry): void {
    entry.status.add('DYING');
    if (!entry.status.has('CONFIRMED')) return;
    this.confirmed.delete(entry);
    for (const key of listKeys(entry)) this.hashes.delete(key);
    const source = sourceKey(entry.zone, entry.original);
    this.bySource.set(
      source,
      (this.bySource.get(source) ?? []).filter((other) => other !== entry),
    );
  }

  /** Connections past their time are gone (`nf_ct_gc_expired`, before each lookup). */
  expire(now: number): void {
    const second = Math.floor(now / SECOND);
    if (second - this.looked > this.due.size) {
      const passed = [...this.due.keys()].filter((each) => each <= second);
      for (const each of passed) this.lookAt(each, now);
    } else for (let each = this.looked; each <= second; each++) this.lookAt(each, now);
    this.looked = Math.max(this.looked, second);
  }

  private lookAt(second: number, now: number): void {
    const entries = this.due.get(second);
    if (!entries) return;
    this.due.delete(second);
    for (const entry of entries) {
      if (entry.status.has('DYING')) continue;
      if (entry.expires <= now) this.kill(entry);
      else this.lookLater(entry, now);
    }
  }

  private lookLater(entry: LiveEntry, now: number): void {
    const second = Math.floor(Math.min(entry.expires, now + LOOK_EVERY) / SECOND);
    const same = this.due.get(second);
    if (same) same.push(entry);
    else this.due.set(second, [entry]);
  }

  /** How many connections there are. */
  get size(): number {
    return this.confirmed.size;
  }

  /** Connections made by the same source address and port, newest first (`nf_nat_bysource`). */
  fromSource(zone: number, original: Tuple): readonly LiveEntry[] {
    return this.bySource.get(sourceKey(zone, original)) ?? [];
  }

  /** Does a connection other than `ignored` own the tuple (`nf_conntrack_tuple_taken`)? */
  isTaken(tuple: Tuple, ignored: LiveEntry): boolean {
    const zone = makeZone(ignored);
    const found = this.hashes.get(keyOf(zoneId(zone, 'reply'), tuple));
    if (found && zoneId(makeZone(found.entry), found.direction) !== zoneId(zone, found.direction)) return false;
    if (!found || found.entry === ignored) return false;
    return tupleKey(found.entry.original) !== tupleKey(ignored.original);
  }

  /** A connection between the same two hosts that has a helper: it may expect others. */
  withHelper({ src, dst }: Tuple): LiveEntry | undefined {
    if (this.helpers === 0) return undefined;
    return this.entries().find(({ helper, original, reply }) => {
      const ends = [original.src, original.dst, reply.src, reply.dst];
      return helper !== undefined && ends.some((end) => sameIp(end, src)) && ends.some((end) => sameIp(end, dst));
    });
  }

  /** Every confirmed connection, oldest first. */
  entries(): LiveEntry[] {
    return [...this.confirmed];
  }

  /** An independent copy: what one run changes, another must not see. */
  clone(): ConntrackTable {
    const copy = new ConntrackTable();
    copy.nextId = this.nextId;
    copy.most = this.most;
    for (const entry of this.entries()) copy.confirm(copyOf(entry));
    copy.rivals = [...this.rivals];
    return copy;
  }

  /** Takes in a connection like one of another table, between other ends. False: one of its tuples is taken. */
  adopt(entry: LiveEntry, own: Pick<LiveEntry, 'original' | 'reply' | 'expires'>): boolean {
    return this.confirm({ ...copyOf(entry), ...own, id: this.nextId++ });
  }
}

function listKeys(entry: LiveEntry): readonly [original: string, reply: string] {
  const zone = makeZone(entry);
  return [keyOf(zoneId(zone, 'original'), entry.original), keyOf(zoneId(zone, 'reply'), entry.reply)];
}

const sourceKey = (zone: number, { protocol, src, sport }: Tuple): string =>
  `${zone} ${protocol} ${src.words.join('.')}:${sport}`;

function copyOf(entry: LiveEntry): LiveEntry {
  return {
    ...entry,
    status: new Set(entry.status),
    carried: { original: { ...entry.carried.original }, reply: { ...entry.carried.reply } },
    ...(entry.tcp ? { tcp: structuredTcp(entry.tcp) } : {}),
  };
}

function structuredTcp(tcp: TcpTracking): TcpTracking {
  return { ...tcp, seen: [{ ...tcp.seen[0] }, { ...tcp.seen[1] }] };
}

const STATUS_ORDER = ['SEEN_REPLY', 'ASSURED', 'CONFIRMED', 'SRC_NAT', 'DST_NAT', 'DYING'] as const;

/** The entry as it is now, for a reader. */
export function snapshot(entry: LiveEntry): ConntrackEntry {
  return {
    id: entry.id,
    zone: entry.zone,
    original: entry.original,
    reply: entry.reply,
    status: STATUS_ORDER.filter((status) => entry.status.has(status)),
    ...(entry.tcp ? { tcpState: entry.tcp.state } : {}),
    timeout: entry.timeout,
    mark: entry.mark,
  };
}

/** The clock, and the namespace's net.netfilter.nf_conntrack_*_timeout_* in seconds. */
export interface Timer {
  /** Milliseconds since the run began. */
  readonly now: number;
  readonly seconds: (name: string, fallback: number) => number;
}

/** A packet gives the connection another so many seconds (`nf_ct_refresh_acct`). */
export function refresh(entry: LiveEntry, seconds: number, { now }: Timer): void {
  entry.timeout = seconds;
  entry.expires = now + seconds * 1000;
}

/** Whole seconds it has left; one that is not in the table yet has none (`nf_ct_expires`). */
export function secondsLeft(entry: LiveEntry, now: number): number {
  if (!entry.status.has('CONFIRMED')) return 0;
  return Math.max(0, Math.floor((entry.expires - now) / 1000));
}

/** ctstate as `-m conntrack --ctstate` names it. */
export type CtState = 'NEW' | 'ESTABLISHED' | 'RELATED' | 'INVALID' | 'UNTRACKED';
export type CtDirection = 'original' | 'reply';

/** The bits of enum ip_conntrack_status that rules or people can see. */
export type CtStatus = 'SEEN_REPLY' | 'ASSURED' | 'CONFIRMED' | 'SRC_NAT' | 'DST_NAT' | 'DYING';

/** enum tcp_conntrack, spelled as `conntrack -L` prints it. */
export type TcpCtState =
  | 'NONE'
  | 'SYN_SENT'
  | 'SYN_SENT2'
  | 'SYN_RECV'
  | 'ESTABLISHED'
  | 'FIN_WAIT'
  | 'CLOSE_WAIT'
  | 'LAST_ACK'
  | 'TIME_WAIT'
  | 'CLOSE';

/** One connection as a reader sees it (struct nf_conn). The simulator's own entry has more; a trace keeps these. */
export interface ConntrackEntry {
  readonly id: number;
  readonly zone: number;
  readonly original: Tuple;
  readonly reply: Tuple;
  readonly status: readonly CtStatus[];
  readonly tcpState?: TcpCtState;
  /** Seconds until it is forgotten if no further packet comes. */
  readonly timeout: number;
  readonly mark: number;
}
