import { phrase, type Phrase } from '../../lib/phrase';
import { contains, formatIp, parseCidr, sameIp, type IpAddress } from '../../net/ip';
import { formatEndpoint } from '../../net/packet';
import type { PastedConnection } from '../../paste/pasted-connections';
import type { FoundService } from '../../paste/pasted-types';
import type { EvidenceFinding } from './evidence-finding';

/** What is known beside connections that were pasted. */
export interface ConnectionSetting {
  readonly services: readonly FoundService[];
  /** Rules were pasted, too: a walk says more than an entry. */
  readonly hasRules: boolean;
  /** Of this command the next output is asked for. */
  readonly rulesBy: string;
  /** Addresses of endpoints and Pods as objects beside tell them, and those with a port, each `10.244.1.4:53`. */
  readonly told?: { readonly addresses: ReadonlySet<string>; readonly places: readonly string[] };
  /** True of a connection whose line is the event of its first packet: no answer can have come. */
  readonly isNew: (words: readonly string[]) => boolean;
  /** True of a connection whose line is an event of `conntrack -E`. */
  readonly isEvent: (words: readonly string[]) => boolean;
  /** True of a connection whose line is of a log of entries that were deleted. */
  readonly isDeleted?: (words: readonly string[]) => boolean;
}

/** An entry, what it proves, and the packet it is of. */
export interface EntryFinding extends EvidenceFinding {
  /** `10.244.2.14:41522 -> 10.96.0.10:53/udp`. */
  readonly flow: string;
}

/** More entries are a listing to be searched, not one that somebody asks about. */
const MOST_ENTRIES = 12;

/**
 * Findings that conntrack entries prove by themselves: whether the destination was translated, to whom, and whether anybody
 * answered (nf_conntrack(7): the reply tuple is what an answer must look like). Entries nobody answered come first; those that
 * were answered are told only where no rules were pasted.
 */
export function findOfConnections(
  connections: readonly PastedConnection[],
  setting: ConnectionSetting,
): readonly EntryFinding[] {
  const own = connections.filter((each) => each.by === 'conntrack' && setting.isDeleted?.(listWords(each)) !== true);
  const open = own.filter((each) => isOpen(each) || isHalf(each, setting));
  const wanted = setting.hasRules || open.length > 0 ? open : own.slice(0, MOST_ANSWERED);
  const once = new Map(wanted.map((each) => [listWords(each).join(' '), each]));
  return [...once.values()].slice(0, MOST_ENTRIES).map((each) => sayEntry(each, setting));
}

/** So many that work are told where none fails. */
const MOST_ANSWERED = 3;

/** The server's SYN+ACK came, and nothing of the client behind it (net/netfilter/nf_conntrack_proto_tcp.c: tcp_conntracks). */
function isHalf(connection: PastedConnection, { isEvent }: ConnectionSetting): boolean {
  // An event is of a moment: the next one may be of the client's answer.
  return connection.entry.tcpState === 'SYN_RECV' && !isOpen(connection) && !isEvent(listWords(connection));
}

const isOpen = ({ entry }: Pick<PastedConnection, 'entry'>): boolean => !entry.status.includes('SEEN_REPLY');

/** Service ranges that installers take by themselves. */
const RANGES: readonly (readonly [by: string, range: string])[] = [
  ['kubeadm, kind', '10.96.0.0/12'],
  ['k3s, RKE2', '10.43.0.0/16'],
  ['OpenShift, EKS', '172.30.0.0/16'],
  ['EKS', '172.20.0.0/16'],
  ['MicroK8s', '10.152.183.0/24'],
];

function findRange(address: IpAddress): string | undefined {
  const found = RANGES.find(([, range]) => {
    const cidr = parseCidr(range);
    return cidr.ok && cidr.value.address.family === address.family && contains(cidr.value, address);
  });
  return found && `${found[0]}: ${found[1]}`;
}

