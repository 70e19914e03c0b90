import { describe, expect, it } from 'vitest';
import { LOAD_BALANCER_SOURCE_RANGES } from '../../content/examples/load-balancer-source-ranges';
import { NAMES } from '../../content/examples/names';
import { TEN_ENDPOINTS } from '../../content/examples/ten-endpoints';
import { TRAFFIC_POLICY_LOCAL } from '../../content/examples/traffic-policy-local';
import { WEB_TWO_NODES } from '../../content/examples/web-two-nodes';
import type { ComparedPane } from '../../core/questions/compare/compare';
import { createDerive } from '../../core/document/derive';
import type { Document } from '../../core/document/document';
import { scaleDeployment } from '../../core/document/edits/pods';
import { derivePasted } from '../../core/document/derive-pasted';
import { createEngine } from '../engine';
import { compare, createComparer, type Comparer, type ProbeRow } from './compare';
import type { PaneSpec } from '../protocol';
import { engineAtHand } from '../testing/engine';

const DOCUMENT = WEB_TWO_NODES.document();
const LOCAL = TRAFFIC_POLICY_LOCAL.document();
const FLOW = DOCUMENT.flows[1]!.id;
const IPTABLES: PaneSpec = { mode: 'iptables', release: '1.30' };
const IPVS: PaneSpec = { mode: 'ipvs', release: '1.30' };
const NFTABLES: PaneSpec = { mode: 'nftables', release: '1.31' };

function comparing(document: Document, others: Readonly<Record<string, Document>> = {}): Comparer {
  const comparer = createComparer(createDerive);
  comparer.setDocuments({ '': document, ...others });
  return comparer;
}

/** `DELIVERED answered 172.18.0.250`: how a pane ends, and whom the receiver saw. */
function told({ outcomes, shown, problem, counters }: ComparedPane): string {
  const outcome = outcomes[shown];
  if (!outcome) return problem?.id ?? '';
  const { disposition, answered } = outcome;
  return `${disposition.kind} ${answered ? 'answered' : 'silent'} ${counters.sourceSeen?.split(':')[0] ?? '-'}`;
}

const hopsOf = ({ trace }: ComparedPane): string[] => trace.legs[0]?.hops.map(({ netns }) => netns) ?? [];

describe('comparing on the opened document', () => {
  it('gives a pane for each mode, and follows an edit', () => {
    const comparer = comparing(DOCUMENT);
    const counts = (): number[] =>
      comparer.compare({ panes: [IPTABLES, IPVS], flowId: FLOW }).panes.map(({ outcomes }) => outcomes.length);
    expect(counts()).toEqual([3, 3]);
    comparer.setDocuments({ '': scaleDeployment(DOCUMENT, { namespace: 'default', name: 'web' }, 4) });
    expect(counts()).toEqual([4, 4]);
  });

  it('walks a pane like the bench itself', () => {
    const engine = engineAtHand();
    engine.open({ ...DOCUMENT, mode: 'ipvs' });
    const alone = engine.run(FLOW, { outcome: 1 }).trace;
    const { panes } = comparing(DOCUMENT).compare({ panes: [IPVS, IPTABLES], flowId: FLOW, outcome: 1 });
    expect(panes[0]?.trace).toEqual(alone);
  });

  it('loads what a pane’s mode needs, whatever the bench is in', async () => {
    const question = { panes: [IPTABLES, { mode: 'ebpf', release: '1.18' }], flowId: FLOW } as const;
    const { panes } = await compare(createEngine(derivePasted), { documents: { '': DOCUMENT }, question });
    expect(panes.map(({ outcomes }) => outcomes.length)).toEqual([3, 3]);
  });

  it('loads what flows to names need', async () => {
    const document = NAMES.document();
    const named = document.flows.find(({ to }) => to.kind === 'name');
    const question = { panes: [IPTABLES, IPVS], flowId: named?.id ?? '' };
    const { panes } = await compare(createEngine(derivePasted), { documents: { '': document }, question });
    expect(panes.map(({ problem }) => problem)).toEqual([undefined, undefined]);
    expect(panes[0]?.outcomes.length).toBeGreaterThan(0);
  });

  it('says why in each pane when the flow cannot be sent', () => {
    const { panes, moments } = comparing(DOCUMENT).compare({ panes: [IPTABLES, IPVS], flowId: 'no such flow' });
    expect(panes.map(({ problem }) => problem?.id)).toEqual(['document.flow.none', 'document.flow.none']);
    expect(moments).toEqual([]);
  });

  it('computes four panes at most', () => {
    const panes = Array.from({ length: 9 }, (_, at): PaneSpec => ({ mode: 'iptables', release: `1.${20 + at}` }));
    expect(comparing(DOCUMENT).compare({ panes, flowId: FLOW }).panes).toHaveLength(4);
  });

  it('shows what the seed picks when the asked outcome is not there', () => {
    const panes = [IPTABLES, IPVS];
    const { panes: shown } = comparing(DOCUMENT).compare({ panes, flowId: FLOW, outcome: 99 });
    expect(shown.map(({ outcomes, shown: at }) => at < outcomes.length)).toEqual([true, true]);
  });
});

