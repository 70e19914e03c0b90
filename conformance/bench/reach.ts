import { createDerive } from '../../src/core/document/derive';
import { emptyDocument, type Document } from '../../src/core/document/document';
import { openCluster } from '../../src/core/document/edits/open-cluster';
import { makeCluster, node, pod, service } from '../../src/core/kubernetes/build';
import { IPTABLES_MODE } from '../../src/core/kubernetes/proxy/iptables';
import { createRng } from '../../src/core/lib/random';
import type { Netns } from '../../src/core/linux/netns';
import { rulesetFromLines } from '../../src/core/linux/xtables/ruleset-text';
import type { XtTable } from '../../src/core/linux/xtables/types';
import { checkStatements } from '../../src/core/questions/reach/always';
import { readStatementFile } from '../../src/core/questions/reach/statement';
import { compareHosts } from '../../src/core/reach/compare-hosts';
import { deadRulesInSteps, findDeadRules } from '../../src/core/reach/dead-rules';
import { HostEnds } from '../../src/core/reach/host-end';
import { modelHost, modelHostInSteps, type HostModel } from '../../src/core/reach/host-model';
import { nodeWith } from '../../src/core/reach/testing/node';
import { openHostSpace } from '../../src/core/reach/host-space';
import { cofactor, type Header } from '../../src/core/reach/sample';
import { ChainMemo } from '../../src/core/reach/chain-memo';
import { Space } from '../../src/core/reach/space';
import { modelTable, type TableModel } from '../../src/core/reach/table-model';
import { generatedCluster, median, type Figure } from './walk';

function makeNat(services: number): XtTable {
  const cluster = generatedCluster(services, 3);
  const config = { clusterCIDR: '10.128.0.0/9' };
  const input = { cluster, node: 'node1', family: 'ipv4', config, release: '1.30' } as const;
  const { tables } = rulesetFromLines(IPTABLES_MODE.syncProxyRules(input).xtables.tables, 'ipv4');
  const nat = tables.get('nat');
  if (!nat) throw new Error('no table nat');
  return nat;
}

function model(table: XtTable): TableModel {
  const made = modelTable({ table, hook: 'PREROUTING', family: 'ipv4' });
  if (!made.ok) throw new Error(made.error);
  return made.value;
}

const LOOKUPS = 200_000;

/** What is looked up a second: headers to a Service each. */
function lookups({ space, outcome }: TableModel): number {
  const { below } = createRng(1);
  const headers = Array.from({ length: 1000 }, (): Header =>
    Uint8Array.from({ length: space.bits.count }, () => below(2)),
  );
  const started = performance.now();
  for (let i = 0; i < LOOKUPS; i++) cofactor(space, outcome, headers[i % 1000] as Header);
  return (LOOKUPS * 1000) / (performance.now() - started);
}

/** Makes nodes with kube-proxy's rules for so many Services of three endpoints, by the first one's port. */
function nodeMaker(services: number, mode: 'iptables' | 'nftables' | 'ipvs'): (port: number) => Netns {
  const derive = createDerive();
  return (port) => {
    const netns = derive({ ...clusterOfPods(services, port), mode, release: '1.35' }).network.netns.get('node0');
    if (!netns) throw new Error('no node0');
    return netns;
  };
}

interface ModelledHosts {
  /** `5528 rules`, `501 virtual services`. */
  readonly holds: string;
  readonly model: HostModel;
  readonly nodes: number;
  readonly megabytes: number;
  readonly ms: number;
}

