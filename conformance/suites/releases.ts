import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getMinor } from '../../src/core/kubernetes/release';
import {
  directories,
  firstExisting,
  readClusters,
  type RecordedCluster,
  Tally,
  inputOf,
  recordedText,
  saveText,
} from './compiler/recordings';
import { projectFolder, type Suite, type SuiteResult } from './suite';
import { withDefaults } from '../../src/core/kubernetes/defaults';
import {
  namespacedName,
  type ClusterObjects,
  type EndpointSliceObject,
  type ServiceObject,
  type KubeProxyConfig,
} from '../../src/core/kubernetes/types';
import { runIptablesSync as runIptables } from '../../src/core/kubernetes/proxy/iptables/restore';
import type { SyncInput } from '../../src/core/kubernetes/proxy/mode';
import { listTable } from '../../src/core/kubernetes/proxy/nftables/listing';
import {
  runNftablesSync as runNftables,
  type NftablesSyncStep,
} from '../../src/core/kubernetes/proxy/nftables/run-sync';
import { compareRulesets, commentName } from './compiler/compare-xtables';
import { inOneOrder } from './compiler/transaction-order';
import { compareListeners } from './compiler/listeners';
import { compareBlocks, compareLines, readListing } from './compiler/nftables-text';
import { compareRestore, planInRecordedOrder, compareFullRestore } from './compiler/restore-text';
import { configRefusal } from '../../src/core/kubernetes/validation/config';
import { syncIptablesRules } from '../../src/core/kubernetes/proxy/iptables/sync-proxy-rules';
import { USERSPACE_MODE } from '../../src/core/kubernetes/proxy/userspace';
import { printRuleset, rulesetFromLines } from '../../src/core/linux/xtables/ruleset-text';
import { compareParts, readRecorded } from './compiler/ipvs';
import { compareRuleset, compareTransaction } from './compiler/nftables';

/** One recorded text against the compiler's: equal if there are no differences. */
interface Check {
  /** `iptables.save`. */
  readonly what: string;
  readonly differences: readonly string[];
}

interface Edit {
  readonly name: string;
  readonly set: readonly Edited[];
  readonly delete: readonly Edited[];
}

type Edited = ServiceObject | EndpointSliceObject;

/** Changes after the first sync: the text of each partial sync, and the rules afterwards. */
function editChecks(cluster: RecordedCluster, node: string): Check[] {
  const file = recordedText(join(cluster.folder, 'edits.json'));
  if (file === undefined || !directoryHas(join(cluster.folder, node), 'edit-01-')) return [];
  const edits = JSON.parse(file) as readonly Edit[];
  const inputs = (family: SyncInput['family']): SyncInput[] => {
    let objects = cluster.cluster;
    const first = inputOf(cluster, node, family);
    return [first, ...edits.map((edit) => inputOf(cluster, node, family, (objects = applied(objects, edit))))];
  };
  const text = (index: number, rest: string): string | undefined =>
    recordedText(join(cluster.folder, node, `edit-${String(index).padStart(2, '0')}-${rest}`));
  return [
    ...iptablesSyncs(inputs('ipv4'), (index, rest) => text(index, `iptables.${rest}`)),
    ...iptablesSyncs(inputs('ipv6'), (index, rest) => text(index, `iptables6.${rest}`)),
    ...nftablesSyncs([inputs('ipv4'), inputs('ipv6')], text),
    ...listenerChecks([inputs('ipv4'), inputs('ipv6')], text),
  ].map(({ what, differences }) => ({ what, differences }));
}

function directoryHas(folder: string, beginning: string): boolean {
  return readdirSync(folder).some((name) => name.startsWith(beginning));
}

