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
