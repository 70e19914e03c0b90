import { join } from 'node:path';
import { completeCluster } from '../../../src/core/kubernetes/complete';
import type { SuiteResult } from '../suite';
import { compareRulesets, readRuleset } from './compare-xtables';
import { inputOf, readClusters, recordedText, Tally, saveText } from './recordings';
import { compareFullRestore, compareRestore, planInRecordedOrder } from './restore-text';
import { USERSPACE_MODE } from '../../../src/core/kubernetes/proxy/userspace';
import { printRuleset, rulesetFromLines } from '../../../src/core/linux/xtables/ruleset-text';
import {
  runIptablesSync,
  type IptablesProxierState,
  type IptablesSyncStep,
} from '../../../src/core/kubernetes/proxy/iptables/restore';
import { plainCommand, readScenarios, readSections, scenarioInputs } from './scenarios';

const FAMILIES = [
  ['ipv4', 'iptables'],
  ['ipv6', 'ip6tables'],
] as const;

/** Recorded clusters against the compiler: restore and save, each family; then with slices rebuilt from Pods. */
export function iptablesClusters(folder: string): SuiteResult[] {
  const tallies = FAMILIES.flatMap(([family]) => [
    new Tally(`iptables restore ${family}`),
    new Tally(`iptables save ${family}`),
    new Tally(`iptables restore ${family}, slices rebuilt`),
  ]);
  for (const recorded of readClusters(folder)) {
    // Drops what the endpointslice controller made and makes it anew; kept where a selector finds no Pod.
    const rebuilt = completeCluster(recorded.cluster);
    for (const node of recorded.nodes) {
      for (const [index, [family, tool]] of FAMILIES.entries()) {
        const text = (form: string): string | undefined => recordedText(join(recorded.folder, node, `${tool}.${form}`));
        const input = inputOf(recorded, node, family);
        const where = `${recorded.name} ${node} ${family}`;
        const [restore, save, again] = tallies.slice(index * 3);
        compare(restore, where, text('restore'), (fed) => compareFullRestore(fed, input));
        compare(save, where, text('save'), (kept) => compareRulesets(kept, saveText(input)));
        const other = inputOf(recorded, node, family, rebuilt);
        compare(again, where, text('restore'), (fed) => compareFullRestore(fed, other));
      }
    }
  }
  return tallies.map((tally) => tally.result());
}

function compare(
  tally: Tally | undefined,
  where: string,
  expected: string | undefined,
  differ: (expected: string) => readonly string[],
): void {
  if (expected !== undefined) tally?.add(where, differ(expected));
}

/** Clusters whose rules a real iptables listed; only the rules were kept, so chains are not compared. */
export function userspaceClusters(folder: string): SuiteResult[] {
  const tally = new Tally('userspace save ipv4');
  for (const { name, folder: place, cluster, config, nodes } of readClusters(folder)) {
    for (const node of nodes) {
      const recorded = recordedText(join(place, node, 'iptables.save'));
      if (recorded === undefined) continue;
      const state = USERSPACE_MODE.syncProxyRules({ cluster, node, family: 'ipv4', config, release: '1.25' });
      const text = printRuleset(rulesetFromLines(state.xtables.tables, 'ipv4'), 'ipv4');
      tally.add(`${name} ${node}`, compareRulesets(rulesOnly(recorded), rulesOnly(text)));
    }
  }
  return [tally.result()];
}

function rulesOnly(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.startsWith('*') || line.startsWith('-A'))
    .join('\n');
}

const LARGE = '(… chains and rules';

/** The iptables syncs of spec-scenarios: what is restored, with sysctls and conntrack commands, and what stands afterwards. */
export function iptablesScenarios(folder: string): SuiteResult[] {
  const restores = readSections(join(folder, 'iptables-restore-input.txt'));
  const saves = readSections(join(folder, 'iptables-save.txt'));
  const restore = new Tally('iptables scenarios: each sync');
  const save = new Tally('iptables scenarios: kernel afterwards');
  for (const scenario of readScenarios(folder)) {
    const inputs = scenarioInputs(scenario);
    const recorded = (restores.get(scenario.id) ?? '').split('--- next sync\n');
    let state: IptablesProxierState | undefined;
    for (const [index, input] of inputs.entries()) {
      const plan = planInRecordedOrder(input, recorded[index]);
      const step = runIptablesSync(state, input, { plan });
      state = step.state;
      restore.add(`${scenario.id} sync ${index + 1}`, compareStep(recorded[index] ?? '', step));
    }
    const last = inputs.at(-1);
    const kept = saves.get(scenario.id);
    if (last && kept !== undefined) save.add(scenario.id, compareRulesets(kept, withoutCanaries(saveText(last))));
  }
  return [restore.result(), save.result()];
}

function compareStep(recorded: string, step: IptablesSyncStep): string[] {
  const [body = '', example] = recorded.split(LARGE);
  const lines = body.split('\n');
  const before = lines.slice(0, lines.indexOf('*filter'));
  const conntrack = lines.filter((line) => line.startsWith('exec: ')).map((line) => line.slice('exec: '.length));
  const fed = lines.filter((line) => /^(?:[-:*]|COMMIT)/.test(line)).join('\n');
  const mine = Object.entries(step.sysctls).map(([name, value]) => `sysctl: ${name.replaceAll('.', '/')}=${value}`);
  const commands = before.filter((line) => line.startsWith('iptables')).map(plainCommand);
  return [
    ...compareLists(
      'sysctl',
      before.filter((line) => line.startsWith('sysctl')),
      mine,
    ),
    ...(commands.length > 0 ? compareLists('command', commands, step.commands) : []),
    ...compareLists('conntrack', conntrack.toSorted(), step.conntrack.toSorted()),
    ...(example === undefined ? compareRestore(fed, step.restore) : compareShortened(body, example, step.restore)),
  ];
}

/** A recording that leaves out most of one Service: what it has must be there in order. */
function compareShortened(body: string, example: string, actual: string): string[] {
  const have = readRuleset(actual);
  const want = readRuleset(`*nat\n${example.slice(example.indexOf('\n') + 1)}`);
  const differences: string[] = [];
  for (const [chain, rules] of want.tables.get('*nat') ?? []) {
    differences.push(...compareLists(chain, rules, (have.tables.get('*nat')?.get(chain) ?? []).slice(0, rules.length)));
  }
  const lines = new Set(actual.split('\n'));
  for (const line of body.split('\n')) if (/^[-:*]/.test(line) && !lines.has(line)) differences.push(`missing ${line}`);
  return differences;
}

/** The text without canary chains, as these recordings were made. */
function withoutCanaries(text: string): string {
  return text
    .replace(/^\*mangle[\s\S]*?COMMIT\n/, '')
    .split('\n')
    .filter((line) => !line.startsWith(':KUBE-PROXY-CANARY'))
    .join('\n');
}

function compareLists(what: string, want: readonly string[], have: readonly string[]): string[] {
  if (want.length === have.length && want.every((line, i) => line === have[i])) return [];
  return [`${what}\n  - ${want.join('\n  - ')}\n  + ${have.join('\n  + ')}`];
}