function applied(cluster: ClusterObjects, edit: Edit): ClusterObjects {
  const key = (object: Edited): string => `${object.kind} ${namespacedName(object)}`;
  const replace = <T extends Edited>(list: readonly T[], kind: string): T[] => {
    const objects = new Map(list.map((object) => [key(object), object]));
    for (const object of edit.delete) objects.delete(key(object));
    for (const object of edit.set) if (object.kind === kind) objects.set(key(object), object as T);
    return [...objects.values()];
  };
  return withDefaults({
    ...cluster,
    services: replace(cluster.services, 'Service'),
    endpointSlices: replace(cluster.endpointSlices, 'EndpointSlice'),
  });
}

type TextOf = (index: number, rest: string) => string | undefined;

function iptablesSyncs(inputs: readonly SyncInput[], text: TextOf): Check[] {
  let state: Parameters<typeof runIptables>[0];
  return inputs.flatMap((input, index): Check[] => {
    const [fed, save] = [text(index, 'input'), text(index, 'save')];
    const step = runIptables(state, input, { now: index * 10_000, plan: planInRecordedOrder(input, fed) });
    state = step.state;
    const where = `edit ${index} ${input.family}`;
    return [
      ...(fed === undefined ? [] : [{ what: `${where} restore`, differences: compareRestore(fed, step.restore) }]),
      ...(save === undefined ? [] : [{ what: `${where} save`, differences: compareRulesets(save, saveText(input)) }]),
    ];
  });
}

/** What listens for nodePorts after each sync, of both families. */
function listenerChecks(
  [inputs, others]: readonly [readonly SyncInput[], readonly SyncInput[]],
  text: TextOf,
): Check[] {
  return inputs.flatMap((input, index) => {
    const recorded = text(index, 'listeners.txt');
    const other = others[index];
    if (recorded === undefined || !other) return [];
    return [{ what: `edit ${index} listeners`, differences: compareListeners(recorded, [input, other]) }];
  });
}

/** Of IPv6 only the rules afterwards were kept. */
function nftablesSyncs([inputs, others]: readonly [readonly SyncInput[], readonly SyncInput[]], text: TextOf): Check[] {
  const others6 = nftablesSteps(others);
  return nftablesSteps(inputs).flatMap((step, index): Check[] => {
    const [fed, ruleset] = [text(index, 'nft.input'), text(index, 'nft.ruleset')];
    if (fed === undefined) return [];
    const listed = compareBlocks(
      readListing(ruleset ?? ''),
      readListing(listTable(step.nftables) + listTable(others6[index]?.nftables ?? step.nftables)),
    );
    return [
      {
        what: `edit ${index} nft input`,
        differences: compareLines('line', inOneOrder(fed), inOneOrder(step.transactions.join(''))),
      },
      ...(ruleset === undefined ? [] : [{ what: `edit ${index} nft ruleset`, differences: listed }]),
    ];
  });
}

function nftablesSteps(inputs: readonly SyncInput[]): NftablesSyncStep[] {
  let state: Parameters<typeof runNftables>[0];
  return inputs.map((input, index) => {
    const step = runNftables(state, input, { now: index * 10_000 });
    state = step.state;
    return step;
  });
}

/** A configuration that the release's kube-proxy would not start with, and its words. */
function refusalChecks(root: string, { name, folder, release }: RecordedCluster): Check[] {
  const words = recordedText(join(folder, 'REFUSED'))?.trim();
  if (words === undefined) return [];
  const config = recordedText(join(folder, 'config.json')) ?? elsewhere(root, name, words);
  // Of a single release nothing may be left to tell what it was given.
  if (config === undefined) return [];
  const said = configRefusal(JSON.parse(config) as KubeProxyConfig, release)?.values?.['words'];
  return [{ what: 'REFUSED', differences: compareLines('words', [words], [String(said ?? 'it starts')]) }];
}

