import { phrase } from '../lib/phrase';
import type { Route, RouteType } from '../linux/routing/fib';
import { formatCidr, parseCidr, formatIp, parseIp, type IpAddress, type IpFamily, type Cidr } from '../net/ip';
import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import { type TextLine, joinWords, Words } from './lines/text-lines';

/** A way out of a route: one `nexthop` line, or the route itself. */
interface NextHop {
  readonly via?: IpAddress;
  readonly dev?: string;
  readonly weight?: number;
  /** What else stands there: `onlink`. */
  readonly rest: string;
}

/** A line of `ip route`, with the `nexthop` lines below it. */
export interface ListedRoute {
  readonly type: RouteType;
  readonly dst: Cidr;
  /** As it was written: `default`, `10.0.0.1`, `10.0.0.0/8`. */
  readonly to: string;
  readonly via?: IpAddress;
  readonly dev?: string;
  /** `main` where the listing names none and no command above does. */
  readonly table: string;
  /** Is the table written in the line? */
  readonly tableWritten: boolean;
  readonly proto?: string;
  readonly scope?: string;
  readonly src?: IpAddress;
  readonly metric?: number;
  /** Between the prefix and its way: `nhid 7`, `from fd00::1`, `encap …`. */
  readonly before: string;
  /** Behind the rest: `onlink`, `mtu 1492 hoplimit 255`, `error -101`. */
  readonly rest: string;
  readonly hops: NextHop[];
  /** An answer of `ip route get`: the way to one address, not an entry of a table. */
  readonly isAnswer?: true;
  /** Indented lines below it: `cache expires 595sec mtu 1492`. */
  readonly below: string[];
  readonly span: SourceSpan;
}

/** What the line above a listing asked for: `ip -6 route show table 500`. */
interface RouteCommand {
  readonly family?: IpFamily;
  readonly table?: string;
  /** The command was `ip route get`: a way to one address. */
  readonly isOne?: true;
}

const COMMAND = /\bip((?:\s+-[\w-]+)*)\s+(?:ro?(?:u(?:t(?:e)?)?)?|ru(?:le?)?)\b(.*)$/;

/** Reads a prompt line with `ip route …` in it. Undefined: no such command. */
export function parseRouteCommand(text: string): RouteCommand | undefined {
  const found = COMMAND.exec(text.slice(0, 300));
  if (!found) return undefined;
  const [, options = '', words = ''] = found;
  const family = /-(?:6|f(?:amily)? inet6)/.test(options) ? 'ipv6' : undefined;
  const table = /(?:^|\s)t(?:a(?:b(?:le?)?)?)? (\S+)/.exec(words)?.[1];
  const isOne = /^\s+g(?:et?)?\s/.test(words);
  return {
    ...(family ? { family } : {}),
    ...(table === undefined || table === 'all' ? {} : { table }),
    ...(isOne ? { isOne } : {}),
  };
}

/** Words that stand between the prefix and its way, each with a value. */
const BEFORE: ReadonlySet<string> = new Set(['from', 'tos', 'dsfield', 'nhid']);
/** Without one of these a line with an address in front is something else. */
const WAYS = /\s(?:via|dev|scope|proto|metric|src|nhid|table|onlink|linkdown)\s?/;
const ROUTE =
  /^(?:(unicast|local|broadcast|anycast|multicast|unreachable|prohibit|blackhole|throw)\s+)?(default|[0-9a-f:.]+(?:\/\d{1,3})?)(?=\s|$)(.*)$/i;
const HOP = /^nexthop\s+(.*)$/;
const SCOPES: ReadonlySet<string> = new Set(['host', 'link', 'global']);

/** Words whose values were not understood: without them the route is another one. */
const WORDS: ReadonlySet<string> = new Set([
  'via',
  'dev',
  'table',
  'src',
  'metric',
  'scope',
  'proto',
  'nhid',
  'from',
  'tos',
]);

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

