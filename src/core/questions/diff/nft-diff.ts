import type { NftTableName } from '../../linux/hooks';
import { printPriority, printElements } from '../../linux/nftables/text/print-set';
import { printRule } from '../../linux/nftables/text/print-ruleset';
import type { NftChain, NftRuleset, NftSet, NftTable } from '../../linux/nftables/types';
import { diffChains, type ListedChain } from './chains-diff';
import { diffLists, type MemberList } from './chain-diff';
import type { RulesetDiff, SetDiff } from './diff-rulesets';

type Part = Pick<RulesetDiff, 'chains' | 'sets' | 'unchanged'>;

/** What of two nftables rulesets differs: chains, rules, elements; a missing table has nothing in it. */
export function diffNftables(before: NftRuleset | undefined, after: NftRuleset | undefined): Part {
  const names = new Set([...(before?.tables.keys() ?? []), ...(after?.tables.keys() ?? [])]);
  const parts = [...names].map((name) => diffNftTable(name, before?.tables.get(name), after?.tables.get(name)));
  return {
    chains: parts.flatMap(({ chains }) => chains),
    sets: parts.flatMap(({ sets }) => sets),
    unchanged: parts.flatMap(({ unchanged }) => unchanged),
  };
}

function diffNftTable(table: NftTableName, before: NftTable | undefined, after: NftTable | undefined): Part {
  const { changed, same } = diffChains({ table, before: chainsOf(before), after: chainsOf(after) });
  const lists = diffLists(setsOf(before), setsOf(after));
  const sets = lists.changed.map(({ name, ...difference }): SetDiff => ({ set: name, table, ...difference }));
  const names = [...same, ...lists.same];
  return { chains: changed, sets, unchanged: names.length === 0 ? [] : [{ table, names }] };
}

function chainsOf(table: NftTable | undefined): Map<string, ListedChain> {
  return new Map([...(table?.chains ?? [])].map(([name, chain]) => [name, listedChain(chain, table)]));
}

function listedChain(chain: NftChain, table: NftTable | undefined): ListedChain {
  const { base } = chain;
  const rules = Array.from({ length: chain.length }, (_, index) => withoutCounts(printRule(chain.rule(index))));
  if (!base) return { rules };
  const hook = base.hook.toLowerCase();
  const where = `type ${base.type} hook ${hook} priority ${printPriority(base.priority, hook, table?.family ?? 'inet')}`;
  return { rules, base: where, policy: base.policy };
}

/** What packets counted is no difference. */
function withoutCounts(text: string): string {
  return text.replaceAll(/\bcounter packets \d+ bytes \d+/g, 'counter');
}

function setsOf(table: NftTable | undefined): MemberList[] {
  return [...(table?.sets.values() ?? [])].map(listOf);
}

/** Elements of a dynamic set are what packets wrote: the memory of the kernel, not its rules. */
function listOf(set: NftSet): MemberList {
  const { name = '', kind, declared = '', flags, comment } = set;
  const made = [kind, declared, ...(flags.length > 0 ? [`flags ${flags.join(',')}`] : [])].join(' ');
  const members = flags.includes('dynamic') ? [] : printElements(set).map(withoutExpiry);
  return { name, made: comment === undefined ? made : `${made} comment "${comment}"`, members };
}

function withoutExpiry(text: string): string {
  return withoutCounts(text.replace(/ expires [\dwdhms]+/, ''));
}
