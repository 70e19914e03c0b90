import { join } from 'node:path';
import {
  runIptablesSync,
  type IptablesProxierState,
  type IptablesSyncStep,
} from '../../../src/core/kubernetes/proxy/iptables/restore';
import { compareRulesets, readRuleset } from './compare-xtables';
import { plainCommand, readScenarios, readSections, scenarioInputs } from './scenarios';
import { Tally, saveText } from './recordings';
import { compareRestore, planInRecordedOrder } from './restore-text';
import type { SuiteResult } from '../suite';

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

/** These recordings were made without the canary chains. */
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
