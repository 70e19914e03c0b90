import { phrase } from '../../../lib/phrase';
import { type Masked, findXmark } from '../../../linux/xtables/syntax/numbers';
import type { XtRule } from '../../../linux/xtables/types';
import { ownerOfChain } from '../../../paste/owners';
import { familyCheck, placedRules, type Finding, type FindingPlace, type LintedFamily } from '../finding';

/** What a rule does to the packet's mark; undefined: nothing. */
function findChange({ target }: XtRule): Masked | undefined {
  return target?.target === 'MARK' ? findXmark(target.spec) : undefined;
}

function getBits({ value, mask }: Masked): number {
  return (value | mask) >>> 0;
}

function kubeMark(linted: LintedFamily): number {
  for (const { rule } of placedRules(linted, 'nat', 'KUBE-MARK-MASQ')) {
    const change = findChange(rule);
    return change ? getBits(change) : 0;
  }
  return 0;
}

/**
 * Other programs that write into the bit kube-proxy marks packets for masquerading with, one finding for all rules of
 * one program that do the same. Who sets or clears just this bit means kube-proxy's own: that is no clash.
 */
export const MARK_OVERLAP = familyCheck('mark-overlap', (linted) => {
  const own = kubeMark(linted);
  if (own === 0) return [];
  const found = new Map<string, Finding>();
  for (const [table, { chains }] of linted.tables) {
    for (const chain of chains.keys()) {
      if (chain.startsWith('KUBE-')) continue;
      for (const { rule, place } of placedRules(linted, table, chain)) {
        const change = findChange(rule);
        if (!change || (getBits(change) & own) === 0 || getBits(change) === own) continue;
        const made = getFinding(change, own, place);
        const key = JSON.stringify([ownerOfChain(chain) ?? chain, made.message.id, getBits(change)]);
        const known = found.get(key);
        found.set(key, known ? { ...known, places: [...known.places, place] } : made);
      }
    }
  }
  return [...found.values()];
});

function getFinding(change: Masked, own: number, place: FindingPlace): Finding {
  const { chain } = place;
  const owner = ownerOfChain(chain);
  const values = { chain: owner ? `${chain} (${owner})` : chain, bits: hex(getBits(change)), own: hex(own) };
  const isCleared = (change.value & own) >>> 0 === 0 && (change.mask & own) >>> 0 === own;
  return isCleared
    ? { id: 'mark-overlap', severity: 'info', message: phrase('lint.mark-cleared', values), places: [place] }
    : { id: 'mark-overlap', severity: 'warning', message: phrase('lint.mark-overlap', values), places: [place] };
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
