import { HOOKS, TABLE_PRIORITY, TABLES, type Hook } from '../linux/hooks';
import type { Netns } from '../linux/netns';
import type { NftBase, NftChain, NftRuleset, NftTable } from '../linux/nftables/types';
import type { XtTable } from '../linux/xtables/types';
import type { IpFamily } from '../net/ip';

/** A base chain of a table of nftables. */
export interface RegisteredChain {
  readonly table: NftTable;
  readonly chain: NftChain;
  readonly base: NftBase;
}

/** Rules that a hook asks: a table of iptables, or a base chain of nftables. */
export type HookRules = { readonly priority: number } & (
  | { readonly kind: 'xtables'; readonly table: XtTable }
  | { readonly kind: 'nftables'; readonly base: RegisteredChain }
);

/** What is asked at a hook of IP: rules of both kinds by priority, and those that the nat core asks. */
export interface HookOrder {
  readonly rules: readonly HookRules[];
  /** Absent: the nat core is not registered there (`nf_nat_register_fn`). */
  readonly nat?: { readonly priority: number; readonly rules: readonly HookRules[] };
}

/** Where the nat core is registered (NF_IP_PRI_NAT_DST, NF_IP_PRI_NAT_SRC); FORWARD has none. */
const NAT_PRIORITY: Readonly<Partial<Record<Hook, number>>> = {
  PREROUTING: -100,
  OUTPUT: -100,
  INPUT: 100,
  POSTROUTING: 100,
};

/** Where the director of IPVS takes requests (`ip_vs_ops4`, `ip_vs_ops6` in net/netfilter/ipvs/ip_vs_core.c). */
export const DIRECTOR_PRIORITY: Readonly<Record<'INPUT' | 'OUTPUT', number> & Partial<Record<Hook, number>>> = {
  INPUT: 99,
  OUTPUT: -98,
};

function serves({ family, flags }: NftTable, wanted: IpFamily): boolean {
  return !flags.includes('dormant') && (family === 'inet' || family === (wanted === 'ipv4' ? 'ip' : 'ip6'));
}

/** The base chains of a table: a handful among thousands of others. */
export function listBaseChains(table: NftTable): readonly RegisteredChain[] {
  return (table.baseChains ?? [...table.chains.keys()]).flatMap((name) => {
    const chain = table.chains.get(name);
    return chain?.base ? [{ table, chain, base: chain.base }] : [];
  });
}

/** Base chains at a hook by priority; of equal ones the last made comes first, as `nf_hook_entries_grow` puts it. */
function chainsAt({ tables }: NftRuleset, family: IpFamily, hook: Hook): RegisteredChain[] {
  const found = [...tables.values()]
    .filter((table) => serves(table, family))
    .flatMap((table) => listBaseChains(table).filter(({ base }) => base.hook === hook));
  return found.reverse().toSorted((a, b) => a.base.priority - b.base.priority);
}

/** Has a base chain of this type, or of any, a hook of IP? */
function hasChains(ruleset: NftRuleset | undefined, family: IpFamily, type?: NftBase['type']): boolean {
  if (!ruleset) return false;
  const isOf = ({ base }: RegisteredChain): boolean => type === undefined || base.type === type;
  return HOOKS.some((hook) => chainsAt(ruleset, family, hook).some(isOf));
}

/** Is there anything of iptables or nftables for the family? Then conntrack sees its packets, too. */
export function hasRules({ xtables, nftables }: Netns, family: IpFamily): boolean {
  return xtables[family] !== undefined || hasChains(nftables, family);
}

/** The nat core is registered at all its hooks as soon as one table of nat is (`nf_nat_register_fn`). */
function hasNat({ xtables, nftables }: Netns, family: IpFamily): boolean {
  return xtables[family]?.tables.has('nat') === true || hasChains(nftables, family, 'nat');
}

/** Tables of iptables at a hook, nat among them, as far as they have a chain there. */
function tablesAt({ xtables }: Netns, family: IpFamily, hook: Hook): HookRules[] {
  return TABLES.flatMap((name): HookRules[] => {
    const table = xtables[family]?.tables.get(name);
    if (!table?.chains.has(hook)) return [];
    const priority = name === 'nat' ? (NAT_PRIORITY[hook] ?? 0) : TABLE_PRIORITY[name];
    return [{ kind: 'xtables', priority, table }];
  });
}

/** Is it asked by the nat core instead of by the hook itself? */
function isNat(rules: HookRules): boolean {
  return rules.kind === 'xtables' ? rules.table.name === 'nat' : rules.base.base.type === 'nat';
}

/** All rules of a namespace at a hook, in the order of the kernel: of equal priorities those of iptables come first. */
export function orderHook(netns: Netns, family: IpFamily, hook: Hook): HookOrder {
  const bases = netns.nftables ? chainsAt(netns.nftables, family, hook) : [];
  const chains = bases.map((base): HookRules => ({ kind: 'nftables', priority: base.base.priority, base }));
  const all = [...tablesAt(netns, family, hook), ...chains].toSorted((a, b) => a.priority - b.priority);
  const priority = NAT_PRIORITY[hook];
  const nat =
    priority !== undefined && hasNat(netns, family)
      ? { nat: { priority, rules: all.filter((each) => isNat(each)) } }
      : {};
  return { rules: all.filter((each) => !isNat(each)), ...nat };
}
