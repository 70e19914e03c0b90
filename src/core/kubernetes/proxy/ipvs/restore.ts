import type { SyncInput } from '../mode';
import { ownChains } from './chains';
import { planSync, type SyncPlan } from './sync-proxy-rules';

/** The exact text of a sync, as fed to `iptables-restore --noflush --counters`: every sync writes everything. */
export function printRestore(input: SyncInput): string {
  const plan = planSync(input);
  return tableText('nat', plan) + tableText('filter', plan);
}

function tableText(table: 'nat' | 'filter', plan: SyncPlan): string {
  const chains = ownChains(table, plan.context.features).map((name) => `:${name} - [0:0]\n`);
  const rules = plan[table].map(({ chain, rule }) => `-A ${chain} ${rule.text}\n`);
  return [`*${table}\n`, ...chains, ...rules, 'COMMIT\n'].join('');
}
