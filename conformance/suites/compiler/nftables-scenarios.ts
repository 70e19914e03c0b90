import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SyncInput } from '../../../src/core/kubernetes/proxy/mode';
import { listTable } from '../../../src/core/kubernetes/proxy/nftables/listing';
import {
  runNftablesSync,
  type NftablesProxierState,
  type NftablesSyncStep,
} from '../../../src/core/kubernetes/proxy/nftables/run-sync';
import type { SuiteResult } from '../suite';
import { compareBlocks, compareLines, readCommands, readListing } from './nftables-text';
import { readScenarios, readSections, scenarioInputs, type Scenario } from './scenarios';
import { Tally } from './recordings';

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