describe('the same Service with another traffic policy', () => {
  const policy = { namespace: 'default', name: 'web' };
  const panes = (['Cluster', 'Local'] as const).map((external) => ({ ...IPTABLES, policy: { ...policy, external } }));

  it('drops on a node without a backend under Local, and hides the client under Cluster', () => {
    const { panes: shown } = comparing(LOCAL).compare({ panes, flowId: LOCAL.flows[1]!.id });
    expect(shown.map(told)).toEqual(['DELIVERED answered 172.18.0.3', 'DROPPED silent -']);
  });

  it('lets the Pod see the client under Local on a node with a backend', () => {
    const { panes: shown } = comparing(LOCAL).compare({ panes, flowId: LOCAL.flows[0]!.id });
    const [cluster, local] = shown.map(({ counters }) => counters.sourceSeen?.split(':')[0]);
    expect(local).not.toBe(cluster);
    expect(shown.map(({ outcomes }) => outcomes.length)).toEqual([2, 2]);
  });
});

describe('another node', () => {
  const panes = ['node1', 'node2'].map((node) => ({ ...IPTABLES, node }));

  it('is where a NodePort flow comes in, and the same moment there and here', () => {
    const { panes: shown, moments } = comparing(LOCAL).compare({ panes, flowId: LOCAL.flows[0]!.id });
    expect(shown.map((pane) => hopsOf(pane)[1])).toEqual(['node1', 'node2']);
    expect(shown.map(told).map((text) => text.split(' ')[0])).toEqual(['DELIVERED', 'DROPPED']);
    const arrives = moments.find(({ key }) => key === 'request|first node|receive');
    expect(arrives?.steps.every((range) => range)).toBe(true);
  });

  it('is where the sending Pod is', () => {
    const { panes: shown } = comparing(DOCUMENT).compare({ panes, flowId: DOCUMENT.flows[0]!.id });
    expect(shown.map((pane) => hopsOf(pane)[1])).toEqual(['node1', 'node2']);
    expect(shown.map(({ flow }) => flow?.from.kind)).toEqual(['pod', 'pod']);
  });

  it('is where a load balancer hands the packet over', () => {
    const document = LOAD_BALANCER_SOURCE_RANGES.document();
    const flow = document.flows.find(({ to }) => to.kind === 'service' && to.via === 'loadBalancer')!;
    const { panes: shown } = comparing(document).compare({ panes, flowId: flow.id });
    expect(shown.map((pane) => hopsOf(pane)[1])).toEqual(['node1', 'node2']);
  });

  it('says so when no Pod there can send', () => {
    const { panes: shown } = comparing(DOCUMENT).compare({
      panes: [IPTABLES, { ...IPTABLES, node: 'nowhere' }],
      flowId: DOCUMENT.flows[0]!.id,
    });
    expect(shown[1]?.problem?.id).toBe('document.compare.no-pod-on-node');
  });
});

