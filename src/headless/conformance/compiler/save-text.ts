import { syncProxyRules } from '../../../core/kubernetes/proxy/iptables/sync-proxy-rules';
import type { SyncInput } from '../../../core/kubernetes/proxy/mode';
import { printRuleset, rulesetFromLines } from '../../../core/linux/xtables/ruleset-text';

/** What `iptables-save` prints on a node after kube-proxy's full sync. */
export function saveText(input: SyncInput): string {
  return printRuleset(rulesetFromLines(syncProxyRules(input).xtables.tables, input.family), input.family);
}
