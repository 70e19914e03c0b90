import { formatIp, parseIp, type IpAddress } from '../net/ip';
import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

type Protocol = 'tcp' | 'udp';

/** A socket that waits for packets, as ss(8) or netstat(8) lists it. */
export interface ListeningSocket {
  readonly proto: Protocol;
  /** `0.0.0.0` and `::`: any of the family; absent: any address. */
  readonly ip?: IpAddress;
  /** SO_BINDTODEVICE: `127.0.0.53%lo`. */
  readonly device?: string;
  readonly port: number;
  /** Absent: it was not asked for (`-p`). */
  readonly process?: string;
}

/** One listing: what its protocols do not show in it does not listen. */
export interface SocketListing {
  readonly protocols: readonly Protocol[];
  readonly sockets: readonly ListeningSocket[];
  readonly span: SourceSpan;
}

/** iproute2 misc/ss.c: Netid stands there where several kinds of sockets were asked for. */
const SS = /^(Netid\s+)?State\s+Recv-Q\s+Send-Q\s+Local Address:Port\s+Peer Address:Port/;
/** net-tools netstat.c. */
const NETSTAT = /^Proto\s+Recv-Q\s+Send-Q\s+Local Address\s+Foreign Address\s+State/;
const ROW_OF_SS = /^(?:(\w+)\s+)?(LISTEN|UNCONN|[A-Z][A-Z0-9-]+)\s+\d+\s+\d+\s+(\S+)\s+\S+(.*)$/;
const ROW_OF_NETSTAT = /^(tcp|udp)(6?)\s+\d+\s+\d+\s+(\S+)\s+\S+(.*)$/;

interface Growing {
  readonly isSeveral: boolean;
  readonly isNetstat: boolean;
  /** Kinds that have a row that listens. */
  readonly kinds: Set<string>;
  readonly sockets: ListeningSocket[];
  readonly span: SourceSpan;
}

class SocketReader implements LineReader<readonly SocketListing[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly listings: Growing[] = [];
  private open: Growing | undefined;

  take(line: TextLine): boolean {
    const { text } = line;
    const head = SS.exec(text);
    if (head || NETSTAT.test(text)) {
      const span = spanOfLine(line);
      this.open = { isSeveral: head?.[1] !== undefined, isNetstat: !head, kinds: new Set(), sockets: [], span };
      this.listings.push(this.open);
      return true;
    }
    if (this.open && this.row(this.open, text)) return true;
    this.open = undefined;
    return false;
  }

  finish(): readonly SocketListing[] {
    return this.listings.map(({ isSeveral, kinds, sockets, span }) => ({
      protocols: listProtocols(isSeveral, kinds),
      sockets,
      span,
    }));
  }

  private row(open: Growing, text: string): boolean {
    if (open.isNetstat) {
      const [, proto, six, place = '', rest = ''] = ROW_OF_NETSTAT.exec(text) ?? [];
      if (proto === undefined) return false;
      const listens = proto === 'udp' ? !/\bESTABLISHED\b/.test(rest) : /\bLISTEN\b/.test(rest);
      if (listens) add(open, proto, place.startsWith(':::') && six === '6' ? `*${place.slice(2)}` : place, rest);
      return true;
    }
    const [, kind, state = '', place = '', rest = ''] = ROW_OF_SS.exec(text) ?? [];
    const proto = open.isSeveral ? kind : state === 'LISTEN' ? 'tcp' : 'udp';
    if (proto === undefined || (!open.isSeveral && kind !== undefined)) return false;
    if (state === 'LISTEN' || state === 'UNCONN') add(open, proto, place, rest);
    return true;
  }
}

function add({ kinds, sockets }: Growing, proto: string, place: string, rest: string): void {
  kinds.add(proto);
  if (proto !== 'tcp' && proto !== 'udp') return;
  const socket = placed(place);
  if (!socket) return;
  const process = /users:\(\("([^"]{1,64})"|\s\d+\/([^\s:"]{1,64})/.exec(rest);
  const name = process?.[1] ?? process?.[2];
  sockets.push({ proto, ...socket, ...(name === undefined ? {} : { process: name }) });
}

/** `*:22`, `0.0.0.0:22`, `[::1]:631`, `127.0.0.53%lo:53`; undefined where the port is a name (without `-n`). */
function placed(place: string): Pick<ListeningSocket, 'ip' | 'device' | 'port'> | undefined {
  const at = place.lastIndexOf(':');
  const port = Number(place.slice(at + 1));
  if (at < 0 || !Number.isInteger(port) || port < 1 || port > 65_535) return undefined;
  const [host = '', device] = place.slice(0, at).replaceAll(/[[\]]/g, '').split('%');
  const bound = device === undefined ? {} : { device };
  if (host === '*') return { ...bound, port };
  const address = parseIp(host.replace(/^::ffff:(?=\d+\.)/i, ''));
  return address.ok ? { ip: address.value, ...bound, port } : undefined;
}

/** Of several kinds asked for, where only these two have rows, both were: `ss -lntu`. */
function listProtocols(isSeveral: boolean, kinds: ReadonlySet<string>): readonly Protocol[] {
  const both = ['tcp', 'udp'] as const;
  const isOnlyThese = kinds.size > 0 && [...kinds].every((kind) => kind === 'tcp' || kind === 'udp');
  return both.filter((proto) => kinds.has(proto) || (isSeveral && isOnlyThese));
}

function printListing({ sockets }: SocketListing): string {
  const rows = sockets.map(({ proto, ip, device, port, process }) => {
    const host = ip === undefined ? '*' : ip.family === 'ipv6' ? `[${formatIp(ip)}]` : formatIp(ip);
    const peer = ip === undefined ? '*:*' : ip.family === 'ipv4' ? '0.0.0.0:*' : '[::]:*';
    const local = `${host}${device === undefined ? '' : `%${device}`}:${port}`;
    const users = process === undefined ? '' : ` users:(("${process}"))`;
    return `${proto} ${proto === 'tcp' ? 'LISTEN' : 'UNCONN'} 0 0 ${local} ${peer}${users}\n`;
  });
  return `Netid State Recv-Q Send-Q Local Address:Port Peer Address:Port\n${rows.join('')}`;
}

/** `ss -lntu`, `netstat -lntu`: what listens on a machine. */
export const LISTENING_SOCKETS = lineFormat({
  id: 'listening-sockets',
  title: 'ss -l',
  command: 'ss -lntu',
  hint: /^[ \t]*(?:(?:Netid\s+)?State\s+Recv-Q|Proto\s+Recv-Q)/m,
  reader: (): LineReader<readonly SocketListing[]> => new SocketReader(),
  print: (listings) => listings.map(printListing).join('\n'),
  summary: (listings) => ({ sockets: listings.reduce((sum, { sockets }) => sum + sockets.length, 0) }),
});
