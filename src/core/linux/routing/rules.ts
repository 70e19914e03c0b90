import { cidr, contains, type Cidr } from '../../net/cidr';
import type { IpAddress, IpFamily } from '../../net/ip';
import type { PortRange, Route, RoutingRule } from './types';

/** What a lookup asks with (struct flowi4, flowi6). */
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
export function ruleApplies(rule: RoutingRule, key: FlowKey): boolean {
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
export function refusalOf(action: 'unreachable' | 'prohibit' | 'blackhole', family: IpFamily): Route | undefined {
  if (action === 'unreachable') return undefined;
  return { table: 'rule', type: action, dst: cidr(family === 'ipv4' ? '0.0.0.0/0' : '::/0') };
}
