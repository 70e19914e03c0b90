import { phrase } from '../../../lib/phrase';
import { xmarkOf } from '../../../linux/xtables/syntax/xmark';
import type { XtRule } from '../../../linux/xtables/types';
import { ownerOfChain } from '../../owners';
import { familyCheck, placedRules, type Finding, type LintedFamily } from '../finding';

/** The bits a rule may change in the packet's mark. */
function changedBits({ target }: XtRule): number {
  if (target?.target !== 'MARK') return 0;
  const xmark = xmarkOf(target.spec);
  return xmark ? (xmark.value | xmark.mask) >>> 0 : 0;
}

function kubeMark(linted: LintedFamily): number {
  for (const { rule } of placedRules(linted, 'nat', 'KUBE-MARK-MASQ')) return changedBits(rule);
  return 0;
}

/** Other programs that write into the bit kube-proxy marks packets for masquerading with. */
export const MARK_OVERLAP = familyCheck('mark-overlap', (linted) => {
  const own = kubeMark(linted);
  if (own === 0) return [];
  const findings: Finding[] = [];
  for (const [table, { chains }] of linted.tables) {
    for (const chain of chains.keys()) {
      if (chain.startsWith('KUBE-')) continue;
      for (const { rule, place } of placedRules(linted, table, chain)) {
        const bits = changedBits(rule);
        if ((bits & own) === 0) continue;
        const values = { chain, owner: ownerOfChain(chain) ?? '?', bits: hex(bits), own: hex(own) };
        const message = phrase('lint.mark-overlap', values);
        findings.push({ id: 'mark-overlap', severity: 'warning', message, places: [place] });
      }
    }
  }
  return findings;
});

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
