import { tupleKey, type Tuple } from '../../net/tuple';
import type { TcpTracking } from './tcp';
import type { ConntrackEntry, CtDirection, CtStatus } from './types';

/** A connection while packets pass (struct nf_conn). Mutable; traces keep {@link snapshot}s of it. */
export interface LiveEntry {
  readonly id: number;
  readonly zone: number;
  readonly original: Tuple;
  reply: Tuple;
  mark: number;
  /** Seconds until it is forgotten if no further packet comes. */
  timeout: number;
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

const keyOf = (zone: number, tuple: Tuple): string => `${zone} ${tupleKey(tuple)}`;

/** The connections of one namespace (net/netfilter/nf_conntrack_core.c). */
export class ConntrackTable {
  private readonly hashes = new Map<string, TupleHash>();
  private readonly confirmed = new Set<LiveEntry>();
  /** By source of the original direction, newest first: what keeps a client's port for other destinations. */
  private readonly bySource = new Map<string, LiveEntry[]>();
  private nextId = 1;

  /** Both directions of confirmed connections are found (`nf_conntrack_find_get`). */
  lookup(zone: number, tuple: Tuple): TupleHash | undefined {
    return this.hashes.get(keyOf(zone, tuple));
  }

  /** A connection that is not yet in the table: it enters when its packet leaves or is delivered. */
  create(zone: number, original: Tuple, reply: Tuple): LiveEntry {
    return {
      id: this.nextId++,
      zone,
      original,
      reply,
      mark: 0,
      timeout: 0,
      status: new Set(),
      srcNatDone: false,
      dstNatDone: false,
    };
  }

  /** Puts a connection in (`__nf_conntrack_confirm`). False: another owns one of its tuples, the packet is lost. */
  confirm(entry: LiveEntry): boolean {
    if (entry.status.has('DYING')) return false;
    const keys = [keyOf(entry.zone, entry.original), keyOf(entry.zone, entry.reply)] as const;
    if (keys.some((key) => this.hashes.has(key))) return false;
    entry.status.add('CONFIRMED');
    this.confirmed.add(entry);
    this.hashes.set(keys[0], { entry, direction: 'original' });
    this.hashes.set(keys[1], { entry, direction: 'reply' });
    const source = sourceKey(entry.zone, entry.original);
    this.bySource.set(source, [entry, ...(this.bySource.get(source) ?? [])]);
    return true;
  }

  /** Forgets a connection (`nf_ct_kill`). */
  kill(entry: LiveEntry): void {
    entry.status.add('DYING');
    if (!entry.status.has('CONFIRMED')) return;
    this.confirmed.delete(entry);
    this.hashes.delete(keyOf(entry.zone, entry.original));
    this.hashes.delete(keyOf(entry.zone, entry.reply));
    const source = sourceKey(entry.zone, entry.original);
    this.bySource.set(
      source,
      (this.bySource.get(source) ?? []).filter((other) => other !== entry),
    );
  }

  /** Connections made by the same source address and port, newest first (`nf_nat_bysource`). */
  fromSource(zone: number, original: Tuple): readonly LiveEntry[] {
    return this.bySource.get(sourceKey(zone, original)) ?? [];
  }

  /** Does a connection other than `ignored` own the tuple (`nf_conntrack_tuple_taken`)? */
  isTaken(tuple: Tuple, ignored: LiveEntry): boolean {
    const found = this.lookup(ignored.zone, tuple);
    if (!found || found.entry === ignored) return false;
    return tupleKey(found.entry.original) !== tupleKey(ignored.original);
  }

  /** Every confirmed connection, oldest first. */
  entries(): LiveEntry[] {
    return [...this.confirmed];
  }

  /** An independent copy: what one run changes, another must not see. */
  clone(): ConntrackTable {
    const copy = new ConntrackTable();
    copy.nextId = this.nextId;
    for (const entry of this.entries()) {
      copy.confirm({
        ...entry,
        status: new Set(entry.status),
        ...(entry.tcp ? { tcp: structuredTcp(entry.tcp) } : {}),
      });
    }
    return copy;
  }
}

const sourceKey = (zone: number, { protocol, src, sport }: Tuple): string =>
  `${zone} ${protocol} ${src.words.join('.')}:${sport}`;

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
