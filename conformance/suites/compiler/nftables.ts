import { join } from 'node:path';
import { completeCluster } from '../../../src/core/kubernetes/complete';
import type { SyncInput } from '../../../src/core/kubernetes/proxy/mode';
import { listTable } from '../../../src/core/kubernetes/proxy/nftables/listing';
import { FIRST_SYNC, transactionText } from '../../../src/core/kubernetes/proxy/nftables/print';
import {
  planNftablesSync,
  syncNftablesRules,
  makeNftTable,
  type NftPort,
  type NftablesSyncPlan,
} from '../../../src/core/kubernetes/proxy/nftables/sync-proxy-rules';
import type { SuiteResult } from '../suite';
import { compareBlocks, compareLines, readListing, readCommands } from './nftables-text';
import { inputOf, readClusters, recordedText, type RecordedCluster, Tally } from './recordings';
import { generatedElementText } from '../../../src/core/kubernetes/proxy/shared/service-blocks';
import { existsSync } from 'node:fs';
import {
  runNftablesSync,
  type NftablesProxierState,
  type NftablesSyncStep,
} from '../../../src/core/kubernetes/proxy/nftables/run-sync';
import { readScenarios, readSections, scenarioInputs, type Scenario } from './scenarios';

/** kube-proxy's own random order of service ports, read off its text: then every byte can be compared. */
function inRecordedOrder(plan: NftablesSyncPlan, text: string): NftablesSyncPlan {
  const places = new Map(plan.ports.map((port) => [port, placeOf(port, text)] as const));
  return { ...plan, ports: plan.ports.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)) };
}

/** Where the text decides about the port's clusterIP: a line that no other port has. */
function placeOf({ transaction }: NftPort, text: string): number {
  const own = transaction.elements.find(({ set }) => set.name === 'service-ips' || set.name === 'no-endpoint-services');
  return own ? text.indexOf(`${own.set.name} { ${generatedElementText(own.element)} }`) : -1;
}

/**
 * The lines of a transaction with the endpoints of some service ports in one order: where a port uses
 * endpoints of the node and of the cluster, kube-proxy merges the two lists in a random order.
 */
export function withMergedSorted(lines: readonly string[]): string[] {
  const declared = (kind: string): string[] =>
    lines.flatMap((line) => new RegExp(`^add chain \\S+ \\S+ ${kind}-[A-Z2-7]{8}-(\\S+)$`).exec(line)?.[1] ?? []);
  const both = new Set(declared('service'));
  const merged = new Set(declared('local').filter((name) => both.has(name)));
  const endpointOf = (line: string): string | undefined => {
    const [, , , , chain = ''] = line.split(' ', 5);
    const name = /^(?:endpoint|affinity)-[A-Z2-7]{8}-(.+?)__/.exec(chain)?.[1];
    return name !== undefined && merged.has(name) ? chain.replace(/^\w+-/, '') : undefined;
  };
  const places = lines.flatMap((line, index) => (endpointOf(line) === undefined ? [] : [index]));
  const sorted = places
    .map((index) => lines[index] ?? '')
    .toSorted((a, b) => compareNames(servicePart(a) + (endpointOf(a) ?? ''), servicePart(b) + (endpointOf(b) ?? '')));
  const result = [...lines];
  for (const [index, place] of places.entries()) result[place] = sorted[index] ?? '';
  return result;
}

/** What is done to an endpoint: lines that do the same stand together. */
function servicePart(line: string): string {
  const [verb = '', noun = ''] = line.split(' ', 2);
  return noun === 'rule'
    ? 'rule '
    : noun === 'set'
      ? 'set '
      : `chain ${verb === 'add' || verb === 'flush' ? '' : verb}`;
}

function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const FAMILIES = [
  ['ipv4', 'nft.input'],
  ['ipv6', 'nft6.input'],
] as const;

type Inputs = (family: SyncInput['family']) => SyncInput;

