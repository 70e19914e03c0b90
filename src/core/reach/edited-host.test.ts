import { expect, it } from 'vitest';
import { compareHosts } from './compare-hosts';
import { HostEnds } from './host-end';
import { modelHost, type HostModel } from './host-model';
import { openHostSpace } from './host-space';
import { KUBE_RULES, nodeWith } from './testing/node';

/** Models of a node with these rules, one state after another, and the nodes that each made. */
function modelStates(...texts: readonly string[]): { models: readonly HostModel[]; made: readonly number[] } {
  const hosts = texts.map((text) => nodeWith(text));
  const shared = { space: openHostSpace(hosts), ends: new HostEnds() };
  const { diagrams } = shared.space;
  const states = hosts.map((host) => {
    shared.space.beginState();
    const before = diagrams.size;
    const made = modelHost(host, shared);
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    return { model: made.value, made: diagrams.size - before };
  });
  return { models: states.map(({ model }) => model), made: states.map(({ made }) => made) };
}

it('the same rules are the same map in another state: nothing is made, whatever they draw', () => {
  expect(KUBE_RULES).toContain('statistic');
  const { models, made } = modelStates(KUBE_RULES, KUBE_RULES);
  expect(made[1]).toBe(0);
  expect(models[1]?.outcome).toEqual(models[0]?.outcome);
});

it('an edit makes what it changes alone, and the rules before it make nothing again', () => {
  const edited = KUBE_RULES.replace('--dport 80 ', '--dport 81 ');
  expect(edited).not.toBe(KUBE_RULES);
  const { models, made } = modelStates(KUBE_RULES, edited, KUBE_RULES);
  const [first = 0, second = 0, third] = made;
  expect(second).toBeGreaterThan(0);
  expect(second).toBeLessThan(first / 2);
  expect(third).toBe(0);
  expect(compareHosts(models[0] as HostModel, models[1] as HostModel).differences.length).toBeGreaterThan(0);
  expect(models[2]?.outcome).toEqual(models[0]?.outcome);
});

/** The largest denominator of the odds that a packet has on its ways through a host: how often it draws. */
function largestDenominator({ space, outcome }: HostModel): bigint {
  const { diagrams } = space;
  const seen = new Set([outcome.received]);
  let largest = 1n;
  for (const node of seen) {
    if (diagrams.isLeaf(node)) continue;
    if (space.besideAt(diagrams.level(node)) !== undefined)
      for (const { den } of space.oddsOf(node).odds.values()) largest = den > largest ? den : largest;
    seen.add(diagrams.low(node));
    seen.add(diagrams.high(node));
  }
  return largest;
}

it('a chain that is passed twice draws twice, in each state', () => {
  const twice = (odds: string): string =>
    `*filter\n:FORWARD ACCEPT\n:A -\n-A FORWARD -p tcp -j A\n-A FORWARD -p tcp -j A\n-A A -m statistic --mode random --probability ${odds} -j DROP\nCOMMIT\n`;
  const { models } = modelStates(twice('0.5'), twice('0.5'), twice('0.25'));
  expect(models.map(largestDenominator)).toEqual([4n, 4n, 16n]);
});
