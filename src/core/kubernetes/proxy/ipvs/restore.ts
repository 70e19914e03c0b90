import type { SyncInput } from '../mode';
import { ownChains } from './chains';
import type { Features } from './features';
import { KUBE_FORWARD, KUBE_POSTROUTING } from './names';
import { planSync, type SyncPlan } from './sync-proxy-rules';

/** The exact text of a sync, as fed to `iptables-restore --noflush --counters`: every sync writes everything. */
export function printRestore(input: SyncInput): string {
  const plan = planSync(input);
  return tableText('nat', plan) + tableText('filter', plan);
}

/** The names of the `:CHAIN` lines: up to 1.20 one name for every chain that was not there before the first sync. */
function declaredChains(table: 'nat' | 'filter', features: Features): readonly string[] {
  const own = ownChains(table, features);
  if (features.namesChains) return own;
  return own.map(() => (table === 'nat' ? KUBE_POSTROUTING : KUBE_FORWARD));
}

function tableText(table: 'nat' | 'filter', plan: SyncPlan): string {
  const chains = declaredChains(table, plan.context.features).map((name) => `:${name} - [0:0]\n`);
  const rules = plan[table].map(({ chain, rule }) => `-A ${chain} ${rule.text}\n`);
  return [`*${table}\n`, ...chains, ...rules, 'COMMIT\n'].join('');
}
