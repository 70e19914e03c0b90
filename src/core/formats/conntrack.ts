import { phrase } from '../lib/phrase';
import type { ConntrackEntry, CtStatus, TcpCtState } from '../linux/conntrack/table';
import { formatIp, parseIp, sameIp, type IpAddress } from '../net/ip';
import type { Tuple } from '../net/packet';
import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import { type TextLine, joinWords, Words } from './lines/text-lines';

/** One direction of a listed connection. */
export interface ListedTuple {
  readonly src: IpAddress;
  readonly dst: IpAddress;
  /** `sport=…`, `type=8`, `packets=12` and so on, in order. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** A line of `conntrack -L`, `conntrack -E` or /proc/net/nf_conntrack. */
export interface ListedConnection {
  /** `[NEW]`, `[1417112345.123456] [UPDATE]`: what stands before it. */
  readonly event: string;
  /** `ipv4 2`, as /proc has it. */
  readonly network: string;
  readonly protocol: string;
  readonly number: number;
  /** Seconds; events of its end have none. */
  readonly timeout?: number;
  /** `ESTABLISHED`; only of protocols that have states. */
  readonly state?: string;
  readonly original: ListedTuple;
  readonly reply?: ListedTuple;
  /** No packet came back. */
  readonly unreplied: boolean;
  /** Everything behind the tuples: `[ASSURED]`, `mark=0`, `helper=ftp`, `zone=1`, in order. */
  readonly tail: readonly string[];
  /** A line behind it says that it is gone: a later event, or what `conntrack -D` printed. */
  readonly isDeleted?: true;
  readonly span: SourceSpan;
}

const LINE =
  /^((?:\[[\d.]+\]\s*)?(?:\[(?:NEW|UPDATE|DESTROY)\]\s*)?)(?:(ipv[46])\s+(\d+)\s+)?([a-z][\w-]{0,15})\s+(\d{1,3})\s+(?:(\d{1,10})\s+)?(?:([A-Z][A-Z_0-9]+)\s+)?(src=\S+ .*)$/;
const FOOTER = /^conntrack v[\d.]+ \(conntrack-tools\): (\d+) (?:flow entries|expectations) have been (\w+)/;
/** What people write before a line that they quote. */
const BEHIND_WORDS =
  /^.{1,120}?[\s:>"'`|]((?:tcp|udp|sctp|dccp|udplite|icmp|icmpv6|gre)\s+\d{1,3}\s+(?:\d{1,10}\s+)?(?:[A-Z][A-Z_0-9]{2,15}\s+)?src=\S{1,60} dst=.{1,600})$/;
/** `<client-ip>`, `CLIENT_IP`, `10.x.x.5`: what stands for an address that its writer did not want to show. */
const PLACEHOLDER = /^(?:<[^<>]{1,40}>|[A-Za-z][\w-]{1,40}|(?:[\dxXyYzZ*]{1,3}\.){3}[\dxXyYzZ*]{1,3})$/;
/** Addresses of examples (RFC 5737, RFC 3849) that are taken in their place. */
const STAND_INS = { ipv4: '198.51.100.', ipv6: '2001:db8:51::' } as const;
const MOST_STAND_INS = 200;
/** What belongs to a tuple; anything else begins the tail. */
const OF_TUPLE = /^(?:sport|dport|type|code|id|srckey|dstkey|packets|bytes|vtag-\w+|zone-orig|zone-reply)=/;

class ConntrackReader implements LineReader<readonly ListedConnection[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly connections: ListedConnection[] = [];
  private readonly standIns = new Map<string, string>();

  take(line: TextLine): boolean {
    const footer = FOOTER.exec(line.text);
    if (footer) {
      if (footer[2] === 'deleted') this.forget(Number(footer[1]));
      return true;
    }
    const found = LINE.exec(line.text) ?? LINE.exec(BEHIND_WORDS.exec(line.text)?.[1] ?? '');
    if (!found) return false;
    const [, event = '', network, networkNumber, protocol = '', number = '', timeout, state, rest = ''] = found;
    const words = new Words(this.withoutPlaceholders(rest, line));
    const original = readTuple(words);
    if (!original) {
      this.refuse(line);
      return false;
    }
    const unreplied = words.peek() === '[UNREPLIED]';
    if (unreplied) words.next();
    const hasReply = words.peek()?.startsWith('src=') === true;
    const reply = hasReply ? readTuple(words) : undefined;
    if (hasReply && !reply) {
      this.refuse(line);
      return false;
    }
    const tail = words.rest();
    this.connections.push({
      event: new Words(event).rest(),
      network: network === undefined ? '' : `${network} ${networkNumber}`,
      protocol,
      number: Number(number),
      ...(timeout === undefined ? {} : { timeout: Number(timeout) }),
      ...(state === undefined ? {} : { state }),
      original,
      ...(reply ? { reply } : {}),
      unreplied,
      tail: tail === '' ? [] : tail.split(' '),
      span: spanOfLine(line),
    });
    return true;
  }

  finish(): readonly ListedConnection[] {
    const ended = new Set<string>();
    return this.connections
      .toReversed()
      .map((each): ListedConnection => {
        const key = `${each.number} ${tupleText({ ...each.original, fields: each.original.fields.filter(isPort) })}`;
        if (each.event.includes('DESTROY')) ended.add(key);
        else if (each.event !== '' && ended.has(key)) return { ...each, isDeleted: true };
        return each;
      })
      .toReversed();
  }

  /** What `conntrack -D` printed stands above the line that counts it. */
  private forget(count: number): void {
    const from = Math.max(0, this.connections.length - count);
    for (const [at, each] of this.connections.slice(from).entries())
      this.connections[from + at] = { ...each, isDeleted: true };
  }

  /** The words with an address of examples for each placeholder, which is said; the same one for the same placeholder. */
  private withoutPlaceholders(words: string, line: TextLine): string {
    const family = /(?:src|dst)=[\da-f]*:/.test(words) ? 'ipv6' : 'ipv4';
    return words.replaceAll(/\b(src|dst)=(\S+)/g, (whole, end: string, text: string) => {
      if (parseIp(text).ok || !PLACEHOLDER.test(text)) return whole;
      const known = this.standIns.get(text);
      if (known === undefined && this.standIns.size >= MOST_STAND_INS) return whole;
      const address = known ?? `${STAND_INS[family]}${this.standIns.size + 1}`;
      if (known === undefined) {
        this.standIns.set(text, address);
        const message = phrase('formats.conntrack.placeholder', { words: text, address });
        this.diagnostics.push(lineNote('warning', 'assumed', message, line));
      }
      return `${end}=${address}`;
    });
  }

  private refuse(line: TextLine): void {
    const message = phrase('formats.conntrack.bad-address', { line: line.text.slice(0, 80) });
    this.diagnostics.push(lineNote('warning', 'invalid', message, line));
  }
}

/** `src=A dst=B sport=1 dport=2 packets=3 bytes=4`. */
function readTuple(words: Words): ListedTuple | undefined {
  const src = parseIp(words.next()?.replace('src=', '') ?? '');
  const dst = parseIp(words.next()?.replace('dst=', '') ?? '');
  const fields: [string, string][] = [];
  while (OF_TUPLE.test(words.peek() ?? '')) {
    const word = words.next() ?? '';
    const at = word.indexOf('=');
    fields.push([word.slice(0, at), word.slice(at + 1)]);
  }
  return src.ok && dst.ok ? { src: src.value, dst: dst.value, fields } : undefined;
}

function field({ fields }: ListedTuple, name: string): number | undefined {
  const found = fields.find(([key]) => key === name)?.[1];
  return found === undefined ? undefined : Number(found);
}

function makeTuple(tuple: ListedTuple, protocol: number): Tuple {
  const type = field(tuple, 'type');
  const sport = type === undefined ? field(tuple, 'sport') : field(tuple, 'id');
  const dport = type === undefined ? field(tuple, 'dport') : type * 256 + (field(tuple, 'code') ?? 0);
  return { protocol, src: tuple.src, dst: tuple.dst, sport: sport ?? 0, dport: dport ?? 0 };
}

/** A value of the tail: `mark=0`. */
export function tailValue({ tail }: ListedConnection, name: string): string | undefined {
  return tail.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** The entry as conntrack keeps it. Undefined: the line lacks the reply direction, or tells of its end. */
export function findEntry(listed: ListedConnection, id: number): ConntrackEntry | undefined {
  const { reply, original, number, unreplied, tail, state, timeout } = listed;
  if (!reply || listed.isDeleted || listed.event.includes('DESTROY')) return undefined;
  const status: CtStatus[] = [
    'CONFIRMED',
    ...(unreplied ? [] : (['SEEN_REPLY'] as const)),
    ...(tail.includes('[ASSURED]') ? (['ASSURED'] as const) : []),
    ...(sameIp(reply.dst, original.src) ? [] : (['SRC_NAT'] as const)),
    ...(sameIp(reply.src, original.dst) ? [] : (['DST_NAT'] as const)),
  ];
  return {
    id,
    zone: Number(tailValue(listed, 'zone') ?? field(original, 'zone-orig') ?? 0),
    original: makeTuple(original, number),
    reply: makeTuple(reply, number),
    status,
    ...(number === 6 && state !== undefined ? { tcpState: state as TcpCtState } : {}),
    timeout: timeout ?? 0,
    mark: Number(tailValue(listed, 'mark') ?? 0),
  };
}

const isPort = ([name]: readonly [name: string, value: string]): boolean =>
  ['sport', 'dport', 'type', 'id'].includes(name);

function tupleText({ src, dst, fields }: ListedTuple): string {
  return joinWords(
    `src=${formatIp(src)}`,
    `dst=${formatIp(dst)}`,
    ...fields.map(([name, value]) => `${name}=${value}`),
  );
}

function printLine(listed: ListedConnection): string {
  const { event, network, protocol, number, timeout, state, original, unreplied, reply, tail } = listed;
  const before = joinWords(event, network === '' ? '' : network.replace(' ', '     '));
  const line = joinWords(
    `${protocol.padEnd(8)} ${number}`,
    timeout === undefined ? '' : String(timeout),
    state,
    tupleText(original),
    unreplied ? '[UNREPLIED]' : '',
    reply && tupleText(reply),
    ...tail,
  );
  return `${joinWords(before, line)}\n`;
}

/** `conntrack -L`, `-E`, /proc/net/nf_conntrack: the connections a node knows. */
export const CONNTRACK = lineFormat({
  id: 'conntrack',
  title: 'conntrack -L',
  command: 'conntrack -L',
  hint: /\d\s+(?:[A-Z_0-9]+\s+)?src=\S+\s+dst=\S+/,
  reader: (): LineReader<readonly ListedConnection[]> => new ConntrackReader(),
  print: (connections) => connections.map(printLine).join(''),
  summary: (connections) => ({
    connections: connections.length,
    protocols: [...new Set(connections.map(({ protocol }) => protocol))],
  }),
});