function sayEntry(connection: PastedConnection, setting: ConnectionSetting): EntryFinding {
  const { services, rulesBy } = setting;
  const { entry, original } = connection;
  const { original: sent, reply } = entry;
  const to = formatEndpoint(sent.dst, sent.dport);
  const service = services.find(
    ({ address, external = [], port, protocol }) =>
      port === original.port && protocol === original.protocol && [address, ...external].includes(original.to),
  );
  const range = service ? undefined : findRange(sent.dst);
  const isTranslated = !sameIp(reply.src, sent.dst) || reply.sport !== sent.dport;
  const values = {
    from: formatEndpoint(sent.src, sent.sport),
    to,
    leads: formatEndpoint(reply.src, reply.sport),
    source: sameIp(reply.dst, sent.src) ? 'kept' : formatEndpoint(reply.dst, reply.dport),
    service: service?.name ?? 'none',
    range: range ?? 'none',
    seconds: entry.timeout,
    seen: setting.isNew(listWords(connection)) ? 'new' : 'listed',
  };
  const isAsked = service !== undefined || range !== undefined;
  const kind = isTranslated ? 'translated' : isAsked ? 'untranslated' : 'plain';
  if (isHalf(connection, setting)) return sayHalf(connection, values);
  return {
    id: isOpen(connection) ? `conntrack-${kind}` : 'conntrack-answered',
    severity: isOpen(connection) ? 'warning' : 'info',
    says: isOpen(connection) ? sayOpen(kind, values) : phrase('evidence.entry.answered', { ...values, kind }),
    next: isOpen(connection)
      ? sayNext(kind, { original, rulesBy, leads: formatIp(reply.src), gone: findGone(reply, setting) })
      : phrase('evidence.next.answered'),
    words: listWords(connection),
    flow: `${values.from} -> ${to}/${original.protocol}`,
  };
}

function sayHalf(
  connection: PastedConnection,
  values: Readonly<Record<'from' | 'to' | 'leads' | 'source', string>>,
): EntryFinding {
  return {
    id: 'conntrack-half-open',
    severity: 'warning',
    says: phrase('evidence.entry.half-open', values),
    next: phrase('evidence.next.half-open', {
      leads: formatIp(connection.entry.reply.src),
      client: connection.original.from,
    }),
    words: listWords(connection),
    flow: `${values.from} -> ${values.to}/tcp`,
  };
}

/** So many endpoints are named. */
const MOST_NAMED = 4;

/** Endpoints of the same port that texts show, where the one an entry leads to is none of them; `none`: nothing tells that. */
function findGone(reply: PastedConnection['entry']['reply'], { told }: ConnectionSetting): string {
  if (!told || told.addresses.has(formatIp(reply.src))) return 'none';
  const own = [...new Set(told.places)].filter((place) => place.endsWith(`:${reply.sport}`));
  return own.slice(0, MOST_NAMED).join(', ') || 'none';
}

type EntryKind = 'translated' | 'untranslated' | 'plain';

function sayOpen(
  kind: EntryKind,
  values: Readonly<Record<'from' | 'to' | 'leads' | 'source' | 'service' | 'range' | 'seen', string>> & {
    seconds: number;
  },
): Phrase {
  switch (kind) {
    case 'translated':
      return phrase('evidence.entry.translated', values);
    case 'untranslated':
      return phrase('evidence.entry.untranslated', values);
    case 'plain':
      return phrase('evidence.entry.plain', values);
  }
}

function sayNext(
  kind: EntryKind,
  {
    original,
    rulesBy,
    leads,
    gone,
  }: Pick<PastedConnection, 'original'> & Readonly<Record<'rulesBy' | 'leads' | 'gone', string>>,
): Phrase {
  const { protocol, to, port } = original;
  switch (kind) {
    case 'translated':
      return phrase('evidence.next.translated', { leads, rules: rulesBy, protocol, to, port: String(port), gone });
    case 'untranslated':
      return phrase('evidence.next.untranslated', { protocol, to, port: String(port), rules: rulesBy });
    case 'plain':
      return phrase('evidence.next.plain', { to, rules: rulesBy });
  }
}

/** Words of the line an entry stands in. */
function listWords({ entry: { original }, original: { protocol } }: PastedConnection): readonly string[] {
  const ports = protocol === 'icmp' ? [] : [`sport=${original.sport}`, `dport=${original.dport}`];
  const named = protocol === 'icmp' ? [] : [protocol];
  return [...named, `src=${formatIp(original.src)}`, `dst=${formatIp(original.dst)}`, ...ports];
}
