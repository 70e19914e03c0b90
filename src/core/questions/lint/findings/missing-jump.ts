import { phrase } from '../../../lib/phrase';
import { findJump } from '../../../paste/layers';
import { familyCheck, leadingTo, placedRules, type Finding } from '../finding';
import { endsHere, isUnconditional } from '../rule-kinds';

const JUMPS = [
  ['PREROUTING', 'KUBE-SERVICES'],
  ['OUTPUT', 'KUBE-SERVICES'],
  ['POSTROUTING', 'KUBE-POSTROUTING'],
] as const;

/** The ways from the kernel's hooks into kube-proxy's chains: without one of them half of it does nothing. */
export const MISSING_JUMP = familyCheck('missing-jump', (linted) => {
  const table = linted.tables.get('nat');
  if (!table || table.whole === false) return [];
  return JUMPS.flatMap(([from, to]): Finding[] => {
    if (!table.chains.has(to)) return [];
    const leads = leadingTo(linted, 'nat', to);
    for (const { rule, place } of placedRules(linted, 'nat', from)) {
      if (leads.has(findJump(rule) ?? '')) return [];
      if (!endsHere(rule) || !isUnconditional(rule)) continue;
      const message = phrase('lint.jump-cut-off', { from, to, rule: place.index + 1 });
      return [{ id: 'missing-jump', severity: 'error', message, places: [place] }];
    }
    const places = [{ family: linted.family, table: 'nat' as const, chain: from }];
    return [{ id: 'missing-jump', severity: 'error', message: phrase('lint.missing-jump', { from, to }), places }];
  });
});
