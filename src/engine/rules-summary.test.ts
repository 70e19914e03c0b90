import { expect, test } from 'vitest';
import { WEB_TWO_NODES } from '../content/examples/web-two-nodes';
import { addNode } from '../core/document/edits/nodes';
import { engineAtHand } from './testing/engine';

const TWO = WEB_TWO_NODES.document();
const FIVE = addNode(addNode(addNode(TWO)));

test.each(['iptables', 'nftables'] as const)('of five nodes only the rules a walk may need are written: %s', (mode) => {
  const engine = engineAtHand();
  const document = { ...FIVE, mode, kubeProxy: { ...FIVE.kubeProxy, mode }, release: '1.33' };
  const bench = engine.open(document);
  expect(bench.rules.map(({ netns, chains }) => `${netns} ${chains?.length}`)).toEqual([
    'node1 undefined',
    'node2 undefined',
    'node3 undefined',
    'node4 undefined',
    'node5 undefined',
  ]);
  const result = engine.run(document.flows[0]!.id);
  const walked = new Set(
    result.outcomes.map(({ disposition }) => bench.netns.find(({ id }) => id === disposition.netns)?.node),
  );
  expect(new Set(result.rules?.map(({ netns }) => netns))).toEqual(walked);
  for (const { netns, chains = [], ruleCount, services } of result.rules ?? []) {
    const whole = engine.rules(netns, 'ipv4').chains;
    const entered = whole.filter(({ hook }) => hook !== undefined);
    // Chains of nftables are counted without their lines.
    const bare = (all: typeof chains) => all.map((chain) => ({ ...chain, line: 0, firstLine: 0 }));
    expect(bare(chains)).toEqual(bare(entered));
    expect(ruleCount).toBe(whole.reduce((count, { length }) => count + length, 0));
    expect(Object.keys(services ?? {})).toEqual(
      expect.arrayContaining(whole.filter(({ service }) => service).map(({ name }) => name)),
    );
  }
});

test('of two nodes all rules are told of at once', () => {
  const engine = engineAtHand();
  const bench = engine.open(TWO);
  expect(bench.rules.map(({ netns, ruleCount = 0 }) => `${netns} ${ruleCount > 20}`)).toEqual([
    'node1 true',
    'node2 true',
  ]);
  expect(engine.run(TWO.flows[0]!.id).rules).toBeUndefined();
});
