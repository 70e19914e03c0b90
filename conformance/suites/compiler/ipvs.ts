import { join } from 'node:path';
import { completeCluster } from '../../../src/core/kubernetes/complete';
import {
  printIpvsRestore,
  planIpvsSync,
  syncIpvsRules,
} from '../../../src/core/kubernetes/proxy/ipvs/sync-proxy-rules';
import { virtualServerKey } from '../../../src/core/kubernetes/proxy/ipvs/port-block';
import type { SyncInput } from '../../../src/core/kubernetes/proxy/mode';
import type { ClusterObjects } from '../../../src/core/kubernetes/types';
import { printRuleset, rulesetFromLines } from '../../../src/core/linux/xtables/ruleset-text';
import {
  ipvsReport,
  reportedServer,
  type IpvsReport,
  type ReportedServer,
} from '../../../src/headless/verbs/ipvs-report';
import type { SuiteResult } from '../suite';
import { compareRules, compareSets, compareLines } from './nftables-text';
import { inputOf, readClusters, recordedText, Tally } from './recordings';
import { existsSync } from 'node:fs';
import {
  runIpvsSync,
  type IpvsProxierState,
  type IpvsSyncStep,
} from '../../../src/core/kubernetes/proxy/ipvs/run-sync';
import { plainCommand, readScenarios, readSections, scenarioInputs, type Scenario } from './scenarios';

const FAMILIES = [
  ['ipv4', '', 'iptables'],
  ['ipv6', '6', 'ip6tables'],
] as const;

const PARTS = ['servers', 'ipsets', 'kube-ipvs0', 'restore', 'save', 'servers, ipsets, slices rebuilt'] as const;
type Part = (typeof PARTS)[number];

/** The recorded texts of one node and family. */
interface Recorded {
  readonly servers: string;
  readonly ipsets: string;
  readonly addresses: string;
  readonly restore: string;
  readonly save: string;
}

/** Recorded clusters against the compiler: virtual servers, sets, addresses and rules, each family. */
export function ipvsClusters(folder: string): SuiteResult[] {
  const tallies = FAMILIES.map(([family]) => new Map(PARTS.map((part) => [part, new Tally(`ipvs ${part} ${family}`)])));
  for (const cluster of readClusters(folder)) {
    // Drops what the endpointslice controller made and makes it anew; kept where a selector finds no Pod.
    const rebuilt = completeCluster(cluster.cluster);
    for (const node of cluster.nodes) {
      for (const [index, [family, suffix, tool]] of FAMILIES.entries()) {
        const recorded = readRecorded(join(cluster.folder, node), suffix, tool);
        const where = `${cluster.name} ${node} ${family}`;
        if (!recorded) continue;
        const add = (part: Part, differences: readonly string[]): void =>
          tallies[index]?.get(part)?.add(where, differences);
        compareNode(add, recorded, (objects) => inputOf(cluster, node, family, objects), [cluster.cluster, rebuilt]);
      }
    }
  }
  return tallies.flatMap((parts) => [...parts.values()].map((tally) => tally.result()));
}

/** The recorded texts of a node and family; undefined if there are none. */
export function readRecorded(folder: string, suffix: string, tool: string): Recorded | undefined {
  const text = (file: string): string => recordedText(join(folder, file)) ?? '';
  const servers = recordedText(join(folder, `ipvs${suffix}.json`));
  if (servers === undefined) return undefined;
  return {
    servers,
    ipsets: text(`ipset${suffix}.save`),
    addresses: text(`kube-ipvs0${suffix}.txt`),
    restore: text(`ipvs${suffix}.restore`),
    save: text(`ipvs-${tool}.save`),
  };
}

/**
 * Servers, sets, addresses and rules of one node and family as the compiler gives them against the recorded ones.
 * @param shown What of a listing is compared.
 */
export function compareParts(recorded: Recorded, input: SyncInput, shown = (text: string): string => text) {
  const report = reportOf(input);
  return {
    servers: compareServers(recorded.servers, report, contestedServers(input)),
    ipsets: compareSets('ipset', recorded.ipsets, report.ipsets),
    'kube-ipvs0': compareSets('address', recorded.addresses, report.addresses.join('\n')),
    restore: compareRules('restore', recorded.restore, printIpvsRestore(input)),
    save: compareRules('save', recorded.save, shown(asRecordable(recorded, report.iptables))),
  };
}

