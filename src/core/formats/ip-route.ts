import { phrase } from '../lib/phrase';
import type { Route, RouteType } from '../linux/routing/types';
import { parseCidr } from '../net/cidr';
import { formatIp, parseIp, type IpAddress, type IpFamily } from '../net/ip';
import type { Diagnostic } from './format';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';
import { joinWords, Words } from './lines/words';
import { askedBy } from './routes/asked';
import type { Asked, ListedRoute, NextHop } from './routes/types';

/** Words that stand between the prefix and its way, each with a value. */
const BEFORE: ReadonlySet<string> = new Set(['from', 'tos', 'dsfield', 'nhid']);
const FLAGS: ReadonlySet<string> = new Set([
  'onlink',
  'linkdown',
  'dead',
  'pervasive',
  'offload',
  'trap',
  'rt_trap',
  'notify',
]);
/** Without one of these a line with an address in front is something else. */
const WAYS = /\s(?:via|dev|scope|proto|metric|src|nhid|table|onlink|linkdown)\s?/;
const ROUTE =
  /^(?:(unicast|local|broadcast|anycast|multicast|unreachable|prohibit|blackhole|throw)\s+)?(default|[0-9a-f:.]+(?:\/\d{1,3})?)(?=\s|$)(.*)$/i;
const HOP = /^nexthop\s+(.*)$/;
const SCOPES: ReadonlySet<string> = new Set(['host', 'link', 'global']);

/** A route while its words are read. */
interface Growing {
  via?: IpAddress;
  dev?: string;
  table?: string;
  proto?: string;
  scope?: string;
  src?: IpAddress;
  metric?: number;
  before: string[];
  rest: string[];
}