describe('another document', () => {
  const others = { ten: TEN_ENDPOINTS.document() };

  it('sends the flow that means the same, in lockstep by the parts that are played', () => {
    const panes = [IPTABLES, { ...IPTABLES, document: 'ten' }];
    const { panes: shown, moments } = comparing(DOCUMENT, others).compare({ panes, flowId: DOCUMENT.flows[0]!.id });
    expect(shown.map(told).map((text) => text.split(' ')[0])).toEqual(['DELIVERED', 'DELIVERED']);
    expect(shown[1]?.outcomes).toHaveLength(10);
    const delivered = moments.filter(({ key }) => key === 'request|backend|deliver');
    expect(delivered.map(({ steps }) => steps.every((range) => range))).toEqual([true]);
  });

  it('is said to be gone when it is', () => {
    const panes = [IPTABLES, { ...IPTABLES, document: 'lost' }];
    const { panes: shown } = comparing(DOCUMENT).compare({ panes, flowId: FLOW });
    expect(shown[1]?.problem?.id).toBe('document.compare.gone');
  });
});

/** All rows, slice after slice of one row. */
function probed(comparer: Comparer, panes: readonly PaneSpec[]): ProbeRow[] {
  const rows: ProbeRow[] = [];
  for (let total = 1; rows.length < total;) {
    const page = comparer.probe(panes, rows.length, () => true);
    expect(page.rows).toHaveLength(1);
    rows.push(...page.rows);
    total = page.total;
  }
  return rows;
}

/** `outside nodePort@node2: verdicts backends` */
function line({ flow, differ }: ProbeRow): string {
  const { from, to } = flow;
  const way = to.kind === 'service' ? `${to.name}:${flow.port} ${to.via}${to.node ? `@${to.node}` : ''}` : to.kind;
  return `${from.kind === 'external' ? 'outside' : from.kind} ${way}: ${differ.join(' ')}`.trim();
}

describe('the table of differences', () => {
  it('finds what IPVS and userspace do otherwise under Local, and nothing where modes agree', () => {
    const comparer = comparing(LOCAL);
    const rows = probed(comparer, [IPTABLES, IPVS]);
    const web = rows.filter(({ flow }) => flow.to.kind === 'service' && flow.to.name === 'web').map(line);
    expect(web).toContain('outside web:80 nodePort@node2: verdicts backends sources');
    expect(web).toContain('outside web:80 nodePort@node1:');
    expect(
      probed(comparer, [IPTABLES, NFTABLES])
        .map(line)
        .filter((text) => !text.endsWith(':')),
    ).toEqual([
      // nftables mode refuses what is no port of a clusterIP, and has no nodePort on 127.0.0.1.
      'pod kubernetes:0 clusterIP: verdicts',
      'pod kube-dns:0 clusterIP: verdicts',
      'pod web:0 clusterIP: verdicts',
      'node address: verdicts backends sources',
    ]);
  });

  it("says in each row what the engine's own runs say", () => {
    const engine = engineAtHand();
    const row = probed(comparing(LOCAL), [IPTABLES, IPVS]).find(({ flow }) => flow.id === LOCAL.flows[1]!.id);
    for (const [pane, { mode, release }] of [IPTABLES, IPVS].entries()) {
      engine.open({ ...LOCAL, mode, release });
      const { outcomes } = engine.run(LOCAL.flows[1]!.id);
      expect(row?.ends[pane]?.verdicts.map(({ kind, answered }) => `${kind} ${answered}`)).toEqual([
        ...new Set(outcomes.map(({ disposition, answered }) => `${disposition.kind} ${answered}`)),
      ]);
      expect(row?.ends[pane]?.backends).toHaveLength(new Set(outcomes.flatMap(({ arrived }) => arrived ?? [])).size);
    }
  });

  it('opens a generated flow in the panes', () => {
    const comparer = comparing(LOCAL);
    const { flow } = probed(comparer, [IPTABLES, IPVS]).find(({ flow: each }) => each.id.startsWith('probe '))!;
    const { panes } = comparer.compare({ panes: [IPTABLES, IPVS], flowId: flow.id });
    expect(panes.map(({ flow: sent }) => sent?.to)).toEqual([flow.to, flow.to]);
  });
});