/** The same as one list; the text of the restore is not among it. */
export function compareState(recorded: Recorded, input: SyncInput): string[] {
  const { servers, ipsets, 'kube-ipvs0': addresses, save } = compareParts(recorded, input);
  return [...servers, ...ipsets, ...addresses, ...save];
}

function compareNode(
  add: (part: Part, differences: readonly string[]) => void,
  recorded: Recorded,
  inputFor: (cluster: ClusterObjects) => SyncInput,
  [given, rebuilt]: readonly [ClusterObjects, ClusterObjects],
): void {
  const parts = compareParts(recorded, inputFor(given));
  for (const part of PARTS) if (part in parts) add(part, parts[part as keyof typeof parts]);
  const again = reportOf(inputFor(rebuilt));
  add('servers, ipsets, slices rebuilt', [
    ...compareServers(recorded.servers, again),
    ...compareSets('ipset', recorded.ipsets, again.ipsets),
  ]);
}

function reportOf(input: SyncInput): IpvsReport {
  const state = syncIpvsRules(input);
  return ipvsReport(state, printRuleset(rulesetFromLines(state.xtables.tables, input.family), input.family));
}

/**
 * The kernel of the recordings has no ip_vs: where filter has a rule with `-m ipvs`, it took none of
 * that table's rules, and only its chains and jumps are there. A node that runs this mode takes them.
 */
function asRecordable({ restore, save }: Recorded, text: string): string {
  if (!restore.includes(' -m ipvs ') || save.includes('-A KUBE-FORWARD ')) return text;
  const nat = text.indexOf('*nat');
  return text.slice(0, nat).replaceAll(/^-A KUBE-.*\n/gm, '') + text.slice(nat);
}

/**
 * Texts of virtual servers that several service ports claim, each with what stands for all of them: the
 * last one wins, and kube-proxy's order of service ports is random.
 */
function contestedServers(input: SyncInput): ReadonlyMap<string, string> {
  const claims = new Map<string, string[]>();
  for (const server of planIpvsSync(input).ports.flatMap(({ virtualServers }) => virtualServers)) {
    const key = virtualServerKey(server);
    claims.set(key, [...(claims.get(key) ?? []), serverText(reportedServer(server))]);
  }
  const contested = [...claims].filter(([, texts]) => texts.length > 1);
  return new Map(contested.flatMap(([key, texts]) => texts.map((text) => [text, `one of several ${key}`] as const)));
}

function serverText(server: ReportedServer): string {
  return JSON.stringify({ ...server, Servers: server.Servers.map((each) => JSON.stringify(each)).sort() });
}

interface ListedServers {
  readonly VirtualServers: IpvsReport['virtualServers'] | null;
  readonly Sysctls: IpvsReport['sysctls'];
}

function listedServers(text: string): ListedServers | undefined {
  try {
    return JSON.parse(text) as ListedServers;
  } catch {
    return undefined;
  }
}

function compareServers(
  recorded: string,
  report: IpvsReport,
  contested: ReadonlyMap<string, string> = new Map(),
): string[] {
  const listed = listedServers(recorded);
  if (!listed) return ['the recorded servers are no JSON'];
  const { VirtualServers, Sysctls } = listed;
  const texts = (servers: readonly ReportedServer[]): string[] =>
    servers
      .map(serverText)
      .map((text) => contested.get(text) ?? text)
      .sort();
  return [
    ...compareLines('virtual server', texts(VirtualServers ?? []), texts(report.virtualServers)),
    ...compareLines('sysctls', [JSON.stringify(Sysctls)], [JSON.stringify(report.sysctls)]),
  ];
}

/** What only the ipvs proxier of a scenario was given. */
interface IpvsConfig {
  readonly ipvsScheduler?: string;
  readonly ipvsStrictARP?: boolean;
}

/** The recorder's "all local addresses" were these. */
const INTERFACES = ['127.0.0.1', '192.168.1.11', '::1', 'fd00:1::11'];

