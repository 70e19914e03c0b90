import type { IpAddress } from '../../net/ip';
import type { TableName, Hook, RuleRef, Verdict } from '../hooks';
import type { Match } from './matches';
import type { Target } from './targets';
import type { ChainEvent, EventOdds } from '../chain-walk';

/** The chains the kernel makes by itself, in the order iptables-save lists them. */
export const BUILT_IN_CHAINS: Readonly<Record<TableName, readonly Hook[]>> = {
  raw: ['PREROUTING', 'OUTPUT'],
  mangle: ['PREROUTING', 'INPUT', 'FORWARD', 'OUTPUT', 'POSTROUTING'],
  nat: ['PREROUTING', 'INPUT', 'OUTPUT', 'POSTROUTING'],
  filter: ['INPUT', 'FORWARD', 'OUTPUT'],
  security: ['INPUT', 'FORWARD', 'OUTPUT'],
};

/** Is it a hook's chain in this table? */
export function isBuiltIn(table: TableName, chain: string): boolean {
  return BUILT_IN_CHAINS[table].some((name) => name === chain);
}

/** Built-in chains in their order, then the others by name (strcmp), as iptables-save lists them. */
export function chainOrder(table: TableName, names: Iterable<string>): string[] {
  const all = [...names];
  const builtIn = BUILT_IN_CHAINS[table].filter((name) => all.includes(name));
  const user = all.filter((name) => !isBuiltIn(table, name)).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return [...builtIn, ...user];
}

/** `-s`/`-d`: address and mask; the mask is kept as words because iptables allows non-contiguous ones. */
export interface AddressTest {
  readonly negated: boolean;
  readonly address: IpAddress;
  readonly mask: readonly number[];
}

/** `-i`/`-o`: a name, or a prefix when it ended in `+`. */
export interface InterfaceTest {
  readonly negated: boolean;
  readonly name: string;
  readonly prefix: boolean;
}

/** `-p`. 0 is `all`. */
export interface ProtocolTest {
  readonly negated: boolean;
  readonly protocol: number;
}

export interface Counters {
  readonly packets: number;
  readonly bytes: number;
}

/** One rule (struct ipt_entry). Tests are evaluated in this order: header fields, then `matches` as written, then `target`. */
export interface XtRule {
  readonly src?: AddressTest;
  readonly dst?: AddressTest;
  readonly indev?: InterfaceTest;
  readonly outdev?: InterfaceTest;
  readonly proto?: ProtocolTest;
  /** `-f`: second and further fragments. */
  readonly fragment?: { readonly negated: boolean };
  readonly matches: readonly Match[];
  /** Absent: the rule only counts. */
  readonly target?: Target;
  readonly counters?: Counters;
}

/**
 * A chain read through an interface, never as a plain array: a real dump has 700,000 lines, and a
 * rule is parsed when it is walked or shown.
 */
export interface XtChain {
  readonly name: string;
  /** Built-in chains only. */
  readonly policy?: 'ACCEPT' | 'DROP';
  readonly counters?: Counters;
  readonly length: number;
  /** The rule at a 0-based index. */
  readonly rule: (index: number) => XtRule;
  /** The 1-based line in the text it came from; undefined for rules that were built. */
  readonly line: (index: number) => number | undefined;
  /** Text of a rule after `-A CHAIN`, without reading the rule; absent for rules that are already objects. */
  readonly text?: (index: number) => string | undefined;
}

export interface XtTable {
  readonly name: TableName;
  readonly chains: ReadonlyMap<string, XtChain>;
}

/** All tables of one family in one namespace (what one `iptables-save` prints). */
export interface XtRuleset {
  readonly tables: ReadonlyMap<TableName, XtTable>;
}

/** A chain over rules that are already objects. */
export function makeChain(
  name: string,
  rules: readonly XtRule[],
  options: { policy?: 'ACCEPT' | 'DROP'; counters?: Counters } = {},
): XtChain {
  return {
    name,
    ...options,
    length: rules.length,
    rule: (index) => {
      const rule = rules[index];
      if (!rule) throw new RangeError(`${name} has no rule ${index + 1}`);
      return rule;
    },
    line: () => undefined,
  };
}

/**
 * Event of a walk, in order; its fields are those of the trace's steps of the same kind. A rule's odds are those of
 * holding once reached; assumed: a part that is not simulated held, or the target took the packet.
 */
export type WalkEvent =
  | ({
      readonly kind: 'rule';
      readonly ref: RuleRef;
      /** Verdict of the target; CONTINUE without a target. */
      readonly verdict: Verdict;
      /** The packet's mark before the target changed it. */
      readonly markBefore?: number;
    } & EventOdds)
  | ChainEvent<TableName>;
