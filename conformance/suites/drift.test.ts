import { describe, expect, it } from 'vitest';
import { completeCluster } from '../../src/core/kubernetes/complete';
import { Memo } from '../../src/core/lib/memo';
import type { Result } from '../../src/core/lib/result';
import type { Phrase } from '../../src/core/lib/phrase';
import { findDrift, type NodeDrift } from '../../src/core/questions/drift/drift';
import type { DriftState } from '../../src/core/questions/drift/parts';
import { some, SOAKING, THOROUGH } from '../../src/core/lib/testing/soaking';
import { drawFrom, editTexts, takeOutEach } from './drift/edits';
import { nodesBelow, nodesOfReleases, type RecordedNode } from './drift/nodes';
import { projectRecordings } from './compiler/recordings';
import { projectFolder } from './suite';

/** All of them by `npm run soak`. */
const NODES: readonly RecordedNode[] = some(
  [
    ...(['iptables', 'nftables', 'ipvs'] as const).flatMap((mode) =>
      nodesBelow(`${projectRecordings(mode)}/kube-proxy-1.30.5`),
    ),
    ...nodesOfReleases(projectFolder('conformance/recordings/releases')),
  ],
  THOROUGH ? 8 : 4,
);

/** Nodes of one Service alone: what a rule of it tells no other rule tells. */
const ALONE = (['iptables', 'nftables', 'ipvs'] as const)
  .flatMap((mode) => nodesBelow(`${projectRecordings(mode)}/kube-proxy-1.30.5`))
  .filter(({ cluster }) => cluster.cluster.services.length === 1);
/** What is masqueraded on its way to a Service: what is not a Pod's. */
const MARKING = / (?:saddr !=|! -s) \S+ .*(?:mark-for-masquerade|KUBE-MARK-MASQ)/;

/** As many as are judged in all: each node that drifts is judged as it was recorded, too. */
const JUDGED = SOAKING ? 500 : THOROUGH ? 60 : 36;
const STATES: readonly DriftState[] = ['late', 'stale', 'foreign'];

function judge(
  { cluster, node }: RecordedNode,
  texts: readonly string[],
  config = cluster.config,
): Result<NodeDrift, Phrase> {
  const objects = cluster.cluster;
  const told = { objects, settled: completeCluster(objects), config };
  const pasted = { texts: texts.map((text, at) => ({ id: `text-${at}`, title: `text-${at}`, text })), facts: {} };
  return findDrift({ told, pasted, node }, new Memo());
}

const shown = (drift: Result<NodeDrift, Phrase>): string =>
  drift.ok ? drift.value.parts.map(({ state, name, text }) => `${state} ${name} ${text}`).join('; ') : drift.error.id;

describe('drift on recorded nodes', () => {
  it('finds nothing on a node as kube-proxy left it', () => {
    const wrong = NODES.flatMap((node) => {
      const drift = judge(node, node.texts);
      return drift.ok && drift.value.parts.length === 0 && !drift.value.hidden ? [] : [`${node.id}: ${shown(drift)}`];
    });
    expect(wrong).toEqual([]);
    expect(NODES.length).toBeGreaterThan(SOAKING ? 150 : 15);
  });

  it('finds nothing where nobody tells how nodePorts are asked for on localhost', () => {
    const local = nodesOfReleases(projectFolder('conformance/recordings/releases')).filter(
      ({ cluster, mode }) => mode === 'nftables' && /localhost/.test(cluster.name),
    );
    const wrong = local.flatMap((node) => {
      const { clusterCIDR } = node.cluster.config;
      const drift = judge(node, node.texts, clusterCIDR === undefined ? {} : { clusterCIDR });
      return drift.ok && drift.value.parts.length === 0 ? [] : [`${node.id}: ${shown(drift)}`];
    });
    expect(wrong).toEqual([]);
    expect(local.length).toBeGreaterThan(4);
  });

  it('finds what was taken out, left over, and put in by others', () => {
    const missed: string[] = [];
    const counts = new Map<DriftState, number>(STATES.map((state) => [state, 0]));
    for (
      let round = 0;
      NODES.length + [...counts.values()].reduce((sum, each) => sum + each, 0) < JUDGED && round < 12;
      round++
    ) {
      for (const [at, node] of NODES.entries()) {
        const state = STATES[(at + round) % STATES.length] ?? 'late';
        const edited = editTexts(node.texts, state, drawFrom(round * 1000 + at));
        if (!edited) continue;
        counts.set(state, (counts.get(state) ?? 0) + 1);
        const drift = judge(node, edited.texts);
        if (!drift.ok || !drift.value.parts.some((part) => part.state === state))
          missed.push(`${node.id}: ${state} ${edited.line}: ${shown(drift)}`);
      }
    }
    expect(missed).toEqual([]);
    expect([...counts.values()].every((count) => count > (SOAKING ? 40 : THOROUGH ? 5 : 2))).toBe(true);
  });

  it('finds each thing that is taken out of a node of one Service, where nothing else shows a flag', () => {
    const edited = ALONE.flatMap((node) => takeOutEach(node.texts).map((each) => ({ node, ...each })));
    const marking = edited.filter(({ line }) => MARKING.test(line));
    const missed = [...new Set([...marking, ...some(edited, 3)])].flatMap(({ node, texts, line }) => {
      const drift = judge(node, texts);
      return drift.ok && drift.value.parts.length > 0 ? [] : [`${node.id}: ${line}: ${shown(drift)}`];
    });
    expect(missed).toEqual([]);
    expect(new Set(marking.map(({ node }) => node.mode)).size).toBe(3);
  }, 300_000);
});