/** Every packet of IPv4 through all hooks of a node. */
function modelNode(netns: Netns): ModelledHosts {
  const lengths = [
    ...[...(netns.xtables.ipv4?.tables.values() ?? [])].flatMap(({ chains }) => [...chains.values()]),
    ...[...(netns.nftables?.tables.values() ?? [])].flatMap(({ chains }) => [...chains.values()]),
  ].map(({ length }) => length);
  const rules = lengths.reduce((sum, length) => sum + length, 0);
  const started = performance.now();
  const space = openHostSpace([netns], { limit: 48_000_000 });
  const made = modelHost(netns, { space, ends: new HostEnds() });
  if (!made.ok) throw new Error(JSON.stringify(made.error));
  const { size, bytes } = space.diagrams;
  const holds = netns.ipvs ? `${netns.ipvs.services.length} virtual services` : `${rules} rules`;
  return { holds, model: made.value, nodes: size, megabytes: Math.round(bytes / 1e6), ms: performance.now() - started };
}

/** Work with the milliseconds of a processor that it took. */
function workedOut<T>(work: () => T): { readonly made: T; readonly processor: number } {
  const before = process.cpuUsage();
  const made = work();
  const { user, system } = process.cpuUsage(before);
  return { made, processor: (user + system) / 1000 };
}

/** The same space, which remembers no chain of the states before. */
function withoutMemory(space: Space): Space {
  return Object.assign(Object.create(Space.prototype) as Space, space, { chainMemo: new ChainMemo() });
}

/** One state more of a node: nodes that it adds, and the milliseconds of a processor for it. */
function addState(
  netns: Netns,
  { space, ends }: Pick<HostModel, 'space' | 'ends'>,
): { nodes: number; processor: number } {
  space.beginState();
  const size = space.diagrams.size;
  const { made, processor } = workedOut(() => modelHost(netns, { space, ends }));
  if (!made.ok) throw new Error('no model');
  return { processor, nodes: space.diagrams.size - size };
}

const midst = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/**
 * The model of a node after an edit of one Service, against that before it and against one that remembers no chain, in one run: how many
 * times fewer nodes are made, of which those that the edit changes are all, and how many times less a processor works. `least`: what is
 * promised.
 */
function* editFigures(mode: 'iptables' | 'nftables', services: number): Generator<Figure> {
  const node = nodeMaker(services, mode);
  const { made: first, processor } = workedOut(() => modelNode(node(80)));
  const { holds, model, nodes } = first;
  const states = Array.from({ length: 9 }, (_, i) => node(81 + i));
  // Rules are read when they are asked for first, which is no part of the model.
  for (const netns of states) addState(netns, { ...model, space: withoutMemory(model.space) });
  const before = states.map((netns) => addState(netns, { ...model, space: withoutMemory(model.space) }));
  const after = [...states, ...Array.from({ length: 9 }, (_, i) => node(91 + i))].map((netns) =>
    addState(netns, model),
  );
  const added = midst(after.slice(9).map((each) => each.nodes));
  const edited = midst(after.slice(9).map((each) => each.processor));
  const anew = midst(before.map((each) => each.processor));
  const of = `after an edit of one Service, ${holds}, ${mode}`;
  const note = `${added} nodes more than ${nodes}`;
  yield { name: `reach: fewer nodes ${of}`, value: nodes / added, unit: 'x', least: 100, note };
  const took = `${Math.round(edited)} ms of a processor, rules read for the first time; ${Math.round(processor)} before it, ${Math.round(anew)} without what is remembered`;
  yield { name: `reach: less work ${of}`, value: processor / edited, unit: 'x', note: took };
  const again = midst(after.slice(1, 9).map((each) => each.processor));
  const known = `${again.toFixed(1)} ms where the rules had been read`;
  yield {
    name: `reach: less work than made anew ${of}`,
    value: anew / again,
    unit: 'x',
    least: mode === 'iptables' ? 2 : 0,
    note: known,
  };
}

