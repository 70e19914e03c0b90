import { tableName, type NftTable } from '../../../linux/nftables/types';
import { findDeadNftRules, isNftTableInPart } from '../../../reach/dead-rules';
import { rulesInAll, COVER_LIMITS, coveredFinding, type CoveredWords } from '../covered-finding';
import type { Check, Finding } from '../finding';
import { nftDeeds } from '../rule-deeds';

/**
 * What `covered` finds in tables of iptables, in those of nftables, over each family that they serve. Of a table that may
 * be here in part only its base chains are told of: who leads to others may be left out.
 */
export const NFT_COVERED_RULES: Check = {
  id: 'covered',
  find: ({ nftables, nftInPart }) =>
    [...(nftables?.tables.values() ?? [])].flatMap((table) => findCovered(table, nftInPart || isNftTableInPart(table))),
};

function findCovered(table: NftTable, isPart: boolean): Finding[] {
  if (rulesInAll(table) > COVER_LIMITS.rules) return [];
  const found = findDeadNftRules({ table, limit: COVER_LIMITS.nodes });
  if (!found?.ok) return [];
  const name = tableName(table);
  const words: CoveredWords = {
    place: ({ chain, index }) => ({ table: name, chain, index }),
    does: nftDeeds(table),
  };
  const isSure = (chain: string): boolean => !isPart || table.chains.get(chain)?.base !== undefined;
  return found.value
    .filter(({ why, rule }) => why === 'covered' && isSure(rule.chain))
    .map((dead) => coveredFinding(dead, words));
}
