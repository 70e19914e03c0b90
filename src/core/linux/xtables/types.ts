import type { IpAddress } from '../../net/ip';
import type { AnyTableName, TableName } from '../hooks';
import type { Match } from './matches';
import type { Target } from './targets';

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
  /** What was written after `-A CHAIN`, without reading the rule; absent for rules that are already objects. */
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

/** Names one rule, of iptables or nftables: `index` is 0-based in its chain; people see index + 1. */
export interface RuleRef<Table extends AnyTableName = AnyTableName> {
  readonly table: Table;
  readonly chain: string;
  readonly index: number;
}

/** A chain over rules that are already objects. */
export function chainOf(
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