/** Recorded clusters against the compiler: the transaction of each family byte for byte, and the ruleset afterwards. */
export function nftablesClusters(folder: string): SuiteResult[] {
  const tallies: Tallies = {
    transaction: { ipv4: new Tally('nftables transaction ipv4'), ipv6: new Tally('nftables transaction ipv6') },
    ruleset: new Tally('nftables ruleset'),
    refused: new Tally('nftables refused'),
    rebuilt: new Tally('nftables ruleset, slices rebuilt'),
  };
  for (const recorded of readClusters(folder)) {
    // Drops what the endpointslice controller made and makes it anew; kept where a selector finds no Pod.
    const rebuilt = completeCluster(recorded.cluster);
    for (const node of recorded.nodes) {
      const input = (cluster: SyncInput['cluster']): Inputs => {
        return (family) => inputOf(recorded, node, family, cluster);
      };
      compareNode(tallies, recorded, node, { given: input(recorded.cluster), rebuilt: input(rebuilt) });
    }
  }
  const { transaction, ruleset, refused, rebuilt } = tallies;
  return [transaction.ipv4, transaction.ipv6, ruleset, rebuilt, refused].map((tally) => tally.result());
}

interface Tallies {
  readonly transaction: Readonly<Record<SyncInput['family'], Tally>>;
  readonly ruleset: Tally;
  readonly refused: Tally;
  readonly rebuilt: Tally;
}

function compareNode(
  tallies: Tallies,
  recorded: RecordedCluster,
  node: string,
  { given, rebuilt }: { given: Inputs; rebuilt: Inputs },
): void {
  const where = `${recorded.name} ${node}`;
  const text = (file: string): string | undefined => recordedText(join(recorded.folder, node, file));
  for (const [family, file] of FAMILIES) {
    const expected = text(file);
    if (expected === undefined) continue;
    tallies.transaction[family].add(where, compareTransaction(expected, given(family)));
  }
  const ruleset = text('nft.ruleset');
  if (ruleset !== undefined) {
    tallies.ruleset.add(where, compareRuleset(ruleset, given));
    tallies.rebuilt.add(where, compareRuleset(ruleset, rebuilt));
  } else if (text('nft.input') !== undefined) {
    // The transaction was tried and real nft took none of it.
    const refusal = syncNftablesRules(given('ipv4')).nftables?.refusal;
    tallies.refused.add(where, refusal ? [] : ['nft refused it, the compiler does not']);
  }
}

/** The transaction of a first sync, in the recorded order of service ports. */
export function compareTransaction(expected: string, input: SyncInput): string[] {
  const actual = transactionText(inRecordedOrder(planNftablesSync(input), expected), FIRST_SYNC);
  const [want, have] = [expected.trimEnd().split('\n'), actual.trimEnd().split('\n')];
  const differences = compareLines('line', want, have);
  return differences.length === 0 ? [] : compareLines('line', withMergedSorted(want), withMergedSorted(have));
}

/**
 * What nft lists of both families' tables. `transactionOf`: the recorded text, whose order of service ports
 * decides who has an address that two claim.
 */
export function compareRuleset(
  expected: string,
  inputs: Inputs,
  transactionOf = (_family: SyncInput['family']): string | undefined => undefined,
): string[] {
  const tables = (['ipv4', 'ipv6'] as const).map((family) => {
    const plan = planNftablesSync(inputs(family));
    const text = transactionOf(family);
    return listTable(makeNftTable(text === undefined ? plan : inRecordedOrder(plan, text)));
  });
  return compareBlocks(readListing(expected), readListing(tables.join('')));
}

/** A table as a series of transactions leaves it: one line an object, as commands that would make it again. */
export class AppliedTable {
  #table = '';
  readonly #chains = new Map<string, { declared: string; rules: string[] }>();
  readonly #sets = new Map<string, { declared: string; elements: Map<string, string> }>();

  /** Runs the text of a transaction, line by line, as `nft -f -` would. Throws at what nft would refuse. */
  apply(text: string): void {
    for (const line of text.split('\n')) if (line !== '') this.#run(line);
  }

