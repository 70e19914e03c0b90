import { createDerive } from '../../src/core/document/derive';
import type { Document } from '../../src/core/document/document';
import { putObject } from '../../src/core/document/edits/cluster';
import { IPTABLES_MODE } from '../../src/core/kubernetes/proxy/iptables';
import { toNumber } from '../../src/core/lib/fraction';
import { createRng } from '../../src/core/lib/random';
import { formatIp } from '../../src/core/net/ip';
import type { Netns } from '../../src/core/linux/netns';
import { rulesetFromLines } from '../../src/core/linux/xtables/ruleset-text';
import type { XtTable } from '../../src/core/linux/xtables/types';
import { listBoxes } from '../../src/core/reach/boxes';
import { compareHosts } from '../../src/core/reach/compare-hosts';
import { deadRulesInSteps, findDeadRules } from '../../src/core/reach/dead-rules';
import { HostEnds } from '../../src/core/reach/host-end';
import { modelHostInSteps, type HostModel } from '../../src/core/reach/host-model';
import { openHostSpace } from '../../src/core/reach/host-space';
import { cofactor, sampleHeader, type Header } from '../../src/core/reach/sample';
import { LAST_BESIDE } from '../../src/core/reach/space';
import { modelTable, type TableModel } from '../../src/core/reach/table-model';
import { nodeWith } from '../../src/core/reach/testing/node';
import { clusterOfPods } from './cluster-of-pods';
import { generatedCluster, type Figure } from './walk';

/** Milliseconds of a processor that work took, whoever else worked meanwhile. */
export function workedOut<T>(work: () => T): { readonly made: T; readonly processor: number } {
  const before = process.cpuUsage();
  const made = work();
  const { user, system } = process.cpuUsage(before);
  return { made, processor: (user + system) / 1000 };
}

/** The middle one of some numbers. */
export const midst = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** kube-proxy's table nat for so many Services of three endpoints. */
export function makeNat(services: number): XtTable {
  const cluster = generatedCluster(services, 3);
  const config = { clusterCIDR: '10.128.0.0/9' };
  const input = { cluster, node: 'node1', family: 'ipv4', config, release: '1.30' } as const;
  const { tables } = rulesetFromLines(IPTABLES_MODE.syncProxyRules(input).xtables.tables, 'ipv4');
  const nat = tables.get('nat');
  if (!nat) throw new Error('no table nat');
  return nat;
}

const countRules = ({ chains }: Pick<XtTable, 'chains'>): number =>
  [...chains.values()].reduce((sum, { length }) => sum + length, 0);

const resident = (): string => `${Math.round(process.memoryUsage().rss / 1e6)} MB resident`;

/** Twice what `design/all-packets.md` aims at, in milliseconds: what a machine of two cores may take. */
const TARGETS = [
  { services: 500, first: 300, edit: 10, boxes: 40, equivalent: 2, dead: 400 },
  { services: 4800, first: 2000, edit: 20, boxes: 300, equivalent: 40, dead: 2000 },
] as const;
type Target = (typeof TARGETS)[number];

const LOOKUPS = 200_000;
/** Outcomes whose packets are looked up. */
const OUTCOMES = 40;

/** How many new flows to Services a processor does in a second: the end of each is looked up, and drawn where draws decide. */
function flowsInSecond({ space, outcome, fates }: TableModel): number {
  const { diagrams } = space;
  const { below } = createRng(1);
  const headers = Array.from({ length: OUTCOMES }, (_, i): Header => {
    const leaf = diagrams.leaf(Math.floor((i * fates.length) / OUTCOMES) + 2);
    return sampleHeader(space, diagrams.where(outcome, leaf), () => below(2));
  });
  const odds = new Map(
    space.beside.map((_, i) => {
      const beside = space.besideAt(LAST_BESIDE - i);
      return [LAST_BESIDE - i, beside?.kind === 'draw' ? toNumber(beside.odds) : 0.5] as const;
    }),
  );
  const { processor } = workedOut(() => {
    for (let i = 0; i < LOOKUPS; i++) {
      let node = cofactor(space, outcome, headers[i % OUTCOMES] as Header);
      while (!diagrams.isLeaf(node)) {
        const isTaken = below(0x10000) < (odds.get(diagrams.level(node)) ?? 0) * 0x10000;
        node = isTaken ? diagrams.high(node) : diagrams.low(node);
      }
    }
  });
  return (LOOKUPS * 1000) / processor;
}