describe('rules of two panes', () => {
  const rules = (panes: readonly [PaneSpec, PaneSpec], document = LOCAL) =>
    comparing(document).rules({ panes, nodes: [undefined, undefined] });

  it('are the same for the same pane, and differ by what a policy changes', () => {
    expect(rules([IPTABLES, IPTABLES]).diff).toMatchObject({ chains: [], sets: [], servers: [] });
    const cluster = { ...IPTABLES, policy: { namespace: 'default', name: 'web', external: 'Cluster' as const } };
    const changed = rules([IPTABLES, cluster]).diff?.chains.map(({ kind, chain }) => `${kind} ${chain.slice(0, 9)}`);
    expect(changed).toContain('removed KUBE-SVL-');
  });

  it('tell what an upgrade changes, sets of nftables and servers of IPVS too', () => {
    const none = { chains: [], sets: [], servers: [] };
    expect(rules([{ ...IPTABLES, release: '1.20' }, IPTABLES]).diff).not.toMatchObject(none);
    const scaled = scaleDeployment(LOCAL, { namespace: 'default', name: 'web' }, 4);
    const between = (spec: PaneSpec) =>
      comparing(LOCAL, { scaled }).rules({
        panes: [spec, { ...spec, document: 'scaled' }],
        nodes: [undefined, undefined],
      }).diff;
    expect(between(IPVS)?.servers.length).toBeGreaterThan(0);
    expect(between(NFTABLES)?.chains.length).toBeGreaterThan(0);
  });

  it('of two modes are told by Service port instead', () => {
    const { diff, sides, ports } = rules([IPTABLES, IPVS]);
    expect(diff).toBeUndefined();
    expect(ports.map(({ serviceName }) => serviceName)).toContain('web');
    for (const { parts } of sides) expect(parts.length).toBeGreaterThan(0);
  });
});

describe('a pasted node beside the cluster', () => {
  const text = [
    '*nat',
    ':PREROUTING ACCEPT [0:0]',
    '-A PREROUTING -d 10.96.0.10/32 -p tcp -m tcp --dport 80 -j DNAT --to-destination 10.244.1.5:8080',
    'COMMIT',
  ].join('\n');
  const flow = {
    id: 'in',
    from: { kind: 'interface', device: 'eth0', address: '203.0.113.9' },
    to: { kind: 'address', address: '10.96.0.10' },
    protocol: 'tcp',
    port: 80,
  } as const;
  const document: Document = {
    ...DOCUMENT,
    flows: [...DOCUMENT.flows, flow],
    pasted: { texts: [{ id: 'a', title: 'a', text }], facts: {} },
  };

  it('sends a flow of its own, in the rows of the first node, and has rules of its own', () => {
    const comparer = comparing(document, { pasted: { ...document, subject: 'pasted' } });
    const panes = [IPTABLES, { ...IPTABLES, document: 'pasted' }] as const;
    const { panes: shown, moments } = comparer.compare({ panes, flowId: FLOW });
    expect(shown[1]?.flow?.id).toBe('in');
    expect(shown[1]?.outcomes.length).toBeGreaterThan(0);
    const both = moments.filter(({ steps }) => steps.every((range) => range)).map(({ key }) => key);
    expect(both).toContain('request|first node|PREROUTING');
    const { diff } = comparer.rules({ panes, nodes: [undefined, undefined] });
    expect(diff?.chains.some(({ chain, kind }) => chain.startsWith('KUBE-') && kind === 'removed')).toBe(true);
  });
});
