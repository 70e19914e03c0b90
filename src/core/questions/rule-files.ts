/* oxlint-disable no-control-regex -- they are what is looked for */
import { memberText } from '../formats/ipset-save';
import { shown, Unprintable } from '../lib/plain';
import { oneLine } from '../lib/scan';
import { printIpvsTable } from '../formats/ipvs/print';
import type { IpSet } from '../linux/ipset/ip-set';
import type { Netns } from '../linux/netns';
import { printNftRuleset } from '../linux/nftables/text/print-ruleset';
import { UNLISTED_INTERFACES } from '../formats/listing/rule-of-row';
import { printRule } from '../linux/xtables/rule-text';
import { printRuleset } from '../linux/xtables/ruleset-text';
import type { XtRule, XtRuleset } from '../linux/xtables/types';
import type { IpFamily } from '../net/ip';

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

/** A file of rules holds nothing that acts on a terminal or that a tool could take for the end of something. */
const ACTING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/;

/** Why no file is made: a rule of a listing without `-v`, whose devices nobody knows; loaded, it would ask for one called `?`. */
export class HiddenDevices extends Error {
  override readonly name = 'HiddenDevices';
}

const isHidden = ({ matches }: XtRule): boolean =>
  matches.some((match) => match.match === 'unrecognised' && match.spec.name === UNLISTED_INTERFACES);

function printTables(ruleset: XtRuleset, family: IpFamily): string {
  const text = printRuleset(ruleset, family);
  if (!text.includes(' -i ? -o ? ')) return text;
  for (const { chains } of ruleset.tables.values()) {
    for (const chain of chains.values()) {
      for (let at = 0; at < chain.length; at++) {
        const rule = chain.rule(at);
        if (isHidden(rule)) throw new HiddenDevices(shown(`-A ${chain.name} ${printRule(rule, family)}`));
      }
    }
  }
  return text;
}

/**
 * Prints the state of a namespace as a tool loads it; undefined: it has nothing for it. Throws {@link Unprintable} where a
 * name of it, which only a pasted dump can have, could be read as more than one, and {@link HiddenDevices}.
 */
export function printRuleFile({ xtables, nftables, ipsets, ipvs }: Netns, tool: RuleTool): string | undefined {
  const text = (): string => {
    switch (tool) {
      case 'iptables-restore':
        return xtables.ipv4 ? printTables(xtables.ipv4, 'ipv4') : '';
      case 'ip6tables-restore':
        return xtables.ipv6 ? printTables(xtables.ipv6, 'ipv6') : '';
      case 'nft':
        return nftables ? printNftRuleset(nftables) : '';
      case 'ipset':
        return printSets([...(ipsets?.values() ?? [])]);
      case 'ipvsadm':
        return ipvs ? printIpvsTable(ipvs) : '';
    }
  };
  const made = text();
  const at = made.search(ACTING);
  if (at >= 0) throw new Unprintable('rule', made.slice(made.lastIndexOf('\n', at) + 1, at + 20));
  return made === '' ? undefined : made;
}

/** All sets before any member: a list of sets names others. */
function printSets(sets: readonly IpSet[]): string {
  const created = sets.map(({ name, type, options }) => `create ${name} ${type} ${options}`.trimEnd());
  const added = sets.flatMap(({ name, members }) => members.map((member) => `add ${name} ${memberText(member)}`));
  return [...created, ...added].map((line) => `${oneLine('set', line)}\n`).join('');
}
