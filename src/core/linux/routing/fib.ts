import { getMemo, once } from '../../lib/memo';
import {
  type Cidr,
  type IpAddress,
  type IpFamily,
  cidr,
  contains,
  maskWords,
  getBits,
  isMulticast,
} from '../../net/ip';
import type { Namespace } from '../namespace';
import { listRoutes } from './derived-routes';

export type RouteType =
  | 'unicast'
  | 'local'
  | 'broadcast'
  | 'anycast'
  | 'multicast'
  | 'unreachable'
  | 'prohibit'
  | 'blackhole'
  | 'throw';

/** One way of a route that has several: a `nexthop` line. */
export interface Nexthop {
  readonly via?: IpAddress;
  readonly dev?: string;
  /** Weight among the nexthops of one route; absent: 1. */
  readonly weight?: number;
}

/** A line of `ip route show table T`. */
export interface Route {
  /** `local`, `main`, `default` or a number. */
  readonly table: string;
  readonly type: RouteType;
  readonly dst: Cidr;
  readonly via?: IpAddress;
  readonly dev?: string;
  readonly src?: IpAddress;
  readonly scope?: 'host' | 'link' | 'global';
  readonly metric?: number;
  /** Only for packets with these bits of type of service (`ip route add ... tos 0x10`). */
  readonly tos?: number;
  /** Several ways, one for each flow; `via` and `dev` are then those of the way taken. */
  readonly nexthops?: readonly Nexthop[];
}

/** From one port to another, both included. */
export interface PortRange {
  readonly min: number;
  readonly max: number;
}

/** A line of `ip rule`. */
export interface RoutingRule {
  readonly priority: number;
  /** Each family has rules of its own; absent: one of both. */
  readonly family?: IpFamily;
  /** `not`: it applies to all that the rest does not fit. */
  readonly not?: boolean;
  readonly from?: Cidr;
  readonly to?: Cidr;
  /** `lo`: what is made here. */
  readonly iif?: string;
  readonly oif?: string;
  readonly fwmark?: { readonly value: number; readonly mask: number };
  readonly tos?: number;
  /** A protocol number. */
  readonly ipproto?: number;
  readonly sport?: PortRange;
  readonly dport?: PortRange;
  /** A table; not looked at with `action` and `goto`. */
  readonly lookup: string;
  /** Routes with a prefix no longer than this are passed over. */
  readonly suppressPrefixLength?: number;
  /** Instead of a table: refuse, or do nothing. */
  readonly action?: 'unreachable' | 'prohibit' | 'blackhole' | 'nop';
  /** Instead of a table: go on at the rule with this priority. */
  readonly goto?: number;
}

/** Key of a route lookup (struct flowi4, flowi6). */
export interface FlowKey {
  readonly dst: IpAddress;
  readonly src?: IpAddress;
  /** Absent: made here. */
  readonly iif?: string;
  /** Only routes over this device. */
  readonly oif?: string;
  readonly mark?: number;
  readonly tos?: number;
  /** Protocol and ports, where the lookup is about a packet and not about an address. */
  readonly protocol?: number;
  readonly sport?: number;
  readonly dport?: number;
}

const LOOPBACK = 'lo';
const ROUTING_TOS = 0x1c;

function fitsPrefix(prefix: Cidr | undefined, address: IpAddress | undefined): boolean {
  if (!prefix) return true;
  return address ? contains(prefix, address) : prefix.prefix === 0;
}

function fitsPort(range: PortRange | undefined, port = 0): boolean {
  return !range || (port >= range.min && port <= range.max);
}

function fitsMark({ fwmark }: RoutingRule, mark = 0): boolean {
  return !fwmark || ((mark ^ fwmark.value) & fwmark.mask) === 0;
}

/** Does the rule apply to the flow (net/core/fib_rules.c `fib_rule_match`)? */
function ruleApplies(rule: RoutingRule, key: FlowKey): boolean {
  if (rule.family && rule.family !== key.dst.family) return false;
  const fits =
    fitsPrefix(rule.from, key.src) &&
    fitsPrefix(rule.to, key.dst) &&
    (rule.iif === undefined || rule.iif === (key.iif ?? LOOPBACK)) &&
    (rule.oif === undefined || rule.oif === key.oif) &&
    fitsMark(rule, key.mark) &&
    (!rule.tos || ((key.tos ?? 0) & ROUTING_TOS) === rule.tos) &&
    (rule.ipproto === undefined || rule.ipproto === key.protocol) &&
    fitsPort(rule.sport, key.sport) &&
    fitsPort(rule.dport, key.dport);
  return fits !== (rule.not ?? false);
}

