import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  runIpvsSync,
  type IpvsProxierState,
  type IpvsSyncStep,
} from '../../../src/core/kubernetes/proxy/ipvs/run-sync';
import type { SyncInput } from '../../../src/core/kubernetes/proxy/mode';
import type { SuiteResult } from '../suite';
import { compareRules, compareSets, compareLines } from './nftables-text';
import { plainCommand, readScenarios, readSections, scenarioInputs, type Scenario } from './scenarios';
import { Tally } from './recordings';

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
