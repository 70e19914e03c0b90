import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../../content/examples';
import { createSpeaker } from '../../../content/phrases';
import { explore } from '../../sim/explore';
import { derivePasted } from '../../document/derive-pasted';
import { createDeriveWith } from '../../document/derive-cluster';
import type { Document } from '../../document/document';
import { resolveFlow } from '../../document/resolve-flow';
import { applyChange } from './candidate';
import { endingOfAll, successOf, type Ending } from './ending';
import { whatFlips, type Flips, type Tried } from './what-flips';

const say = createSpeaker('en');

function flipsOf(document: Document, flowId: string): Flips | undefined {
  const steps = whatFlips({ document, flowId }, createDeriveWith(derivePasted));
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

function exampleOf(id: string): Document {
  const example = EXAMPLES.find((each) => each.id === id);
  if (!example) throw new Error(id);
  return example.document('en');
}

const endText = ({ through, ends }: Ending): string => `${through} ${ends.map(({ kind }) => kind).join()}`;
const line = ({ says, effect, after }: Tried): string => `${effect}: ${say(says)} -> ${endText(after)}`;

describe('what turns the outcome of a flow round', () => {
  it('tries the other policy where a Service has an empty one, which the API takes for Cluster', () => {
    const document = exampleOf('source-ip-lost');
    const services = document.cluster.services.map((service) => ({
      ...service,
      spec: { ...service.spec, externalTrafficPolicy: '' as const },
    }));
    const emptied = { ...document, cluster: { ...document.cluster, services } };
    expect(flipsOf(emptied, 'flow-2')?.found.map(line)).toEqual(flipsOf(document, 'flow-2')?.found.map(line));
  });

  it.each<[string, string, string, readonly string[]]>([
    ['empty-service', 'flow-1', '0 REJECTED', ['flips: Service default/api: selector → app=api -> 1 DELIVERED']],
    [
      'traffic-policy-local',
      'flow-2',
      '0 DROPPED',
      [
        'flips: Service default/web: externalTrafficPolicy → Cluster -> 1 DELIVERED',
        'flips: The caller asks node1 instead -> 1 DELIVERED',
        'ends: kube-proxy runs in IPVS mode -> 0 DELIVERED',
      ],
    ],
    [
      'source-ip-lost',
      'flow-2',
      '1 DELIVERED',
      [
        'flips: Pod default/web-s68mv is not ready any more -> 0 REJECTED',
        'source: Service default/web: externalTrafficPolicy → Local -> 1 DELIVERED',
        'flips: Deployment default/web: replicas → 0 -> 0 REJECTED',
      ],
    ],
    [
      'load-balancer-source-ranges',
      'flow-2',
      '0 DROPPED',
      ['flips: Service default/shop: loadBalancerSourceRanges → + 192.0.2.50/32 -> 1 DELIVERED'],
    ],
    [
      'docker-forward-drop',
      'flow-1',
      '0 DROPPED',
      [
        'flips: Added in front of what stops it, for this flow alone: -A FORWARD -s 10.244.0.9/32 -d 10.244.1.2/32 -p tcp -m tcp --dport 8080 -j ACCEPT -> 1 DELIVERED',
        'flips: Policy of filter FORWARD → ACCEPT -> 1 DELIVERED',
        'flips: The rule filter KUBE-FORWARD 2 without its test -m mark --mark 0x4000/0x4000 -> 1 DELIVERED',
      ],
    ],
  ])('%s %s (%s)', (id, flow, before, wanted) => {
    const flips = flipsOf(exampleOf(id), flow);
    expect(flips && endText(flips.before)).toBe(before);
    expect(flips?.tried).toBe(flips?.all);
    const lines = flips?.found.map(line) ?? [];
    expect(lines).toEqual(expect.arrayContaining([...wanted]));
    expect(lines.find((each) => each.startsWith('flips'))).toBe(wanted[0]);
  });

  it.each(['traffic-policy-local', 'docker-forward-drop'])('%s: each applied afresh does what was said', (id) => {
    const document = exampleOf(id);
    const flow = document.flows[1]!;
    const found = flipsOf(document, flow.id)?.found ?? [];
    expect(found.length).toBeGreaterThan(3);
    for (const { change, after } of found) {
      const next = applyChange(document, change);
      const derived = createDeriveWith(derivePasted)(next);
      const { network } = derived;
      const asked = next.flows.find(({ id: each }) => each === flow.id) ?? flow;
      const sent = resolveFlow(next, network, asked);
      if (!sent.ok) throw new Error('not sent');
      const { outcomes, truncated } = explore({ network, flow: sent.value, seed: next.seed });
      const success = successOf(next, derived, { flow: asked, sent: sent.value });
      expect(endText(endingOfAll(outcomes, truncated, success))).toBe(endText(after));
    }
  });

  it('says nothing of a flow that cannot be sent', () => {
    expect(flipsOf(exampleOf('headless-and-externalname'), 'flow-2')).toBeUndefined();
    expect(flipsOf(exampleOf('web-two-nodes'), 'no such flow')).toBeUndefined();
  });
});