/** A rule that refuses, as a route of its kind; `unreachable` is the same as having no route (`fib4_rule_action`). */
function findRefusal(action: 'unreachable' | 'prohibit' | 'blackhole', family: IpFamily): Route | undefined {
  if (action === 'unreachable') return undefined;
  return { table: 'rule', type: action, dst: cidr(family === 'ipv4' ? '0.0.0.0/0' : '::/0') };
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
  readonly byNetwork: Map<string | number, Route[]>;
}

/** One table of one family, longest prefix first. */
type FibTable = readonly PrefixGroup[];

interface Fib {
  readonly rules: readonly RoutingRule[];
  readonly tables: ReadonlyMap<string, FibTable>;
}

function networkKey(words: readonly number[], mask: readonly number[]): string | number {
  const [first = 0] = words;
  if (words.length === 1) return (first & (mask[0] ?? 0)) >>> 0;
  return words.map((word, i) => (word & (mask[i] ?? 0)) >>> 0).join('.');
}

function getTable(routes: readonly Route[]): FibTable {
  const groups = new Map<number, PrefixGroup>();
  for (const route of routes) {
    const { prefix, address } = route.dst;
    let group = groups.get(prefix);
    if (!group) groups.set(prefix, (group = { prefix, mask: maskWords(address.family, prefix), byNetwork: new Map() }));
    const key = networkKey(address.words, group.mask);
    const same = group.byNetwork.get(key) ?? [];
    group.byNetwork.set(
      key,
      [...same, route].sort((a, b) => (b.tos ?? 0) - (a.tos ?? 0) || (a.metric ?? 0) - (b.metric ?? 0)),
    );
  }
  return [...groups.values()].sort((a, b) => b.prefix - a.prefix);
}

const tableKey = (table: string, family: IpFamily): string => `${family} ${table}`;

/** The forwarding information base of a namespace, built once for each description of its network: rules may be others. */
function getFib(netns: Namespace): Fib {
  const { devices, rules, routes, sysctls } = netns;
  return fibWith(routes, getMemo(netns), devices, rules, sysctls[FORWARDING6]);
}

const FORWARDING6 = 'net.ipv6.conf.all.forwarding';

const fibWith = once(
  (
    routes: Namespace['routes'],
    memo,
    ...[devices, rules, forwarding]: [Namespace['devices'], Namespace['rules'], number | undefined]
  ): Fib => {
    const sysctls: Namespace['sysctls'] = forwarding === undefined ? {} : { [FORWARDING6]: forwarding };
    return newFib({ devices, routes, sysctls, memo, ...(rules ? { rules } : {}) });
  },
);

function newFib(netns: Parameters<typeof listRoutes>[0] & Pick<Namespace, 'rules'>): Fib {
  const byTable = new Map<string, Route[]>();
  for (const route of listRoutes(netns)) {
    const key = tableKey(route.table, route.dst.address.family);
    const list = byTable.get(key);
    if (list) list.push(route);
    else byTable.set(key, [route]);
  }
  const rules = [...(netns.rules ?? DEFAULT_RULES)].sort((a, b) => a.priority - b.priority);
  const tables = new Map([...byTable].map(([key, routes]) => [key, getTable(routes)] as const));
  return { rules, tables };
}

function lookupTable(table: FibTable | undefined, key: FlowKey): Route | undefined {
  for (const group of table ?? []) {
    const routes = group.byNetwork.get(networkKey(key.dst.words, group.mask));
    for (const route of routes ?? []) {
      const usable = fits(route, key);
      if (usable) return usable;
    }
  }
  return undefined;
}

/** Only these bits of a packet's type of service choose a route (INET_DSCP_LEGACY_TOS_MASK). */
const FIB_ROUTING_TOS = 0x1c;

/** The route as the flow may use it: over the device it asks for (`fib_lookup_good_nhc`). */
function fits(route: Route, { tos = 0, oif }: FlowKey): Route | undefined {
  if (route.tos && (tos & FIB_ROUTING_TOS) !== route.tos) return undefined;
  if (oif === undefined) return route;
  const way = route.nexthops?.find(({ dev }) => dev === oif);
  if (way) return withNexthop(route, way);
  return !route.nexthops && (!route.dev || route.dev === oif) ? route : undefined;
}

/** A route by one of its nexthops, as `fib_select_path()` leaves it: gateway and device are those of the nexthop. */
export function withNexthop({ nexthops: _ways, ...route }: Route, { via, dev }: Nexthop): Route {
  return { ...route, ...(via ? { via } : {}), ...(dev ? { dev } : {}) };
}