/** The configuration was not always kept where it was refused: it is the one of another release that the words speak of. */
function elsewhere(root: string, name: string, words: string): string | undefined {
  return directories(root)
    .map((release) => recordedText(join(root, release, name, 'config.json')))
    .find((text) => words.split(/[\s:"]+/).some((word) => word.length > 6 && text?.includes(word)));
}

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
function iptablesChecks(cluster: RecordedCluster, node: string): Check[] {
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

/** Check: IPVS mode does not start; its words are not known. */
function ipvsRefusal({ folder, config, release }: RecordedCluster, node: string): Check[] {
  if (!existsSync(join(folder, node, 'REFUSED.ipvs'))) return [];
  const isRefused = configRefusal(config, release, 'ipvs') !== undefined;
  return [{ what: 'REFUSED.ipvs', differences: isRefused ? [] : ['kube-proxy ends, here it starts'] }];
}

/** Virtual servers, ipsets, addresses of kube-ipvs0 and rules, of each family. */
function ipvsChecks(cluster: RecordedCluster, node: string): Check[] {
  return [...ipvsRefusal(cluster, node), ...ipvsParts(cluster, node)];
}

function ipvsParts(cluster: RecordedCluster, node: string): Check[] {
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
function nftablesChecks(cluster: RecordedCluster, node: string): Check[] {
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
  const listeners = text('listeners.txt');
  if (listeners !== undefined)
    checks.push({ what: 'listeners', differences: compareListeners(listeners, [input('ipv4'), input('ipv6')]) });
  return checks;
}

/** The rules the userspace proxier left; the ports it listens on were the kernel's choice. */
function userspaceChecks(cluster: RecordedCluster, node: string): Check[] {
  const save = recordedText(join(cluster.folder, node, 'userspace-iptables.save'));
  if (save === undefined) return [];
  const { xtables } = USERSPACE_MODE.syncProxyRules(inputOf(cluster, node, 'ipv4'));
  const text = printRuleset(rulesetFromLines(xtables.tables, 'ipv4'), 'ipv4');
  const differences = compareLines('line', listingByServicePort(save), listingByServicePort(text));
  return [{ what: 'userspace-iptables.save', differences }];
}

/** The lines of a listing without the kernel's ports; kube-proxy's order of service ports is random. */
function listingByServicePort(text: string): string[] {
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

/** Recordings of other releases kept in the project. */
const PROJECT = 'conformance/recordings/releases';

/** What the kube-proxies of other releases wrote against what the compiler writes for them. */
export const RELEASES_SUITE: Suite = {
  name: 'releases',
  run: (folder) => {
    const root = placeOf(folder ?? projectFolder(PROJECT));
    const releases = directories(root).filter((name) => !Number.isNaN(getMinor(name)));
    return releases.flatMap((release) => compareRelease(root, release)).filter(({ total }) => total > 0);
  },
};

function placeOf(folder: string): string {
  const below = [join(folder, 'releases'), join(folder, 'golden', 'releases')];
  return firstExisting(...below) ?? folder;
}

/** One line a mode, one for partial syncs, one for configurations that are refused. */
function compareRelease(root: string, release: string): SuiteResult[] {
  const tallies = new Map<string, Tally>();
  const count = (mode: string, where: string, { what, differences }: Check): void => {
    const name = `${mode} ${release}`;
    const known = tallies.get(name) ?? new Tally(name);
    tallies.set(name, known);
    known.add(`${where} ${what}`, differences);
  };
  const folder = join(root, release);
  for (const cluster of readClusters(folder, release)) {
    for (const check of refusalChecks(root, cluster)) count('refused', cluster.name, check);
    for (const node of isRefused(cluster) ? [] : cluster.nodes) compareNode(cluster, node, count);
  }
  return [...tallies.values()].map((tally) => tally.result());
}

function isRefused({ folder }: RecordedCluster): boolean {
  return existsSync(join(folder, 'REFUSED'));
}

const CHECKS = {
  iptables: iptablesChecks,
  ipvs: ipvsChecks,
  nftables: nftablesChecks,
  userspace: userspaceChecks,
  'partial syncs': editChecks,
} as const;

function compareNode(
  cluster: RecordedCluster,
  node: string,
  count: (mode: string, where: string, check: Check) => void,
): void {
  for (const [mode, checksOf] of Object.entries(CHECKS)) {
    for (const check of checksOf(cluster, node)) count(mode, `${cluster.name} ${node}`, check);
  }
}
