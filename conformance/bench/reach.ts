import { createDerive } from '../../src/core/document/derive';
import type { Netns } from '../../src/core/linux/netns';
import { checkStatements } from '../../src/core/questions/reach/always';
import { readStatementFile } from '../../src/core/questions/reach/statement';
import { compareHosts } from '../../src/core/reach/compare-hosts';
import { HostEnds } from '../../src/core/reach/host-end';
import { modelHost, type HostModel } from '../../src/core/reach/host-model';
import { openHostSpace } from '../../src/core/reach/host-space';
import { ChainMemo } from '../../src/core/reach/chain-memo';
import { Space } from '../../src/core/reach/space';
import { clusterOfPods } from './cluster-of-pods';
import { midst, targetFigures, workedOut } from './reach-targets';
import { median, type Figure } from './walk';

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

/** Every packet at once, through kube-proxy's nat table of 5,000 rules; what is aimed at is 150 ms for the model. */
export function* reachFigures(): Generator<Figure> {
  yield* hostFigures();
  yield* editFigures('iptables', 500);
  yield* editFigures('nftables', 500);
  yield* statementFigures();
  yield* targetFigures();
}
