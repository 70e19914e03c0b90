import { memberText } from '../formats/ipset-save';
import { printIpvsTable } from '../formats/ipvs/print';
import type { IpSet } from '../linux/ipset/ip-set';
import type { Netns } from '../linux/netns';
import { printNftRuleset } from '../linux/nftables/text/print-ruleset';
import { printRuleset } from '../linux/xtables/ruleset-text';

/** The tools that load rules, by the command that does. */
export const RULE_TOOLS = ['iptables-restore', 'ip6tables-restore', 'nft', 'ipset', 'ipvsadm'] as const;
export type RuleTool = (typeof RULE_TOOLS)[number];

/** How a file is loaded: `ipset restore < FILE`. */
export const LOADED_BY: Readonly<Record<RuleTool, string>> = {
  'iptables-restore': 'iptables-restore <',
  'ip6tables-restore': 'ip6tables-restore <',
  nft: 'nft -f',
  ipset: 'ipset restore <',
  ipvsadm: 'ipvsadm -R <',
};

/** What a namespace has, as a tool loads it; undefined: it has nothing for it. */
export function printRuleFile({ xtables, nftables, ipsets, ipvs }: Netns, tool: RuleTool): string | undefined {
  const text = (): string => {
    switch (tool) {
      case 'iptables-restore':
        return xtables.ipv4 ? printRuleset(xtables.ipv4, 'ipv4') : '';
      case 'ip6tables-restore':
        return xtables.ipv6 ? printRuleset(xtables.ipv6, 'ipv6') : '';
      case 'nft':
        return nftables ? printNftRuleset(nftables) : '';
      case 'ipset':
        return printSets([...(ipsets?.values() ?? [])]);
      case 'ipvsadm':
        return ipvs ? printIpvsTable(ipvs) : '';
    }
  };
  const made = text();
  return made === '' ? undefined : made;
}

/** All sets before any member: a list of sets names others. */
function printSets(sets: readonly IpSet[]): string {
  const created = sets.map(({ name, type, options }) => `create ${name} ${type} ${options}`.trimEnd());
  const added = sets.flatMap(({ name, members }) => members.map((member) => `add ${name} ${memberText(member)}`));
  return [...created, ...added].map((line) => `${line}\n`).join('');
}