/** Twice what is aimed at in `design/all-packets.md` on this machine: 150 ms of 5,000 rules, 1 s of 50,000. */
function* hostFigures(): Generator<Figure> {
  for (const [mode, services, most] of [
    ['iptables', 500, 300],
    ['iptables', 4800, 2000],
    ['nftables', 500, 300],
    ['nftables', 4800, 2000],
    ['ipvs', 500, 300],
    ['ipvs', 4800, 2000],
  ] as const) {
    const netns = nodeMaker(services, mode)(80);
    const runs = Array.from({ length: 3 }, () => modelNode(netns));
    const [first] = runs;
    if (!first) return;
    const { holds, nodes, megabytes, model } = first;
    const times = runs.map(({ ms }) => ms).toSorted((a, b) => a - b);
    const note = `${nodes} nodes, ${megabytes} MB`;
    yield { name: `reach: whole host of ${holds}, ${mode}`, value: times[1] ?? 0, unit: 'ms', most, note };
    yield {
      name: `reach: is it equivalent to itself, ${holds}, ${mode}`,
      value: median(() => compareHosts(model, model), 3),
      unit: 'ms',
    };
  }
}

/** A cluster of so many Services of three Pods each; of more than there can be Pods for, some share them. `port`: the first Service's. */
export function clusterOfPods(services: number, port = 80): Document {
  const groups = Math.min(services, 3333);
  const nodes = Math.ceil((groups * 3) / 240);
  const objects = [
    ...Array.from({ length: nodes }, (_, i) => node(`node${i}`)),
    ...Array.from({ length: groups * 3 }, (_, i) =>
      pod(`app-${i % groups}-${Math.floor(i / groups)}`, {
        node: `node${i % nodes}`,
        labels: { app: `app-${i % groups}` },
        containers: [{ name: 'main', ports: [{ containerPort: 8080 }] }],
      }),
    ),
    ...Array.from({ length: services }, (_, i) =>
      service(`app-${i}`, {
        selector: { app: `app-${i % groups}` },
        ports: [{ port: i === 0 ? port : 80, targetPort: 8080 }],
      }),
    ),
  ];
  return openCluster(emptyDocument(), makeCluster(objects)).document;
}

/** Statements held against a cluster whose rules are written: what is aimed at is 2 s for 10,000 on 50,000 rules. */
function* statementFigures(): Generator<Figure> {
  const services = 5000;
  const document = clusterOfPods(services);
  const derive = createDerive();
  const derived = derive(document);
  const ruleset = derived.compiled.get('node0 ipv4')?.ruleset;
  const chains = [...(ruleset?.tables.values() ?? [])].flatMap((table) => [...table.chains.values()]);
  const rules = chains.reduce((sum, { length }) => sum + length, 0);
  const lines = Array.from({ length: 10_000 }, (_, i) =>
    i % 2 === 0 ? `Pods -> app-${i % services}` : `never outside -> app-${i % services}`,
  );
  // The rules of the nodes that are asked are written: what is measured is the statements.
  const first = readStatementFile(lines.slice(0, 2).join('\n'));
  for (const { state } of checkStatements({ document, derive, family: 'ipv4' }, first))
    if (state !== 'holds') throw new Error(state);
  const started = performance.now();
  const results = [...checkStatements({ document, derive, family: 'ipv4' }, readStatementFile(lines.join('\n')))];
  const value = performance.now() - started;
  const held = results.filter(({ state }) => state === 'holds').length;
  const flows = results.reduce((sum, each) => sum + each.flows, 0);
  const note = `${held} hold; ${flows.toLocaleString('en')} flows`;
  yield { name: `reach: 10000 statements on ${rules} rules a node`, value, unit: 'ms', most: 2000, note };
}

/** Work in steps that is stopped when it takes too long. */
interface Driven<T> {
  /** Absent: it was stopped. */
  readonly made?: T;
  readonly ms: number;
  readonly longest: number;
  readonly steps: number;
  /** How far it said it was, 0..1. */
  readonly share: number;
}