class RouteReader implements LineReader<readonly ListedRoute[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly routes: ListedRoute[] = [];
  private asked: Asked = {};
  private open: ListedRoute | undefined;

  take(line: TextLine): boolean {
    const { text } = line;
    if (text === '') return false;
    const asked = askedBy(text);
    if (asked) this.asked = asked;
    const taken = this.below(line) || this.route(line);
    if (!taken) {
      this.open = undefined;
      // Another command's output: what was asked above it is over.
      if (!asked && /^[#$>]|[#$>] \S/.test(text)) this.asked = {};
    }
    return taken;
  }

  finish(): readonly ListedRoute[] {
    return this.routes;
  }

  private below({ text, indent }: TextLine): boolean {
    const { open } = this;
    if (!open) return false;
    const hop = HOP.exec(text);
    if (hop) open.hops.push(readHop(hop[1] ?? ''));
    else if (indent > 0 && /^(?:cache\b|via \S+ dev |mtu \d)/.test(text)) open.below.push(new Words(text).rest());
    else return false;
    return true;
  }

  private route(line: TextLine): boolean {
    const found = ROUTE.exec(line.text);
    if (!found) return false;
    const [, type, to = '', words = ''] = found;
    const isMulti = to === 'default' && words === '';
    if (to !== 'default' && !/[.:]/.test(to)) return false;
    if (type === undefined && !WAYS.test(`${words} `) && !isMulti) return false;
    const read = readWords(words);
    const family = familyOf(to, read, this.asked);
    const dst = to === 'default' ? parseCidr(family === 'ipv6' ? '::/0' : '0.0.0.0/0') : parseCidr(to);
    if (!dst.ok) {
      const message = phrase('formats.ip-route.bad-prefix', { prefix: to });
      this.diagnostics.push(lineNote('warning', 'invalid', message, line, to));
      return false;
    }
    const { table, before, rest, ...known } = read;
    const made: ListedRoute = {
      ...known,
      type: (type?.toLowerCase() ?? 'unicast') as RouteType,
      dst: dst.value,
      to,
      table: table ?? this.asked.table ?? 'main',
      tableWritten: table !== undefined,
      before: before.join(' '),
      rest: rest.join(' '),
      hops: [],
      below: [],
      span: spanOfLine(line),
    };
    this.routes.push(made);
    this.open = made;
    return true;
  }
}

function readHop(text: string): NextHop {
  const { via, dev, rest } = readWords(text);
  const at = rest.indexOf('weight');
  const weight = at < 0 ? undefined : Number(rest[at + 1]);
  const others = at < 0 ? rest : rest.toSpliced(at, 2);
  return {
    ...(via ? { via } : {}),
    ...(dev === undefined ? {} : { dev }),
    ...(weight !== undefined && Number.isFinite(weight) ? { weight } : {}),
    rest: others.join(' '),
  };
}

/** `via A dev D table T proto P scope S src A metric N …`, in any order. */
function readWords(text: string): Growing {
  const words = new Words(text);
  const read: Growing = { before: [], rest: [] };
  for (let word = words.next(); word !== undefined; word = words.next()) {
    if (FLAGS.has(word)) read.rest.push(word);
    else if (BEFORE.has(word)) read.before.push(word, words.next() ?? '');
    else if (!readPair(read, word, words)) read.rest.push(word);
  }
  return read;
}

function readPair(read: Growing, word: string, words: Words): boolean {
  switch (word) {
    case 'via':
      return readVia(read, words);
    case 'dev':
      read.dev = words.next() ?? '';
      return true;
    case 'table':
    case 'proto':
    case 'scope':
      read[word] = words.next() ?? '';
      return true;
    case 'src': {
      const src = parseIp(words.next() ?? '');
      if (src.ok) read.src = src.value;
      return true;
    }
    case 'metric': {
      const metric = Number(words.next());
      if (Number.isFinite(metric)) read.metric = metric;
      return true;
    }
    default:
      return false;
  }
}

/** `via 10.0.0.1`, `via inet6 fe80::1`. */
function readVia(read: Growing, words: Words): boolean {
  const family = words.peek();
  if (family === 'inet6' || family === 'inet') words.next();
  const via = parseIp(words.next() ?? '');
  if (via.ok) read.via = via.value;
  return true;
}

/** `default` names no family: its gateway does, else what was asked for. */
function familyOf(to: string, { via, src, proto, rest }: Growing, asked: Asked): IpFamily {
  if (to !== 'default') return to.includes(':') ? 'ipv6' : 'ipv4';
  const known = via ?? src;
  // Words only IPv6 routes have (rt6_fill_node).
  const six = proto === 'ra' || rest.includes('pref') || rest.includes('hoplimit') || rest.includes('error');
  return known?.family ?? asked.family ?? (six ? 'ipv6' : 'ipv4');
}

function printRoute(route: ListedRoute): string[] {
  const { type, to, via, dev, dst, table, tableWritten, proto, scope, src, metric } = route;
  const head = joinWords(
    type === 'unicast' ? '' : type,
    to,
    route.before,
    via && joinWords('via', via.family === dst.address.family ? '' : viaFamily(via), formatIp(via)),
    dev === undefined ? '' : `dev ${dev}`,
    tableWritten ? `table ${table}` : '',
    proto === undefined ? '' : `proto ${proto}`,
    scope === undefined ? '' : `scope ${scope}`,
    src && `src ${formatIp(src)}`,
    metric === undefined ? '' : `metric ${metric}`,
    route.rest,
  );
  return [head, ...route.hops.map((hop) => `\t${printHop(hop)}`), ...route.below.map((line) => `    ${line}`)];
}

function viaFamily({ family }: IpAddress): string {
  return family === 'ipv6' ? 'inet6' : 'inet';
}

function printHop({ via, dev, weight, rest }: NextHop): string {
  return joinWords(
    'nexthop',
    via && `via ${formatIp(via)}`,
    dev === undefined ? '' : `dev ${dev}`,
    weight === undefined ? '' : `weight ${weight}`,
    rest,
  );
}

/** A listed route as the FIB has it. */
export function routeOf(listed: ListedRoute): Route {
  const { type, dst, table, src, metric, scope, via, dev, hops } = listed;
  const tos = /(?:^|\s)(?:tos|dsfield) (0x[0-9a-f]+|\d+)/i.exec(listed.before)?.[1];
  return {
    table,
    type,
    dst,
    ...(via ? { via } : {}),
    ...(dev === undefined ? {} : { dev }),
    ...(src ? { src } : {}),
    ...(scope !== undefined && SCOPES.has(scope) ? { scope: scope as 'host' } : {}),
    ...(metric === undefined ? {} : { metric }),
    ...(tos === undefined ? {} : { tos: Number(tos) }),
    ...(hops.length > 0 ? { nexthops: hops.map(({ rest: _, ...way }) => way) } : {}),
  };
}

/** `ip route`, of one table or all of them, of either family. */
export const IP_ROUTE = lineFormat({
  id: 'ip-route',
  title: 'ip route',
  command: 'ip route',
  hint: /(?:^|[ \t])(?:default|[0-9a-f:.]{2,}(?:\/\d{1,3})?)[ \t]+(?:via|dev|scope|proto|nhid|metric)[ \t]|^[ \t]*(?:blackhole|unreachable|prohibit|throw) \S|^[ \t]+nexthop /im,
  reader: (): LineReader<readonly ListedRoute[]> => new RouteReader(),
  print: (routes) => routes.flatMap((route) => printRoute(route).map((line) => `${line}\n`)).join(''),
  summary: (routes) => ({
    routes: routes.length,
    tables: [...new Set(routes.map(({ table }) => table))],
  }),
});
