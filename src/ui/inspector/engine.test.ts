import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { formatEndpoint } from '../../core/net/packet';
import { narrate } from '../../core/sim/narrate';
import { flattenedSteps } from '../../store/selectors';
import { Memo } from '../../core/lib/memo';
import { indexChains, findRow } from '../rules/rule/rules-view.model';
import { entriesAt, trackingNetns, routeTables, routingAt } from './tables/conntrack.model';
import { packetFields } from '../common/packet.model';
import { collectStory, type CauseView } from './why.model';
import { engineAtHand } from '../../engine/testing/engine';

const MEMO = new Memo();

const engine = engineAtHand();
const [WEB] = EXAMPLES;

function open(flow: number, outcome = 0) {
  const document = WEB!.document();
  const bench = engine.open(document);
  const result = engine.run(document.flows[flow]!.id, { outcome });
  return { bench, trace: result.trace, steps: flattenedSteps(result) };
}

function print({ kind, rule, because }: CauseView): string {
  const name =
    rule?.data.kind === 'rule'
      ? ` ${rule.data.ref.chain.replace(/-[0-9A-Z]{16}$/, '')} ${rule.data.ref.index + 1}`
      : '';
  const why =
    because?.data.kind === 'rule'
      ? ` because ${because.data.ref.chain}`
      : because
        ? ` because ${because.data.kind}`
        : '';
  return kind + name + why;
}

describe('why, of what the engine computes', () => {
  it.each([
    [
      'Pod to clusterIP, a backend on its own node',
      0,
      [
        ['dnat KUBE-SEP 2', 'source-kept KUBE-POSTROUTING 1', 'arrived'],
        ['unbind because nat', 'arrived'],
      ],
    ],
    ['a Service without endpoints', 4, [['refused KUBE-SERVICES 1'], ['arrived']]],
  ])('%s', (_name, flow, legs) => {
    const { trace, steps } = open(flow);
    expect(collectStory(trace, steps, () => true).map(({ causes }) => causes.map(print))).toEqual(legs);
  });

  it('traces MASQUERADE of a NodePort back to the rule that jumped to the marking chain', () => {
    const { trace, steps } = open(1);
    const snat = collectStory(trace, steps, () => true)[0]!.causes.find(({ kind }) => kind === 'snat')!;
    expect(print(snat)).toBe('snat KUBE-POSTROUTING 3 because KUBE-EXT-CDGGSHYLG3RE2FKL');
    const index = indexChains(engine.rules(snat.at.netns, 'ipv4'), MEMO);
    const { rule } = snat;
    expect(rule?.data.kind === 'rule' && findRow(index, rule.data.ref)?.text).toContain('-j MASQUERADE');
  });
});

describe.each([0, 1, 2, 3, 4])('flow %i, whatever the outcome', (flow) => {
  const { bench, trace, steps } = open(flow);

  it('ends with the connections the replay of its steps gives', () => {
    for (const netns of trackingNetns(trace, steps)) {
      const last = steps.findLast((step) => step.netns === netns)!.index;
      // One step before the end is still the replay; at the end it is the engine's own list.
      const replayed = entriesAt({ ...trace, conntrack: {} }, steps, last, netns);
      const kept = replayed.filter(({ phase }) => phase === 'confirmed');
      const text = ({ entry }: (typeof replayed)[number]): string =>
        [entry.original, entry.reply]
          .map((tuple) => `${formatEndpoint(tuple.src, tuple.sport)} ${formatEndpoint(tuple.dst, tuple.dport)}`)
          .join(' | ');
      expect(kept.map(text)).toEqual(
        entriesAt(trace, steps, last, netns)
          .filter(({ phase }) => phase === 'confirmed')
          .map(text),
      );
    }
  });

  it('marks a route for every decision that names one', () => {
    for (const step of steps) {
      if (step.data.kind !== 'routing' || !step.data.route) continue;
      const routes = bench.netns.find(({ id }) => id === step.netns)!.routes;
      const decision = routingAt(steps, step.index, step.netns);
      const tables = routeTables(routes, decision?.data.kind === 'routing' ? decision.data.route : undefined);
      expect(
        tables.flatMap((table) => table.routes).filter(({ chosen }) => chosen),
        `step ${step.index}`,
      ).toHaveLength(1);
    }
  });

  it('has a header table and a sentence for every step', () => {
    for (const step of steps) {
      expect(packetFields(steps, step.index).length).toBeGreaterThan(4);
      expect(narrate(step, steps).id).toBeTruthy();
    }
  });
});
