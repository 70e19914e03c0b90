import type { Diagnostic, SourceSpan } from './format';
import { IP_ADDRESS, type ListedLink } from './ip-address';
import { IP_ROUTE, type ListedRoute } from './ip-route';
import { lineFormat, type LineFormat, type LineReader, spanOfLine } from './lines/line-format';
import { isObject, type JsonBlock, JsonBlocks } from './lines/json-blocks';
import { joinWords, LONGEST_LINE, type TextLine } from './lines/text-lines';

type Fields = JsonBlock['value'];

/** An object of `ip -j`, as the listing without `-j` would have it. */
export interface ListedIpObject {
  readonly object: Fields;
  readonly links: readonly ListedLink[];
  readonly routes: readonly ListedRoute[];
  readonly span: SourceSpan;
}

/** A name, a number or an address; anything else is not what `ip` prints there. */
function word(value: unknown): string | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return /^\S{1,100}$/.test(text) ? text : undefined;
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const objects = (value: unknown): readonly Fields[] => list(value).filter(isObject);
const words = (value: unknown): readonly string[] => list(value).flatMap((each) => word(each) ?? []);

/** `mtu 1500`; nothing where the field is not there. */
function pair(name: string, value: unknown): string {
  const own = word(value);
  return own === undefined ? '' : `${name} ${own}`;
}

const isLink = ({ ifname, flags, addr_info: addresses }: Fields): boolean =>
  /^[^\s:@]{1,40}$/.test(word(ifname) ?? ' ') && (Array.isArray(flags) || Array.isArray(addresses));

/** Neighbours have a `dst` and a `dev` too, and a state. */
const isRoute = (value: Fields): boolean =>
  word(value['dst']) !== undefined &&
  !('state' in value) &&
  !('lladdr' in value) &&
  ['dev', 'gateway', 'via', 'nexthops', 'type', 'scope'].some((field) => field in value);

/** `ip -d -j`: what the kind of a device, and the bridge it is a port of, say: `bridge_slave hairpin on`. */
function printDetail(kind: unknown, data: unknown, suffix = ''): readonly string[] {
  const name = word(kind);
  if (name === undefined) return [];
  const said = Object.entries(isObject(data) ? data : {}).map(([key, value]) =>
    pair(key, typeof value === 'boolean' ? (value ? 'on' : 'off') : value),
  );
  return [joinWords(`${name}${suffix}`, ...said)];
}

/** Lines of a device: `print_linkinfo()` of ip/ipaddress.c. */
function linkLines(link: Fields): readonly string[] {
  const below =
    word(link['link']) ?? (word(link['link_index']) === undefined ? undefined : `if${word(link['link_index'])}`);
  const at = `${word(link['ifname'])}${below === undefined ? '' : `@${below}`}`;
  const { linkinfo } = link;
  const info = isObject(linkinfo) ? linkinfo : {};
  return [
    joinWords(
      `${word(link['ifindex']) ?? 0}: ${at}: <${words(link['flags']).join(',')}>`,
      pair('mtu', link['mtu']),
      pair('qdisc', link['qdisc']),
      pair('master', link['master']),
      pair('state', link['operstate']),
    ),
    joinWords(pair('link', link['link_type']).replace(' ', '/'), word(link['address']), pair('brd', link['broadcast'])),
    ...printDetail(info['info_kind'], info['info_data']),
    ...printDetail(info['info_slave_kind'], info['info_slave_data'], '_slave'),
    ...objects(link['addr_info']).map(addressLine),
  ].filter((line) => line !== '');
}

/** `address` is the other end of a point-to-point link (`print_addrinfo()`). */
function addressLine({ family, local, address, prefixlen, broadcast, scope, label }: Fields): string {
  const own =
    word(address) === undefined
      ? `${word(local)}/${word(prefixlen)}`
      : `${word(local)} peer ${word(address)}/${word(prefixlen)}`;
  return joinWords(
    family === 'inet6' ? 'inet6' : 'inet',
    own,
    pair('brd', broadcast),
    pair('scope', scope),
    word(label),
  );
}

/** A way, of a route or of one of its next hops (`print_rta_gateway()` of ip/iproute.c). */
function printWay({ gateway, via, dev, weight, flags }: Fields): string {
  const other = isObject(via) ? joinWords('via', word(via['family']), word(via['host'])) : '';
  return joinWords(pair('via', gateway), other, pair('dev', dev), pair('weight', weight), ...words(flags));
}

/** Lines of a route: `print_route()` of ip/iproute.c. */
function routeLines(route: Fields): readonly string[] {
  const { flags, ...way } = route;
  const hops = objects(route['nexthops']).map((hop) => `nexthop ${printWay(hop)}`);
  const type = word(route['type']);
  const head = joinWords(
    type === 'unicast' ? '' : type,
    word(route['dst']),
    printWay(way),
    ...(['table', 'protocol', 'scope', 'prefsrc', 'metric'] as const).map((field) => pair(CALLED[field], route[field])),
    ...words(flags),
  );
  return [head, ...hops];
}

const CALLED = { table: 'table', protocol: 'proto', scope: 'scope', prefsrc: 'src', metric: 'metric' } as const;

class IpJsonReader implements LineReader<readonly ListedIpObject[]> {
  readonly readsLong = true;
  readonly diagnostics: Diagnostic[] = [];
  private readonly json = new JsonBlocks((value) => isLink(value) || isRoute(value));

  get givenBack(): readonly number[] {
    return this.json.givenBack;
  }

  take(line: TextLine): boolean {
    return this.json.take(line);
  }

  finish(): readonly ListedIpObject[] {
    this.json.finish();
    return this.json.blocks.flatMap((block) => this.listed(block));
  }

  private listed({ value, lines: [first] }: JsonBlock): readonly ListedIpObject[] {
    if (!first) return [];
    const links = isLink(value) ? this.readBy(IP_ADDRESS, linkLines(value), first) : [];
    const routes = isLink(value) ? [] : this.readBy(IP_ROUTE, routeLines(value), first);
    return [{ object: value, links, routes, span: spanOfLine(first) }];
  }

  /** As if the lines stood where the object stands. */
  private readBy<T>(format: LineFormat<string, readonly T[]>, texts: readonly string[], first: TextLine): readonly T[] {
    const reader = format.reader();
    for (const [at, text] of texts.entries())
      if (text.length <= LONGEST_LINE) reader.take({ ...first, text, indent: at === 0 ? 0 : 4 });
    const read = reader.finish();
    this.diagnostics.push(...reader.diagnostics);
    return read;
  }
}

/** `ip -j addr`, `ip -j link`, `ip -j route`, also with `-p` and `-d`: the listings as JSON. */
export const IP_JSON = lineFormat({
  id: 'ip-json',
  title: 'ip -j addr / link / route',
  command: 'ip -j addr; ip -j route',
  hint: /"(?:ifname|dst)"\s*:\s*"/,
  reader: (): LineReader<readonly ListedIpObject[]> => new IpJsonReader(),
  print: (listed) => listed.map(({ object }) => `${JSON.stringify(object)}\n`).join(''),
  summary: (listed) => ({
    devices: listed.reduce((sum, { links }) => sum + links.length, 0),
    routes: listed.reduce((sum, { routes }) => sum + routes.length, 0),
  }),
});
