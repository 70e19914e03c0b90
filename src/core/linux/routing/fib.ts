import { contains, maskWords } from '../../net/cidr';
import { bitsOf, isMulticast, type IpAddress, type IpFamily } from '../../net/ip';
import type { Netns } from '../netns';
import { routesOf } from './derived-routes';
import type { Route, RouteType, RoutingRule } from './types';

export { routesOf } from './derived-routes';

/** What a lookup asks with (struct flowi4, flowi6). */
interface FlowKey {
  readonly dst: IpAddress;
  readonly src?: IpAddress;
  readonly iif?: string;
  /** Only routes over this device. */
  readonly oif?: string;
  readonly mark?: number;
}

/** The three rules every namespace starts with. */
const DEFAULT_RULES: readonly RoutingRule[] = [
  { priority: 0, lookup: 'local' },
  { priority: 32766, lookup: 'main' },
  { priority: 32767, lookup: 'default' },
];

interface PrefixGroup {
  readonly prefix: number;
  readonly mask: readonly number[];
  readonly byNetwork: Map<string, Route[]>;
}

/** One table of one family, longest prefix first. */
type FibTable = readonly PrefixGroup[];

interface Fib {
  readonly rules: readonly RoutingRule[];
  readonly tables: ReadonlyMap<string, FibTable>;
}

const FIBS = new WeakMap<Netns, Fib>();

const networkKey = (words: readonly number[], mask: readonly number[]): string =>
  words.map((word, i) => (word & (mask[i] ?? 0)) >>> 0).join('.');

function tableOf(routes: readonly Route[]): FibTable {
  const groups = new Map<number, PrefixGroup>();
  for (const route of routes) {
    const { prefix, address } = route.dst;
    let group = groups.get(prefix);
    if (!group) groups.set(prefix, (group = { prefix, mask: maskWords(address.family, prefix), byNetwork: new Map() }));
    const key = networkKey(address.words, group.mask);
    const same = group.byNetwork.get(key) ?? [];
    group.byNetwork.set(
      key,
      [...same, route].sort((a, b) => (a.metric ?? 0) - (b.metric ?? 0)),
    );
  }
  return [...groups.values()].sort((a, b) => b.prefix - a.prefix);
}

const tableKey = (table: string, family: IpFamily): string => `${family} ${table}`;

/** The forwarding information base of a namespace, built once for each description of it. */
function fibOf(netns: Netns): Fib {
  const known = FIBS.get(netns);
  if (known) return known;
  const byTable = new Map<string, Route[]>();
  for (const route of routesOf(netns)) {
    const key = tableKey(route.table, route.dst.address.family);
    const list = byTable.get(key);
    if (list) list.push(route);
    else byTable.set(key, [route]);
  }
  const rules = [...(netns.rules ?? DEFAULT_RULES)].sort((a, b) => a.priority - b.priority);
  const tables = new Map([...byTable].map(([key, routes]) => [key, tableOf(routes)] as const));
  const fib = { rules, tables };
  FIBS.set(netns, fib);
  return fib;
}

function lookupTable(table: FibTable | undefined, key: FlowKey): Route | undefined {
  for (const group of table ?? []) {
    const routes = group.byNetwork.get(networkKey(key.dst.words, group.mask));
    const route = routes?.find((candidate) => key.oif === undefined || !candidate.dev || candidate.dev === key.oif);
    if (route) return route;
  }
  return undefined;
}

function ruleApplies(rule: RoutingRule, key: FlowKey): boolean {
  if (rule.family && rule.family !== key.dst.family) return false;
  if (rule.from && !(key.src ? contains(rule.from, key.src) : rule.from.prefix === 0)) return false;
  if (rule.to && !contains(rule.to, key.dst)) return false;
  if (rule.iif && rule.iif !== key.iif) return false;
  return !rule.fwmark || ((key.mark ?? 0) & rule.fwmark.mask) >>> 0 === (rule.fwmark.value & rule.fwmark.mask) >>> 0;
}

/**
 * The route for a flow: rules by priority, in each table the longest prefix, then the smallest metric
 * (net/ipv4/fib_rules.c, fib_trie.c). Undefined: no route. The route's type may still refuse.
 */
export function lookupRoute(netns: Netns, key: FlowKey): Route | undefined {
  const fib = fibOf(netns);
  for (const rule of fib.rules) {
    if (!ruleApplies(rule, key)) continue;
    const route = lookupTable(fib.tables.get(tableKey(rule.lookup, key.dst.family)), key);
    if (route && route.type !== 'throw') return route;
  }
  return undefined;
}

function addressType4(netns: Netns, address: IpAddress, device?: string): RouteType {
  const word = address.words[0] ?? 0;
  if (word === 0xffffffff || word >>> 24 === 0) return 'broadcast';
  if (isMulticast(address)) return 'multicast';
  const route = lookupTable(fibOf(netns).tables.get(tableKey('local', 'ipv4')), { dst: address });
  if (!route || (device !== undefined && route.dev !== device)) return 'unicast';
  return route.type;
}

function addressType6(netns: Netns, address: IpAddress, device?: string): RouteType {
  if (isMulticast(address)) return 'multicast';
  const route = lookupRoute(netns, { dst: address, ...(device === undefined ? {} : { oif: device }) });
  if (!route) return 'unreachable';
  return route.type;
}

/**
 * What `-m addrtype` calls an address: IPv4 asks only the local table (net/ipv4/fib_frontend.c
 * `__inet_dev_addr_type`), IPv6 asks for a route (net/netfilter/xt_addrtype.c). With a device the
 * answer is limited to it.
 */
export function addressType(netns: Netns, address: IpAddress, device?: string): RouteType {
  return address.family === 'ipv4' ? addressType4(netns, address, device) : addressType6(netns, address, device);
}

/** Is it configured on a device that is up (`inet_lookup_ifaddr_rcu`)? */
export function isOwnAddress(netns: Netns, address: IpAddress): boolean {
  const table = fibOf(netns).tables.get(tableKey('local', address.family));
  const route = lookupTable(
    table?.filter((group) => group.prefix === bitsOf(address.family)),
    { dst: address },
  );
  return route?.type === 'local';
}

/** Does the local table deliver it here: own addresses, all of 127.0.0.0/8, whole prefixes made local? */
export function isLocalAddress(netns: Netns, address: IpAddress): boolean {
  return lookupTable(fibOf(netns).tables.get(tableKey('local', address.family)), { dst: address })?.type === 'local';
}
