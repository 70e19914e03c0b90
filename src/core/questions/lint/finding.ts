import type { ProxyModeId } from '../../kubernetes/types';
import type { Phrase } from '../../lib/phrase';
import type { AnyTableName, TableName } from '../../linux/hooks';
import type { IpvsTable } from '../../linux/ipvs/service';
import type { NftRuleset } from '../../linux/nftables/types';
import type { XtRule, XtTable } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import type { PastedConnection } from '../../paste/pasted-connections';
import type { FoundService } from '../../paste/pasted-types';
import { findJump } from '../../paste/layers';

/** A rule, a whole chain, a set or a virtual server that a finding is about. */
export interface FindingPlace {
  /** Absent: a table of nftables says it by its name; sets and servers have none. */
  readonly family?: IpFamily;
  readonly table: AnyTableName | 'ipset' | 'ipvs';
  /** Or the set, or the virtual server. */
  readonly chain: string;
  /** 0-based; absent: the chain. */
  readonly index?: number;
  /** The rule as the kernel prints it; only of the first places. */
  readonly text?: string;
}

/** Something odd about a dump that can be proven from it. */
export interface Finding {
  readonly id: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: Phrase;
  /** What to do about it. */
  readonly next?: Phrase;
  readonly places: readonly FindingPlace[];
}

/** One family's tables of a node. */
export interface LintedFamily {
  readonly family: IpFamily;
  readonly tables: ReadonlyMap<TableName, XtTable & { readonly whole?: boolean }>;
}

/** What the checks look at. */
export interface LintInput {
  readonly families: readonly LintedFamily[];
  /** The proxy mode whose rules these are; undefined: not kube-proxy's. */
  readonly mode: ProxyModeId | undefined;
  /** What is known of the kernel's settings. */
  readonly sysctls: Readonly<Record<string, number>>;
  /** Rules of iptables-legacy and of iptables-nft were shown, by commands or by headers. */
  readonly twoBackends: boolean;
  /** Comment lines of the dumps: they name the tool that wrote them. */
  readonly headers: readonly string[];
  /** Names of ipsets that are there; undefined: none were pasted. */
  readonly ipsets: ReadonlySet<string> | undefined;
  readonly nftables?: NftRuleset | undefined;
  /** Single chains or sets of nftables were listed, by commands. */
  readonly nftInPart: boolean;
  readonly ipvs?: IpvsTable | undefined;
  /** What `conntrack -L` showed, and the Services they may be of; absent: no connections were pasted. */
  readonly connections?: readonly PastedConnection[];
  readonly services?: readonly FoundService[];
}

/** A check: one file each in findings/, one line in index.ts. */
export interface Check {
  readonly id: string;
  readonly find: (input: LintInput) => Finding[];
}

/** A check that looks at one family at a time. */
export function familyCheck(id: string, find: (family: LintedFamily, input: LintInput) => Finding[]): Check {
  return { id, find: (input) => input.families.flatMap((family) => find(family, input)) };
}

/** A rule and where it stands. */
export interface PlacedRule {
  readonly rule: XtRule;
  readonly place: FindingPlace & { readonly family: IpFamily; readonly table: TableName; readonly index: number };
}

/** The rules of a chain with where they stand; none if there is no such chain. */
export function* placedRules({ family, tables }: LintedFamily, table: TableName, name: string): Generator<PlacedRule> {
  const chain = tables.get(table)?.chains.get(name);
  for (let index = 0; index < (chain?.length ?? 0); index++) {
    if (chain) yield { rule: chain.rule(index), place: { family, table, chain: name, index } };
  }
}

/** All places that jump or go to each chain of a table. */
export function jumpsByTarget(linted: LintedFamily, table: TableName): ReadonlyMap<string, FindingPlace[]> {
  const found = new Map<string, FindingPlace[]>();
  for (const name of linted.tables.get(table)?.chains.keys() ?? []) {
    for (const { rule, place } of placedRules(linted, table, name)) {
      const target = findJump(rule);
      if (target === undefined) continue;
      const known = found.get(target);
      if (known) known.push(place);
      else found.set(target, [place]);
    }
  }
  return found;
}

/** The chain, and every chain that leads to it, over however many others: programs may put a chain of their own between. */
export function leadingTo(linted: LintedFamily, table: TableName, chain: string): ReadonlySet<string> {
  const leads = new Set([chain]);
  const jumps = jumpsByTarget(linted, table);
  for (const target of leads) {
    for (const { chain: from } of jumps.get(target) ?? []) leads.add(from);
  }
  return leads;
}
