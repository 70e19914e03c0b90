import { describe, expect, it } from 'vitest';
import { TRAFFIC_POLICY_LOCAL } from '../../../content/examples/traffic-policy-local';
import { WEB_TWO_NODES } from '../../../content/examples/web-two-nodes';
import { explore, pickOutcome, makeTrace } from '../../sim/explore';
import type { Trace, TraceStep } from '../../sim/trace';
import { compareRuns, type Comparison, type PaneRun, type PaneSpec } from './compare';
import { paneDocument } from './compare-panes';
import { createDerive } from '../../document/derive';
import type { Document } from '../../document/document';
import { resolveFlow } from '../../document/resolve-flow';

const PANES: readonly PaneSpec[] = [
  { mode: 'iptables', release: '1.30' },
  { mode: 'ipvs', release: '1.30' },
  { mode: 'nftables', release: '1.31' },
  { mode: 'userspace', release: '1.25' },
];

function runOf(document: Document, flowId: string): PaneRun {
  const { network } = createDerive()(document);
  const flow = document.flows.find(({ id }) => id === flowId)!;
  const resolved = resolveFlow(document, network, flow);
  if (!resolved.ok) throw new Error(resolved.error.id);
  const input = { network, flow: resolved.value, seed: document.seed };
  const { outcomes } = explore(input);
  const picked = pickOutcome(outcomes, document.seed);
  return { outcomes, traceOf: (outcome) => makeTrace(input, outcome), picked };
}

function compared(document: Document, flow: number, wanted?: number): Comparison {
  const flowId = document.flows[flow]!.id;
  const { network } = createDerive()(document);
  const factsOf = (netns: string) => network.netns.get(netns);
  const inputs = PANES.map((spec) => ({ spec, run: runOf(paneDocument(document, spec), flowId), factsOf }));
  return compareRuns(inputs, wanted);
}

const stepsOf = ({ legs }: Trace): TraceStep[] => legs.flatMap(({ hops }) => hops.flatMap(({ steps }) => steps));

/** `iptables DELIVERED answered`. */
const ends = ({ panes }: Comparison): string[] =>
  panes.map(({ spec, outcomes, shown }) => {
    const { disposition, answered } = outcomes[shown]!;
    return `${spec.mode} ${disposition.kind} ${answered ? 'answered' : 'silent'}`;
  });

const CASES = [
  ['NodePort, externalTrafficPolicy Cluster', WEB_TWO_NODES.document(), 1],
  ['NodePort, externalTrafficPolicy Local, with an endpoint', TRAFFIC_POLICY_LOCAL.document(), 0],
  ['NodePort, externalTrafficPolicy Local, without', TRAFFIC_POLICY_LOCAL.document(), 1],
  ['clusterIP', WEB_TWO_NODES.document(), 0],
] as const;

describe.each(CASES)('four modes beside each other: %s', (_, document, flow) => {
  const { panes, moments } = compared(document, flow);

  it('has every step of every trace in exactly one moment, in order', () => {
    for (const [column, { trace }] of panes.entries()) {
      const covered = moments
        .flatMap(({ steps }) => steps[column] ?? [])
        .flatMap(({ from, count }) => Array.from({ length: count }, (__, i) => from + i));
      expect(covered).toEqual(stepsOf(trace).map((__, i) => i));
    }
  });
});

describe('the same decision in one row', () => {
  it('sets the DNAT of iptables and nftables beside the choice of IPVS', () => {
    const { panes, moments } = compared(WEB_TWO_NODES.document(), 1);
    const chosen = moments.find(({ key, steps }) => key.endsWith('|nat DST rule') && steps[0])!;
    const kinds = panes.map(({ trace }, column) => stepsOf(trace)[chosen.steps[column]?.from ?? -1]?.kind);
    expect(kinds.slice(0, 3)).toEqual(['nat', 'ipvs', 'nat']);
  });

  it('lets every mode set out together, a proxying process too', () => {
    const { moments } = compared(WEB_TWO_NODES.document(), 1);
    const together = moments.findIndex(({ steps }) => steps.includes(undefined));
    expect(moments.slice(0, together).map(({ key }) => key)).toEqual([
      'request|sender|originate',
      'request|sender|routing output',
      'request|sender|transmit',
      'request|first node|receive',
      'request|first node|PREROUTING',
    ]);
  });

  it('keeps them together up to where some of them drop the packet', () => {
    const { moments } = compared(TRAFFIC_POLICY_LOCAL.document(), 1);
    const arrives = moments.filter(({ key }) => /^request\|first node\|(receive|PREROUTING)$/.test(key));
    expect(arrives.map(({ steps }) => steps.filter((range) => range).length)).toEqual([4, 4]);
  });

  it("sets another backend beside the first pane's", () => {
    const document = TRAFFIC_POLICY_LOCAL.document();
    const flowId = document.flows[3]!.id;
    const run = runOf(document, flowId);
    const other = { ...run, outcomes: run.outcomes.slice(1), picked: 0 };
    const spec = PANES[0]!;
    const { network } = createDerive()(document);
    const factsOf = (netns: string) => network.netns.get(netns);
    const { moments } = compareRuns(
      [
        { spec, run, factsOf },
        { spec, run: other, factsOf },
      ],
      0,
    );
    const delivered = moments.filter(({ key }) => key.startsWith('request|') && key.endsWith('|deliver'));
    expect(delivered.map(({ steps }) => steps.every((range) => range))).toEqual([true]);
  });

  it('ends every mode at the same place', () => {
    const { panes } = compared(WEB_TWO_NODES.document(), 1);
    const places = panes.map(({ outcomes, shown }) => outcomes[shown]?.arrived?.dst.words.join('.'));
    expect(new Set(places).size).toBe(1);
  });
});

describe('what differs is seen', () => {
  it('counts rules, lookups and crossings of each mode', () => {
    const [iptables, ipvs, nftables, userspace] = compared(WEB_TWO_NODES.document(), 1).panes.map(
      ({ counters }) => counters,
    );
    expect(iptables!.lookups).toBe(0);
    expect(ipvs!.lookups).toBeGreaterThan(0);
    expect(nftables!.lookups).toBeGreaterThan(0);
    expect([iptables!, ipvs!, nftables!, userspace!].map(({ crossings }) => crossings)).toEqual([0, 0, 0, 4]);
  });

  it('keeps the verdict of each mode where there is no local endpoint', () => {
    expect(ends(compared(TRAFFIC_POLICY_LOCAL.document(), 1))).toEqual([
      'iptables DROPPED silent',
      // pkg/proxy/ipvs/proxier.go syncEndpoint: without local endpoints all are used, and the reply is lost.
      'ipvs DELIVERED silent',
      'nftables DROPPED silent',
      // The userspace proxy never read the policy.
      'userspace DELIVERED answered',
    ]);
  });

  it('gives the asked outcome of the first pane to all', () => {
    const document = WEB_TWO_NODES.document();
    const { panes } = compared(document, 1, 2);
    expect(panes[0]!.shown).toBe(2);
    const [first, ...others] = panes.map(({ outcomes, shown }) => outcomes[shown]!.arrived!.dst.words.join('.'));
    expect(others.every((each) => each === first)).toBe(true);
  });
});
