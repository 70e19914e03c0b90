import type { PartRef } from '../kubernetes/proxy/mode';
import { isXtTable, type RuleRef } from '../linux/hooks';
import { printNftRule } from '../linux/nftables/text/print-ruleset';
import type { NftChain } from '../linux/nftables/types';
import { printRule } from '../linux/xtables/rule-text';
import type { XtChain } from '../linux/xtables/types';
import type { IpFamily } from '../net/ip';
import type { Derived } from '../document/kernel-parts';

/** Where in a network something stands: a namespace and a family of addresses. */
export interface Site {
  readonly netns: string;
  readonly family: IpFamily;
}

/** A chain of iptables as the kernel of a namespace has it. */
export function xtChainAt({ network }: Derived, { netns, family }: Site, ref: RuleRef): XtChain | undefined {
  return isXtTable(ref.table)
    ? network.netns.get(netns)?.xtables[family]?.tables.get(ref.table)?.chains.get(ref.chain)
    : undefined;
}

/** A chain of nftables. */
export function nftChainAt({ network }: Derived, { netns }: Site, ref: RuleRef): NftChain | undefined {
  return isXtTable(ref.table)
    ? undefined
    : network.netns.get(netns)?.nftables?.tables.get(ref.table)?.chains.get(ref.chain);
}

/** The rule as the kernel's tool prints it, without `-A CHAIN`; undefined: there is no such rule. */
export function ruleTextAt(derived: Derived, site: Site, ref: RuleRef): string | undefined {
  const xt = xtChainAt(derived, site, ref);
  if (xt) return ref.index < xt.length ? printRule(xt.rule(ref.index), site.family) : undefined;
  const nft = nftChainAt(derived, site, ref);
  return nft && ref.index < nft.length ? printNftRule(nft.rule(ref.index)) : undefined;
}

/** The part that a rule of a trace is, as {@link findOrigin} asks for it. */
export function findPart({ table, chain, index }: RuleRef): PartRef {
  return { kind: 'rule', table: isXtTable(table) ? table : 'kube-proxy', chain, index };
}