/** All packets that a table sends to one Pod, as boxes, each with the rule that does. */
function boxesOfPod({ space, outcome, fates }: TableModel): { readonly boxes: number; readonly rules: number } {
  const address = fates.findLast(({ nat }) => nat?.manip === 'DST')?.nat?.range.minAddress;
  const wanted = address ? formatIp(address) : '';
  let [boxes, rules] = [0, 0];
  for (const [at, { nat, by }] of fates.entries()) {
    if (!nat?.range.minAddress || formatIp(nat.range.minAddress) !== wanted || !by) continue;
    rules++;
    boxes += listBoxes(space, space.diagrams.where(outcome, space.diagrams.leaf(at + 2)), 64).boxes.length;
  }
  return { boxes, rules };
}

function modelled(table: XtTable): TableModel {
  const made = modelTable({ table, hook: 'PREROUTING', family: 'ipv4' });
  if (!made.ok) throw new Error(made.error);
  return made.value;
}

/** What one table takes: its model, boxes of it, dead rules, look-ups. Medians of three, the first of which is not warm. */
function* tableFigures({ services, first, boxes, dead }: Target): Generator<Figure> {
  const table = makeNat(services);
  const rules = countRules(table);
  const runs = Array.from({ length: 3 }, () => workedOut(() => modelled(table)));
  const [cold, , last] = runs;
  if (!cold || !last) return;
  const { space, fates } = last.made;
  const note = `${space.diagrams.size} nodes, ${Math.round(space.diagrams.bytes / 1e6)} MB, ${fates.length} outcomes; the first time ${Math.round(cold.processor)} ms`;
  const name = (what: string): string => `reach: ${what}, ${rules} rules`;
  yield { name: name('first model'), value: midst(runs.map((run) => run.processor)), unit: 'ms', most: first, note };
  const told = Array.from({ length: 3 }, () => workedOut(() => boxesOfPod(last.made)));
  yield {
    name: name('all that reaches a Pod, as boxes'),
    value: midst(told.map(({ processor }) => processor)),
    unit: 'ms',
    most: boxes,
    note: `${told[0]?.made.boxes} boxes of ${told[0]?.made.rules} rules`,
  };
  const found = Array.from({ length: 3 }, () => workedOut(() => findDeadRules({ table, family: 'ipv4' })));
  yield {
    name: name('dead rules'),
    value: midst(found.map(({ processor }) => processor)),
    unit: 'ms',
    most: dead,
    note: `the first time ${Math.round(found[0]?.processor ?? 0)} ms`,
  };
  yield { name: name('flows without a trace'), value: flowsInSecond(last.made), unit: '/s', least: 500_000 };
}

/** A node of a cluster in states that differ by the port of one Service, each made of the one before by an edit. */
export function editedNodes(
  services: number,
  { mode, edits }: { readonly mode: 'iptables' | 'nftables'; readonly edits: number },
): readonly Netns[] {
  const derive = createDerive();
  let document: Document = { ...clusterOfPods(services), mode, release: '1.35' };
  return Array.from({ length: edits + 1 }, (_, edit) => {
    const first = document.cluster.services.find(({ metadata }) => metadata.name === 'app-0');
    const [port] = first?.spec.ports ?? [];
    if (first && port && edit > 0)
      document = putObject(document, { ...first, spec: { ...first.spec, ports: [{ ...port, port: 80 + edit }] } });
    const netns = derive(document).network.netns.get('node0');
    if (!netns) throw new Error('no node0');
    // Rules are written when they are asked for first: that is the compiler's work.
    void [netns.xtables.ipv4?.tables.size, netns.nftables?.tables.size];
    return netns;
  });
}

