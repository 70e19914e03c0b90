import { phrase } from '../../../lib/phrase';
import { findJump } from '../../../paste/layers';
import { familyCheck, leadingTo, placedRules, type Finding } from '../finding';
import { isUnconditional, refuses } from '../rule-kinds';

/** FORWARD drops by policy or by a rule for all, and KUBE-FORWARD does not stand before it. */
export const FORWARD_DROP = familyCheck('forward-drop', (linted, { mode }) => {
  const table = linted.tables.get('filter');
  const chain = table?.chains.get('FORWARD');
  if (mode === undefined || !chain || table?.whole === false) return [];
  const leads = leadingTo(linted, 'filter', 'KUBE-FORWARD');
  for (const { rule, place } of placedRules(linted, 'filter', 'FORWARD')) {
    if (leads.has(findJump(rule) ?? '')) return [];
    if (refuses(rule) && isUnconditional(rule)) {
      const own = table?.chains.has('KUBE-FORWARD') ? 'there' : 'none';
      const message = phrase('lint.forward-drop-rule', { rule: place.index + 1, own });
      return [{ id: 'forward-drop', severity: 'error', message, places: [place] }];
    }
  }
  if (chain.policy !== 'DROP') return [];
  const places = [{ family: linted.family, table: 'filter' as const, chain: 'FORWARD' }];
  const finding: Finding = {
    id: 'forward-drop',
    severity: 'error',
    message: phrase('lint.forward-drop-policy'),
    places,
  };
  return [finding];
});