  /** `add …` lines of everything there is. */
  text(): string {
    const lines = [this.#table];
    for (const { declared, rules } of this.#chains.values()) lines.push(declared, ...rules);
    for (const { declared, elements } of this.#sets.values()) lines.push(declared, ...elements.values());
    return lines.join('\n');
  }

  #run(line: string): void {
    const [verb = '', noun = '', , , name = ''] = line.split(' ', 5);
    if (noun === 'table') this.#table = line;
    else if (noun === 'chain') this.#chain(verb, name, line);
    else if (noun === 'rule') this.#found(this.#chains, name, line).rules.push(line);
    else if (noun === 'element') this.#element(verb, name, line);
    else this.#set(verb, name, line);
  }

  #chain(verb: string, name: string, line: string): void {
    if (verb === 'add') {
      const known = this.#chains.get(name);
      if (!known) this.#chains.set(name, { declared: line, rules: [] });
      return;
    }
    const chain = this.#found(this.#chains, name, line);
    if (verb === 'delete') this.#chains.delete(name);
    else chain.rules = [];
  }

  #set(verb: string, name: string, line: string): void {
    if (verb === 'add') {
      if (!this.#sets.has(name)) this.#sets.set(name, { declared: line, elements: new Map() });
      return;
    }
    const set = this.#found(this.#sets, name, line);
    if (verb === 'delete') this.#sets.delete(name);
    else set.elements.clear();
  }

  #element(verb: string, name: string, line: string): void {
    const key = /\{ (.*?)(?: comment "| : | \}$)/.exec(line)?.[1] ?? '';
    const { elements } = this.#found(this.#sets, name, line);
    const known = elements.get(key);
    if (verb === 'delete') {
      if (!elements.delete(key)) throw new Error(`nothing of that key: ${line}`);
      return;
    }
    if (known === undefined) elements.set(key, line);
    else if (known !== line) throw new Error(`two verdicts: ${line}`);
  }

  #found<T>(list: ReadonlyMap<string, T>, name: string, line: string): T {
    const found = list.get(name);
    if (found === undefined) throw new Error(`nothing of that name: ${line}`);
    return found;
  }
}

/** What only the nftables proxier of a scenario was given. */
interface NftablesConfig {
  readonly nftablesNodePortPrimary?: boolean;
  readonly nftablesServiceCIDRs?: string;
}

interface Recording {
  readonly file: string;
  readonly release: string;
  readonly what: string;
}

const DUMPS: readonly Recording[] = [
  { file: 'nftables-dump.txt', release: '1.30', what: '1.30: kernel after each sync' },
  { file: 'nftables-dump-1.34-derived.txt', release: '1.34', what: '1.34 (derived): kernel after each sync' },
  { file: 'nftables-dump-1.37-derived.txt', release: '1.37', what: '1.37 (derived): kernel after each sync' },
];
const LISTINGS: readonly Recording[] = [
  { file: 'nftables-list.txt', release: '1.30', what: '1.30: listing' },
  { file: 'nftables-list-1.37-derived.txt', release: '1.37', what: '1.37 (derived): listing' },
];

/** The nftables syncs of spec-scenarios: the transactions, what stands after each, and its listing at the end. */
export function nftablesScenarios(folder: string): SuiteResult[] {
  const scenarios = readScenarios(folder);
  return [
    compareTransactions(scenarios, join(folder, 'nftables-transactions.txt')),
    ...DUMPS.map((recording) => compareDumps(scenarios, folder, recording)),
    ...LISTINGS.map((recording) => compareListings(scenarios, folder, recording)),
  ];
}

function syncs(scenario: Scenario, release: string): NftablesSyncStep[] {
  let state: NftablesProxierState | undefined;
  return scenarioInputs(scenario).map((input) => {
    const step = runNftablesSync(state, nftablesInput(scenario, input, release));
    state = step.state;
    return step;
  });
}

/** The recordings name "all addresses" where the default is the node's own. */
function nftablesInput(scenario: Scenario, input: SyncInput, release: string): SyncInput {
  const config: Scenario['config'] & NftablesConfig = scenario.config;
  const { masqueradeAll, masqueradeBit } = config;
  const nodePortAddresses = config.nodePortAddresses ?? (config.nftablesNodePortPrimary ? [] : ['0.0.0.0/0', '::/0']);
  return {
    ...input,
    release,
    config: { ...input.config, nodePortAddresses, nftables: { masqueradeAll, masqueradeBit } },
    serviceCIDRs: (config.nftablesServiceCIDRs ?? '').split(',').filter((cidr) => cidr !== ''),
  };
}

function sectionsOf(path: string): ReadonlyMap<string, string> {
  return existsSync(path) ? readSections(path) : new Map();
}

function compareTransactions(scenarios: readonly Scenario[], path: string): SuiteResult {
  const tally = new Tally('nftables scenarios 1.30: transactions');
  const sections = sectionsOf(path);
  for (const scenario of scenarios) {
    const recorded = sections.get(scenario.id)?.split('--- next sync\n') ?? [];
    const steps = recorded.length > 0 ? syncs(scenario, '1.30') : [];
    for (const [index, text] of recorded.entries()) {
      const blocks = [...text.matchAll(/<<< transaction\n([\s\S]*?)>>>/g)].map(([, block = '']) => block);
      const mine = steps[index]?.transactions ?? [];
      const count = compareLines('transactions', [String(blocks.length)], [String(mine.length)]);
      const lines = blocks.flatMap((block, i) => compareSync(block, mine[i] ?? ''));
      tally.add(`${scenario.id} sync ${index + 1}`, [...count, ...lines]);
    }
  }
  return tally.result();
}

/** Line by line; between service ports, and of stale chains, the order is kube-proxy's own random one. */
function compareSync(recorded: string, actual: string): string[] {
  const [want, have] = [grouped(recorded), grouped(actual)];
  return compareLines('line', want, have);
}

/** The lines before the first service port, then its groups in the order of their names, then what is stale. */
function grouped(text: string): string[] {
  const lines = text.split('\n').filter((line) => line !== '');
  const start = lines.findLastIndex((line) => /^flush (set|map) /.test(line)) + 1;
  const stale = staleStart(lines);
  const groups = new Map<string, string[]>();
  let pending: string[] = [];
  for (const line of lines.slice(start, stale)) {
    pending.push(line);
    const name = serviceOf(line);
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group) group.push(...pending);
    else groups.set(name, pending);
    pending = [];
  }
  const sorted = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, group]) => group);
  return [...lines.slice(0, start), ...sorted, ...pending, ...lines.slice(stale).toSorted()];
}

