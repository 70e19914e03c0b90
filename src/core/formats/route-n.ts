import type { Route } from '../linux/routing/fib';
import { makeCidr, parseCidr, type Cidr, formatIp, parseIp, type IpAddress } from '../net/ip';
import type { Diagnostic, SourceSpan } from './format';
import { maskOfPrefix, prefixOfMask } from './links/link';
import { lineFormat, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

/** A row of `route -n` or `netstat -rn`. */
export interface RouteTableRow {
  readonly dst: Cidr;
  /** Undefined: on the link. */
  readonly gateway?: IpAddress;
  /** `UG`, `UH`, `!`. */
  readonly flags: string;
  readonly metric: number;
  /** The columns between the metric and the device. */
  readonly more: readonly string[];
  readonly dev: string;
  readonly span: SourceSpan;
}

const ROW4 = /^(\S+)\s+(\S+)\s+([\d.]{7,15})\s+([A-Z!]{1,8})\s+(\d{1,10})\s+(\d+)\s+(\d+)\s+(\S+)$/;
const ROW6 = /^(\S+\/\d{1,3})\s+(\S+)\s+(!?[A-Zn]{1,8})\s+(-?\d{1,10})\s+(\d+)\s+(\d+)\s+(\S+)$/;
const HEADER = /^(?:Kernel IP(?:v6)? routing table|Destination\s+(?:Gateway\s+Genmask|Next Hop)\b)/;

class RowReader implements LineReader<readonly RouteTableRow[]> {
  readonly diagnostics: readonly Diagnostic[] = [];
  private readonly rows: RouteTableRow[] = [];

  take(line: TextLine): boolean {
    if (HEADER.test(line.text)) return true;
    const row = readRow4(line) ?? readRow6(line);
    if (row) this.rows.push(row);
    return row !== undefined;
  }

  finish(): readonly RouteTableRow[] {
    return this.rows;
  }
}

/** The gateway of a row; 0.0.0.0, :: and * say that there is none. */
function getWay(via: string): Pick<RouteTableRow, 'gateway'> {
  const gateway = parseIp(via);
  return gateway.ok && gateway.value.words.some((word) => word !== 0) ? { gateway: gateway.value } : {};
}

function readRow4(line: TextLine): RouteTableRow | undefined {
  const [, to = '', via = '', mask = '', flags = '', metric, ref = '', use = '', dev = ''] = ROW4.exec(line.text) ?? [];
  const prefix = prefixOfMask(mask);
  const address =
    to === 'default' || to === 'link-local' ? parseIp(to === 'default' ? '0.0.0.0' : '169.254.0.0') : parseIp(to);
  if (prefix === undefined || !address.ok) return undefined;
  return {
    dst: makeCidr(address.value, prefix),
    ...getWay(via),
    flags,
    metric: Number(metric),
    more: [ref, use],
    dev,
    span: spanOfLine(line),
  };
}

function readRow6(line: TextLine): RouteTableRow | undefined {
  const [, to = '', via = '', flags = '', metric, ref = '', use = '', dev = ''] = ROW6.exec(line.text) ?? [];
  const dst = to.includes(':') ? parseCidr(to.replace('[', '').replace(']', '')) : undefined;
  if (!dst?.ok) return undefined;
  return {
    dst: dst.value,
    ...getWay(via),
    flags,
    metric: Number(metric),
    more: [ref, use],
    dev,
    span: spanOfLine(line),
  };
}

/** A row as the FIB has it; `!` refuses. */
export function routeOfRow({ dst, gateway, flags, metric, dev }: RouteTableRow): Route {
  return {
    table: 'main',
    type: flags.includes('!') ? 'unreachable' : 'unicast',
    dst,
    dev,
    ...(gateway ? { via: gateway } : {}),
    metric: Math.max(0, metric),
  };
}

const HEAD4 = 'Destination     Gateway         Genmask         Flags Metric Ref    Use Iface';
const HEAD6 = 'Destination                    Next Hop                   Flag Met Ref Use If';

function printRow({ dst, gateway, flags, metric, more, dev }: RouteTableRow): string {
  const [ref = '0', use = '0'] = more;
  const via = formatIp(gateway ?? { family: dst.address.family, words: dst.address.words.map(() => 0) });
  if (dst.address.family === 'ipv6') {
    const to = `${formatIp(dst.address)}/${dst.prefix}`;
    return `${to.padEnd(30)} ${via.padEnd(26)} ${flags.padEnd(4)} ${String(metric).padEnd(3)} ${ref.padEnd(3)} ${use} ${dev}`;
  }
  const columns = [formatIp(dst.address), via, maskOfPrefix(dst.prefix)].map((cell) => cell.padEnd(15)).join(' ');
  return `${columns} ${flags.padEnd(5)} ${String(metric).padEnd(6)} ${ref.padEnd(2)} ${use.padStart(7)} ${dev}`;
}

function print(rows: readonly RouteTableRow[]): string {
  const of = (family: 'ipv4' | 'ipv6'): RouteTableRow[] => rows.filter(({ dst }) => dst.address.family === family);
  const block = (title: string, head: string, part: readonly RouteTableRow[]): string[] =>
    part.length === 0 ? [] : [title, head, ...part.map(printRow)];
  return [
    ...block('Kernel IP routing table', HEAD4, of('ipv4')),
    ...block('Kernel IPv6 routing table', HEAD6, of('ipv6')),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** `route -n`, `netstat -rn`: the main table as net-tools prints it. */
export const ROUTE_N = lineFormat({
  id: 'route-n',
  title: 'route -n',
  command: 'route -n',
  hint: /Destination\s+(?:Gateway\s+Genmask|Next Hop)|\s(?:\d{1,3}\.){3}\d{1,3}\s+[A-Z!]{1,8}\s+\d+\s+\d+\s+\d+\s+\S|\/\d{1,3}\s+[0-9a-f:[\]]+\s+!?[A-Zn]{1,8}\s+-?\d+\s+\d+\s+\d+\s+\S/,
  reader: (): LineReader<readonly RouteTableRow[]> => new RowReader(),
  print,
  summary: (rows) => ({ routes: rows.length }),
});