/** Works for so many milliseconds, and stops then. */
function driven<T>(work: Generator<number, T>, most: number): Driven<T> {
  const started = performance.now();
  let [longest, steps, last, share] = [0, 0, started, 0];
  while (last - started < most) {
    const step = work.next();
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    steps++;
    if (step.done) return { made: step.value, ms: now - started, longest, steps, share: 1 };
    share = step.value;
  }
  return { ms: last - started, longest, steps, share };
}

/** Longest wait for half a million rules: five times what is aimed at for dead rules among them. */
const PATIENCE = 60_000;

/** Half a million rules of kube-proxy, made here by the compiler: what is aimed at is 10 s for the model and 12 s for dead rules, in 1.5 GB. */
function* halfAMillion(): Generator<Figure> {
  const table = makeNat(48_000);
  const rules = [...table.chains.values()].reduce((sum, { length }) => sum + length, 0).toLocaleString('en');
  const resident = (): string => `${Math.round(process.memoryUsage().rss / 1e6)} MB resident`;
  const { made, ms, longest, steps, share } = driven(
    deadRulesInSteps({ table, family: 'ipv4', limit: 64_000_000 }),
    PATIENCE,
  );
  const found = made?.ok ? `${made.value.length} dead` : `too large: ${made?.error}`;
  const told = made ? found : `stopped at ${Math.round(share * 100)} %`;
  yield {
    name: `reach: dead rules among ${rules}, or ${PATIENCE / 1000} s`,
    value: ms,
    unit: 'ms',
    note: `${told}, ${resident()}`,
  };
  yield { name: 'reach: longest of its steps', value: longest, unit: 'ms', note: `${steps} steps` };
  const netns = nodeWith('', { xtables: { ipv4: { tables: new Map([['nat', table]]) } } });
  const space = openHostSpace([netns], { limit: 64_000_000 });
  const whole = driven(modelHostInSteps(netns, { space, ends: new HostEnds() }), PATIENCE);
  const size = `${space.diagrams.size} nodes, ${Math.round(space.diagrams.bytes / 1e6)} MB, ${resident()}`;
  const far = whole.made ? (whole.made.ok ? size : 'too large') : `stopped at ${Math.round(whole.share * 100)} %`;
  yield { name: `reach: host of ${rules} rules, or ${PATIENCE / 1000} s`, value: whole.ms, unit: 'ms', note: far };
  yield { name: 'reach: longest of its steps', value: whole.longest, unit: 'ms', note: `${whole.steps} steps` };
  const small = driven(deadRulesInSteps({ table, family: 'ipv4', limit: 1_000_000 }), PATIENCE);
  const why = small.made?.ok === false ? `gives up: ${small.made.error}` : 'not too large';
  yield { name: `reach: ${rules} rules where 12 MB of nodes are allowed`, value: small.ms, unit: 'ms', note: why };
}

/** Every packet at once, through kube-proxy's nat table of 5,000 rules; what is aimed at is 150 ms for the model. */
export function* reachFigures(): Generator<Figure> {
  yield* hostFigures();
  yield* editFigures('iptables', 500);
  yield* editFigures('nftables', 500);
  yield* statementFigures();
  yield* halfAMillion();
  for (const [services, budgets] of [[500, { model: 900, dead: 1300 }]] as const) {
    const table = makeNat(services);
    const rules = [...table.chains.values()].reduce((sum, { length }) => sum + length, 0);
    const made = model(table);
    const note = `${made.space.diagrams.size} nodes, ${Math.round(made.space.diagrams.bytes / 1e6)} MB, ${made.fates.length} outcomes`;
    yield {
      name: `reach: model of ${rules} rules`,
      value: median(() => model(table), 3),
      unit: 'ms',
      most: budgets.model,
      note,
    };
    const dead = median(() => findDeadRules({ table, family: 'ipv4' }), 3);
    yield { name: `reach: dead rules among ${rules}`, value: dead, unit: 'ms', most: budgets.dead };
    yield { name: `reach: lookups among ${rules} rules`, value: lookups(made), unit: '/s', least: 500_000 };
  }
}