/** The ipvs syncs of spec-scenarios: every call on sysctls, netlink, IPVS and ipset, the rules, and conntrack. */
export function ipvsScenarios(folder: string): SuiteResult[] {
  const tally = new Tally('ipvs scenarios: calls of each sync');
  const path = join(folder, 'ipvs-calls.txt');
  const sections = existsSync(path) ? readSections(path) : new Map<string, string>();
  for (const scenario of readScenarios(folder)) {
    const recorded = sections.get(scenario.id)?.split('--- next sync\n');
    if (!recorded) continue;
    let state: IpvsProxierState | undefined;
    for (const [index, input] of scenarioInputs(scenario).entries()) {
      const step = runIpvsSync(state, ipvsInput(scenario, input));
      state = step.state;
      tally.add(`${scenario.id} sync ${index + 1}`, compareStep(recorded[index] ?? '', step));
    }
  }
  return [tally.result()];
}

function ipvsInput({ config }: Scenario, input: SyncInput): SyncInput {
  const { ipvsScheduler = '', ipvsStrictARP = false }: Scenario['config'] & IpvsConfig = config;
  const ipvs = { scheduler: ipvsScheduler, strictARP: ipvsStrictARP };
  return { ...input, config: { ...input.config, ipvs }, interfaceAddresses: INTERFACES };
}

function compareStep(recorded: string, step: IpvsSyncStep): string[] {
  const lines = recorded.split('\n').filter((line) => line !== '');
  const [start, end] = [lines.indexOf('*nat'), lines.lastIndexOf('COMMIT') + 1];
  const before = lines.slice(0, start).map(plainCommand);
  const after = lines.slice(end);
  const isCommand = (line: string): boolean => /^ip6?tables /.test(line);
  // Only the first recording kept the commands that make chains.
  const calls = before.some(isCommand) ? step.calls : step.calls.filter((line) => !isCommand(line));
  const conntrack = step.conntrack.map((command) => `exec: ${command}`);
  const ran = after.filter((line) => line.startsWith('exec: '));
  return [
    ...compareCalls(before, calls),
    ...compareRules('restore', lines.slice(start, end).join('\n'), step.restore),
    ...compareSets('conntrack', ran.join('\n'), conntrack.join('\n')),
    ...compareSets('cleanup', after.filter((line) => !line.startsWith('exec: ')).join('\n'), step.cleanup.join('\n')),
    ...compareLines('kinds of cleanup', kinds(after), kinds([...step.cleanup, ...conntrack])),
  ];
}

/** Which kinds of calls follow one another. */
function kinds(lines: readonly string[]): string[] {
  const words = lines.map((line) =>
    line
      .split(' ')
      .slice(0, 3)
      .join(' ')
      .replace(/^exec: .*/, 'exec'),
  );
  return words.filter((word, index) => word !== words[index - 1]);
}

/** In order, but for what kube-proxy takes from maps and sets: virtual servers, real servers, set entries. */
function compareCalls(recorded: readonly string[], actual: readonly string[]): string[] {
  return compareLines('call', ordered(recorded), ordered(actual));
}

function ordered(lines: readonly string[]): string[] {
  const isServer = (line: string): boolean => /^(ipvs: (add|update|del)|netlink: ip addr)/.test(line);
  const isSet = (line: string): boolean => line.startsWith('ipset ');
  const fixed = lines.filter((line) => !isServer(line) && !isSet(line));
  return [...fixed, ...serverGroups(lines.filter(isServer)), ...lines.filter(isSet).toSorted()];
}

/** What is done for one virtual server stays together and in order, its real servers sorted. */
function serverGroups(lines: readonly string[]): string[] {
  const groups = new Map<string, string[]>();
  let current = '';
  for (const line of lines) {
    current = /^ipvs: \w+ (?:service|dest) (\S+)/.exec(line)?.[1] ?? current;
    const group = groups.get(current);
    if (group) group.push(line);
    else groups.set(current, [line]);
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, group]) => sortedRuns(group));
}

/** Runs of calls on real servers, sorted in themselves. */
function sortedRuns(lines: readonly string[]): string[] {
  const head = lines.filter((line) => !/^ipvs: \w+ dest /.test(line));
  const added = lines.filter((line) => /^ipvs: (add|update) dest /.test(line));
  const deleted = lines.filter((line) => line.startsWith('ipvs: del dest '));
  return [...head, ...added.toSorted(), ...deleted.toSorted()];
}