/** What is emptied or deleted after the last line that adds something. */
function staleStart(lines: readonly string[]): number {
  let last = lines.findLastIndex((line) => line.startsWith('add ')) + 1;
  if (lines[last - 1]?.startsWith('add chain ')) last++;
  return last;
}

/** `ns/svc/tcp/port` of a line that names a chain or a comment of it. */
function serviceOf(line: string): string | undefined {
  return /-[A-Z2-7]{8}-(.+?)(?:__| |$)/.exec(line)?.[1] ?? /comment "([^"]+)"/.exec(line)?.[1];
}

function compareDumps(scenarios: readonly Scenario[], folder: string, { file, release, what }: Recording): SuiteResult {
  const tally = new Tally(`nftables scenarios ${what}`);
  const sections = sectionsOf(join(folder, file));
  for (const scenario of scenarios) {
    const recorded = sections.get(scenario.id)?.split('--- next sync\n') ?? [];
    const steps = recorded.length > 0 ? syncs(scenario, release) : [];
    const table = new AppliedTable();
    for (const [index, text] of recorded.entries()) {
      for (const transaction of steps[index]?.transactions ?? []) table.apply(transaction);
      const conntrack = (steps[index]?.conntrack ?? []).map((command) => `exec: ${command}`);
      const actual = [table.text(), ...conntrack].join('\n');
      const differences = compareBlocks(readCommands(text), readCommands(actual));
      tally.add(`${scenario.id} sync ${index + 1}`, differences);
    }
  }
  return tally.result();
}

function compareListings(
  scenarios: readonly Scenario[],
  folder: string,
  { file, release, what }: Recording,
): SuiteResult {
  const tally = new Tally(`nftables scenarios ${what}`);
  const sections = sectionsOf(join(folder, file));
  for (const scenario of scenarios) {
    const recorded = sections.get(scenario.id);
    const last = recorded === undefined ? undefined : syncs(scenario, release).at(-1);
    if (recorded === undefined || !last) continue;
    const actual = listTable(last.nftables);
    // Where the recording was made there was no such interface: nft refused it, on a real node it would not.
    if (recorded.trim() === '' && / iif (!= )?"[^"*]+"/.test(actual)) continue;
    tally.add(scenario.id, compareBlocks(readListing(recorded), readListing(actual)));
  }
  return tally.result();
}