/** The whole of a host, all hooks, and what an edit of one Service costs then. */
function* editFigures({ services, edit, equivalent }: Target): Generator<Figure> {
  const [before, ...after] = editedNodes(services, { mode: 'iptables', edits: 15 });
  if (!before) return;
  const space = openHostSpace([before], { limit: 48_000_000 });
  const ends = new HostEnds();
  const make = (netns: Netns): HostModel => {
    const work = modelHostInSteps(netns, { space, ends });
    let step = work.next();
    while (!step.done) step = work.next();
    if (!step.value.ok) throw new Error('no model');
    return step.value.value;
  };
  const first = workedOut(() => make(before));
  const whole = space.diagrams.size;
  const edits = after.map((netns) => {
    space.beginState();
    const size = space.diagrams.size;
    return { ...workedOut(() => make(netns)), nodes: space.diagrams.size - size };
  });
  const rules = countRules({
    chains: new Map(
      [...(before.xtables.ipv4?.tables.values() ?? [])].flatMap(({ name, chains }) =>
        [...chains].map(([chain, each]) => [`${name} ${chain}`, each] as const),
      ),
    ),
  });
  // The first are not warm.
  const warm = edits.slice(6);
  yield {
    name: `reach: after an edit of one Service, whole host, ${rules} rules`,
    value: midst(warm.map(({ processor }) => processor)),
    unit: 'ms',
    most: edit,
    note: `${midst(warm.map(({ nodes }) => nodes))} nodes more than ${whole}; the first edit ${Math.round(edits[0]?.processor ?? 0)} ms, the first model ${Math.round(first.processor)} ms, ${resident()}`,
  };
  const compared = warm.map(({ made }) => workedOut(() => compareHosts(first.made, made)));
  yield {
    name: `reach: equivalent to itself, ${rules} rules`,
    value: midst(Array.from({ length: 5 }, () => workedOut(() => compareHosts(first.made, first.made)).processor)),
    unit: 'ms',
    most: equivalent,
    note: `with the state after an edit ${midst(compared.map(({ processor }) => processor)).toFixed(1)} ms, ${compared[0]?.made.differences.length} differences`,
  };
}

/** Work in steps, stopped when a processor worked too long. */
interface Driven<T> {
  /** Absent: it was stopped. */
  readonly made?: T;
  readonly processor: number;
  readonly longest: number;
  readonly steps: number;
  /** How far it said it was, 0..1. */
  readonly share: number;
}

/** Works for so many milliseconds of a processor, and stops then. */
function driven<T>(work: Generator<number, T>, most: number): Driven<T> {
  let [longest, steps, share, sum] = [0, 0, 0, 0];
  while (sum < most) {
    const { made: step, processor } = workedOut(() => work.next());
    sum += processor;
    longest = Math.max(longest, processor);
    steps++;
    if (step.done) return { made: step.value, processor: sum, longest, steps, share: 1 };
    share = step.value;
  }
  return { processor: sum, longest, steps, share };
}

/** Twice what is aimed at for half a million rules, and how long is waited for it. */
const HALF_A_MILLION = { services: 48_000, model: 20_000, dead: 24_000, patience: 60_000 };

/** Half a million rules of kube-proxy, made here by the compiler, in steps that can be stopped; in 1.5 GB if it can be. */
function* halfAMillion(): Generator<Figure> {
  const { services, model, dead, patience } = HALF_A_MILLION;
  const table = makeNat(services);
  const rules = countRules(table).toLocaleString('en');
  const found = driven(deadRulesInSteps({ table, family: 'ipv4', limit: 64_000_000 }), patience);
  const result = found.made?.ok ? `${found.made.value.length} dead` : `stopped at ${Math.round(found.share * 100)} %`;
  const steps = ({ longest, steps: count }: Driven<unknown>): string =>
    `longest of ${count} steps ${Math.round(longest)} ms`;
  yield {
    name: `reach: dead rules, ${rules} rules`,
    value: found.processor,
    unit: 'ms',
    most: dead,
    note: `${result}, ${steps(found)}, ${resident()}`,
  };
  const netns = nodeWith('', { xtables: { ipv4: { tables: new Map([['nat', table]]) } } });
  const space = openHostSpace([netns], { limit: 64_000_000 });
  const whole = driven(modelHostInSteps(netns, { space, ends: new HostEnds() }), patience);
  const size = `${space.diagrams.size} nodes, ${Math.round(space.diagrams.bytes / 1e6)} MB, ${resident()} (1.5 GB aimed at)`;
  const far = whole.made?.ok === true ? size : `stopped at ${Math.round(whole.share * 100)} %, ${size}`;
  yield {
    name: `reach: first model, whole host, ${rules} rules`,
    value: whole.processor,
    unit: 'ms',
    most: model,
    note: `${far}, ${steps(whole)}`,
  };
  const small = driven(deadRulesInSteps({ table, family: 'ipv4', limit: 1_000_000 }), patience);
  const why = small.made?.ok === false ? `gives up: ${small.made.error}` : 'not too large';
  yield {
    name: `reach: ${rules} rules where 12 MB of nodes are allowed`,
    value: small.processor,
    unit: 'ms',
    note: why,
  };
}

/** What `design/all-packets.md` aims at, each beside twice that, in processor time. */
export function* targetFigures(): Generator<Figure> {
  for (const target of TARGETS) {
    yield* tableFigures(target);
    yield* editFigures(target);
  }
  yield* halfAMillion();
}