/** Addresses and routes that keepalived is to put in when it is the master (keepalived.conf(5)): nothing the kernel lists. */
const WANTED = /^(?:virtual_ipaddress(?:_excluded)?|virtual_routes|static_ipaddress|static_routes) ?\{$/;

class RouteReader implements LineReader<readonly ListedRoute[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly routes: ListedRoute[] = [];
  private asked: RouteCommand = {};
  private open: ListedRoute | undefined;
  /** A prefix alone on a line is a route only with next hops below it. */
  private bare: ListedRoute | undefined;
  readonly givenBack: number[] = [];
  private isWanted = false;

  take(line: TextLine): boolean {
    const { text } = line;
    if (this.isWanted || WANTED.test(text)) {
      this.isWanted = !text.startsWith('}');
      return false;
    }
    if (this.bare && !HOP.test(text)) this.giveBack(this.bare);
    if (text === '') return false;
    const asked = parseRouteCommand(text);
    if (asked) this.asked = asked;
    const taken = this.below(line) || this.route(line);
    if (!taken) {
      this.open = undefined;
      // Another command's output: what was asked above it is over.
      if (!asked && /^[#$>]|[#$>] \S/.test(text)) this.asked = {};
    }
    return taken;
  }

  private refuse(line: TextLine, word: string): boolean {
    const message = phrase('formats.ip-route.bad-prefix', { prefix: word });
    this.diagnostics.push(lineNote('warning', 'invalid', message, line, word));
    return false;
  }

  finish(): readonly ListedRoute[] {
    if (this.bare) this.giveBack(this.bare);
    return this.routes;
  }

  /** Such a route is the last one. */
  private giveBack({ span }: ListedRoute): void {
    this.routes.pop();
    this.givenBack.push(span.line);
    this.open = undefined;
    this.bare = undefined;
  }

  private below({ text, indent }: TextLine): boolean {
    const { open } = this;
    if (!open) return false;
    const hop = HOP.exec(text);
    const way = hop && readHop(hop[1] ?? '');
    if (way && (way.via ?? way.dev) !== undefined && !way.rest.split(' ').some((word) => WORDS.has(word))) {
      open.hops.push(way);
      this.bare = undefined;
    } else if (indent > 0 && /^(?:cache\b|via \S+ dev |mtu \d)/.test(text)) open.below.push(new Words(text).rest());
    else return false;
    return true;
  }

  private route(line: TextLine): boolean {
    const found = ROUTE.exec(line.text);
    if (!found) return false;
    const [, type, to = '', words = ''] = found;
    const isAlone = words === '' && type === undefined;
    const isMulti = isAlone && (to === 'default' || to.includes('/'));
    if (to !== 'default' && !/[.:]/.test(to)) return false;
    if (type === undefined && !WAYS.test(`${words} `) && !isMulti) return false;
    const read = readWords(words);
    const unread = read.rest.find((word) => WORDS.has(word));
    if (unread !== undefined) return this.refuse(line, unread);
    const family = getFamily(to, read, this.asked);
    const dst = to === 'default' ? parseCidr(family === 'ipv6' ? '::/0' : '0.0.0.0/0') : parseCidr(to);
    if (!dst.ok) return !isMulti && this.refuse(line, to);
    const { table, before, rest } = read;
    const made: { -readonly [Field in keyof ListedRoute]: ListedRoute[Field] } = {
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
    // One by one: a spread takes longer than all the reading, and there may be half a million routes.
    if (read.via) made.via = read.via;
    if (read.dev !== undefined) made.dev = read.dev;
    if (read.proto !== undefined) made.proto = read.proto;
    if (read.scope !== undefined) made.scope = read.scope;
    if (read.src) made.src = read.src;
    if (read.metric !== undefined) made.metric = read.metric;
    // The kernel tells whose lookup it was (inet_rtm_getroute()).
    if (this.asked.isOne || read.rest.includes('uid')) made.isAnswer = true;
    this.routes.push(made);
    this.open = made;
    if (isMulti && to !== 'default' && to !== '::/0') this.bare = made;
    return true;
  }
}

function readHop(text: string): NextHop {
  const { via, dev, rest } = readWords(text);
  const weight = rest[0] === 'weight' && /^\d{1,3}$/.test(rest[1] ?? '') ? Number(rest[1]) : undefined;
  const others = weight === undefined ? rest : rest.slice(2);
  return {
    ...(via ? { via } : {}),
    ...(dev === undefined ? {} : { dev }),
    ...(weight === undefined ? {} : { weight }),
    rest: others.join(' '),
  };
}

/** `via A dev D table T proto P scope S src A metric N …`, in any order; what cannot be read stays as it is. */
function readWords(text: string): Growing {
  const words = new Words(text);
  const read: Growing = { before: [], rest: [] };
  for (let word = words.next(); word !== undefined; word = words.next()) {
    if (word === '|') continue;
    if (word === 'via' && words.peek()?.startsWith('inet')) {
      const family = words.next() ?? '';
      if (readPair(read, word, words.peek())) words.next();
      else read.rest.push(word, family);
    } else if (readPair(read, word, words.peek())) words.next();
    else read.rest.push(word);
  }
  return read;
}

/** False: the word has no value that it could have. */
function readPair(read: Growing, word: string, value: string | undefined): boolean {
  if (value === undefined) return false;
  if (BEFORE.has(word)) {
    read.before.push(word, value);
    return true;
  }
  switch (word) {
    case 'dev':
    case 'table':
    case 'proto':
    case 'scope':
      if (read[word] !== undefined) return false;
      read[word] = value;
      return true;
    case 'via':
    case 'src':
      return readIp(read, word, value);
    case 'metric':
      if (!/^\d{1,10}$/.test(value) || read.metric !== undefined) return false;
      read.metric = Number(value);
      return true;
    default:
      return false;
  }
}

function readIp(read: Growing, word: 'via' | 'src', value: string): boolean {
  const address = parseIp(value);
  if (!address.ok || read[word]) return false;
  read[word] = address.value;
  return true;
}

/** `default` names no family: its gateway does, else what was asked for. */
function getFamily(to: string, { via, src, proto, rest }: Growing, asked: RouteCommand): IpFamily {
  if (to !== 'default') return to.includes(':') ? 'ipv6' : 'ipv4';
  const known = via ?? src;
  // Words only IPv6 routes have (rt6_fill_node).
  const six = proto === 'ra' || rest.includes('pref') || rest.includes('hoplimit') || rest.includes('error');
  return known?.family ?? asked.family ?? (six ? 'ipv6' : 'ipv4');
}

function printRoute(route: ListedRoute): string[] {
  // A default route that only the command above made one of IPv6 says so itself.
  const alone = getFamily(route.to, { ...route, before: [], rest: route.rest.split(' ') }, {});
  const isTold = route.to !== 'default' || alone === route.dst.address.family;
  const { type, to, via, dev, dst, table, tableWritten, proto, scope, src, metric } = route;
  const head = joinWords(
    type === 'unicast' ? '' : type,
    isTold ? to : formatCidr(dst),
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
  return [
    head,
    ...route.hops.map((hop) => `\t${printHop(hop, dst.address.family)}`),
    ...route.below.map((line) => `    ${line}`),
  ];
}

function viaFamily({ family }: IpAddress): string {
  return family === 'ipv6' ? 'inet6' : 'inet';
}

function printHop({ via, dev, weight, rest }: NextHop, family: IpFamily): string {
  return joinWords(
    'nexthop',
    via && joinWords('via', via.family === family ? '' : viaFamily(via), formatIp(via)),
    dev === undefined ? '' : `dev ${dev}`,
    weight === undefined ? '' : `weight ${weight}`,
    rest,
  );
}

/** A listed route as the FIB has it. */
export function makeRoute(listed: ListedRoute): Route {
  const { type, dst, table, src, metric, scope, via, dev, hops } = listed;
  const tos = /(?:^|\s)(?:tos|dsfield) (0x[0-9a-f]{1,2}|\d{1,3})\b/i.exec(listed.before)?.[1];
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
    ...(hops.length > 0 ? { nexthops: hops.map(({ rest: _rest, ...way }) => way) } : {}),
  };
}

/** `ip route`, of one table or all of them, of either family. */
export const IP_ROUTE = lineFormat({
  id: 'ip-route',
  title: 'ip route',
  command: 'ip route',
  hint: /[ \t](?<=(?:default|[0-9a-f.:]{2}|\/\d{1,3})[ \t]{1,20})(?:via|dev|scope|proto|nhid|metric)[ \t]|^[ \t]*(?:blackhole|unreachable|prohibit|throw)[ \t]+[\da-f]|^[ \t]+nexthop[ \t]/m,
  reader: (): LineReader<readonly ListedRoute[]> => new RouteReader(),
  print: (routes) => routes.flatMap((route) => printRoute(route).map((line) => `${line}\n`)).join(''),
  summary: (routes) => ({
    routes: routes.length,
    tables: [...new Set(routes.map(({ table }) => table))],
  }),
});