/** Does one of the route's ways use the device (`fib_info_nh_uses_dev`)? */
export function usesDevice({ dev, nexthops }: Route, device: string): boolean {
  return nexthops ? nexthops.some((way) => way.dev === device) : dev === device;
}

/** Were rules of routing added to those a namespace starts with (`fib4_has_custom_rules`)? */
export function hasOwnRules({ rules = DEFAULT_RULES }: Namespace): boolean {
  return rules.some(
    ({ family: _family, priority, lookup, ...asked }) =>
      Object.keys(asked).length > 0 ||
      !DEFAULT_RULES.some((rule) => rule.priority === priority && rule.lookup === lookup),
  );
}

/** Is a route too general for the rule that found it (`fib4_rule_suppress`)? Refusals never are. */
function isSuppressed({ suppressPrefixLength: longest }: RoutingRule, { type, dst }: Route): boolean {
  if (longest === undefined || type === 'unreachable' || type === 'prohibit' || type === 'blackhole') return false;
  return dst.prefix <= longest;
}

/**
 * The route for a flow: rules by priority, in each table the longest prefix, then the type of service, then the
 * smallest metric (net/core/fib_rules.c `fib_rules_lookup`, net/ipv4/fib_trie.c). Undefined: no route. The
 * route's type may still refuse.
 */
export function lookupRoute(netns: Namespace, key: FlowKey): Route | undefined {
  const { rules, tables } = getFib(netns);
  const { family } = key.dst;
  for (let at = 0; at < rules.length; at++) {
    const rule = rules[at] as RoutingRule;
    if (!ruleApplies(rule, key) || rule.action === 'nop') continue;
    if (rule.goto !== undefined) {
      // The kernel only takes goals further on; without the goal the rule does nothing.
      const goal = rules.findIndex(({ priority }, i) => i > at && priority === rule.goto);
      if (goal > 0) at = goal - 1;
      continue;
    }
    if (rule.action) return findRefusal(rule.action, family);
    const route = lookupTable(tables.get(tableKey(rule.lookup, family)), key);
    if (route && route.type !== 'throw' && !isSuppressed(rule, route)) return route;
  }
  return undefined;
}

function addressType4(netns: Namespace, address: IpAddress, device?: string): RouteType {
  const word = address.words[0] ?? 0;
  if (word === 0xffffffff || word === 0) return 'broadcast';
  if (isMulticast(address)) return 'multicast';
  const route = lookupTable(getFib(netns).tables.get(tableKey('local', 'ipv4')), { dst: address });
  if (!route || (device !== undefined && route.dev !== device)) return 'unicast';
  return route.type;
}

function addressType6(netns: Namespace, address: IpAddress, device?: string): RouteType {
  if (isMulticast(address)) return 'multicast';
  const route = lookupRoute(netns, { dst: address, ...(device === undefined ? {} : { oif: device }) });
  if (!route) return 'unreachable';
  return route.type;
}

/**
 * Type of an address for `-m addrtype`: IPv4 asks only the local table (net/ipv4/fib_frontend.c
 * `__inet_dev_addr_type`), IPv6 asks for a route (net/netfilter/xt_addrtype.c). With `device` the answer is limited to
 * it.
 */
export function addressType(netns: Namespace, address: IpAddress, device?: string): RouteType {
  return address.family === 'ipv4' ? addressType4(netns, address, device) : addressType6(netns, address, device);
}

/** Addresses that are of no host whatever the table says (`__inet_dev_addr_type`). */
const OWN_KIND = ['0.0.0.0/32', '255.255.255.255/32', '224.0.0.0/4'].map((text) => cidr(text));

/**
 * Networks of IPv4 that {@link addressType} can tell apart: it asks the local table alone, whose answer changes at its
 * prefixes, and where a kind of address begins.
 */
export function listKindNetworks(netns: Namespace): readonly Cidr[] {
  const local = listRoutes(netns).filter(({ table }) => table === 'local');
  return [...OWN_KIND, ...local.map(({ dst }) => dst)];
}

/** Is it configured on a device that is up (`inet_lookup_ifaddr_rcu`)? */
export function isOwnAddress(netns: Namespace, address: IpAddress): boolean {
  const table = getFib(netns).tables.get(tableKey('local', address.family));
  const route = lookupTable(
    table?.filter((group) => group.prefix === getBits(address.family)),
    { dst: address },
  );
  return route?.type === 'local';
}

/** Does the local table deliver it here: own addresses, all of 127.0.0.0/8, whole prefixes made local? */
export function isLocalAddress(netns: Namespace, address: IpAddress): boolean {
  return lookupTable(getFib(netns).tables.get(tableKey('local', address.family)), { dst: address })?.type === 'local';
}
