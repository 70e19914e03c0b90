import { join } from 'node:path';
import { syncIptablesRules } from '../../../src/core/kubernetes/proxy/iptables/sync-proxy-rules';
import type { SyncInput } from '../../../src/core/kubernetes/proxy/mode';
import { USERSPACE_MODE } from '../../../src/core/kubernetes/proxy/userspace';
import { printRuleset, rulesetFromLines } from '../../../src/core/linux/xtables/ruleset-text';
import { commentName, compareRulesets } from '../compiler/compare-xtables';
import { compareParts, readRecorded } from '../compiler/ipvs-clusters';
import { compareLines } from '../compiler/nftables-text';
import { compareRuleset, compareTransaction } from '../compiler/nftables-clusters';
import { inputOf, recordedText, type RecordedCluster, saveText } from '../compiler/recordings';
import { compareFullRestore } from '../compiler/restore-text';
import type { Check } from './edits';
import { getMinor } from '../../../src/core/kubernetes/release';

/** Up to 1.26 kubelet makes these; in the recordings it was there only sometimes. */
const KUBELETS = {
  filter: /^(?::KUBE-FIREWALL |-A KUBE-FIREWALL |-A (?:INPUT|OUTPUT) -j KUBE-FIREWALL$)/,
  nat: /^(?::KUBE-MARK-DROP |-A KUBE-MARK-DROP )/,
} as const;

/** A listing without kubelet's chains and rules. From 1.27 on KUBE-FIREWALL is kube-proxy's own. */
function withoutKubelet(text: string, release: string): string {
  const isOwn = getMinor(release) >= 27;
  let table = '';
  const kept = text.split('\n').filter((line) => {
    if (line.startsWith('*')) table = line.slice(1);
    if (line.includes('KUBE-KUBELET-CANARY')) return false;
    if (isOwn) return true;
    return !(table === 'filter' ? KUBELETS.filter : KUBELETS.nat).test(line);
  });
  return kept.join('\n');
}

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
      checks.push({ what: `${tool}.restore`, differences: compareFullRestore(restore, input) });
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
  const { sysctls } = syncIptablesRules(inputOf(cluster, node, 'ipv4'));
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

/** The rules the userspace proxier left; the ports it listens on were the kernel's choice. */
export function userspaceChecks(cluster: RecordedCluster, node: string): Check[] {
  const save = recordedText(join(cluster.folder, node, 'userspace-iptables.save'));
  if (save === undefined) return [];
  const { xtables } = USERSPACE_MODE.syncProxyRules(inputOf(cluster, node, 'ipv4'));
  const text = printRuleset(rulesetFromLines(xtables.tables, 'ipv4'), 'ipv4');
  const differences = compareLines('line', byServicePort(save), byServicePort(text));
  return [{ what: 'userspace-iptables.save', differences }];
}

/** The lines of a listing without the kernel's ports; kube-proxy's order of service ports is random. */
function byServicePort(text: string): string[] {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/--to-ports \d+$/, '--to-ports N').replace(/(--to-destination \S+):\d+$/, '$1:N'))
    .map((line) => line.replace(/^(-A KUBE-NODEPORT-NON-LOCAL .*--dport) \d+/, '$1 N'));
  const key = (line: string): string => `${line.split(' ', 2).join(' ')} ${commentName(line)}`;
  const isOwn = (line: string): boolean => /^-A KUBE-(?:PORTALS|NODEPORT)-/.test(line);
  const first = lines.findIndex(isOwn);
  const own = lines.filter(isOwn).toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
  const rest = lines.filter((line) => !isOwn(line));
  return first < 0 ? lines : [...rest.slice(0, first), ...own, ...rest.slice(first)];
}
