import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IPSET_SAVE } from '../formats/ipset-save';
import { Memo } from '../lib/memo';
import { tries } from '../lib/testing/soaking';
import type { Netns } from '../linux/netns';
import { compareHosts } from './compare-hosts';
import { HostEnds } from './host-end';
import { modelHost, type HostModel } from './host-model';
import { openHostSpace } from './host-space';
import { expectAsMadeAnew } from './testing/edited-states';
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

/** A text with one of its rules gone, twice there, elsewhere in its chain, or with a word of another. */
function editText(text: string, { at, how, other }: { at: number; how: number; other: number }): string {
  const lines = text.split('\n');
  const rules = lines.flatMap((line, i) => (line.startsWith('-A') ? [i] : []));
  const place = rules[at % rules.length] ?? 0;
  const elsewhere = rules[other % rules.length] ?? 0;
  const line = lines[place] ?? '';
  if (how === 0) return lines.toSpliced(place, 1).join('\n');
  if (how === 1) return lines.toSpliced(place, 0, line).join('\n');
  if (how === 2)
    return lines
      .toSpliced(
        place,
        1,
        line.replace(/(\d+)(?!.*\d)/, (number) => `${Number(number) ^ 1}`),
      )
      .join('\n');
  if (how === 3) return text.replace(/^(:\w+) ACCEPT/m, '$1 DROP');
  const target = / -j \S+.*$/.exec(lines[elsewhere] ?? '')?.[0] ?? '';
  return lines.toSpliced(place, 1, line.replace(/ -j \S+.*$/, target)).join('\n');
}

/** A node that has lost its addresses. */
const withoutAddresses = (host: Netns): Netns => ({
  ...host,
  memo: new Memo(),
  routes: host.routes.filter(({ type }) => type !== 'local'),
  devices: host.devices.map((each) => ({ ...each, addresses: [] })),
});

const editsOfText = fc.array(fc.record({ at: fc.nat(99), how: fc.nat(4), other: fc.nat(99), isMoved: fc.boolean() }), {
  minLength: 1,
  maxLength: 5,
});

it('what is remembered of other states is what would be made anew, whatever was edited', () => {
  fc.assert(
    fc.property(editsOfText, (edits) => {
      const texts = [KUBE_RULES];
      for (const edit of edits) texts.push(editText(texts.at(-1) ?? '', edit));
      const hosts = texts.map((text, i) => {
        const host = nodeWith(text);
        return edits[i]?.isMoved ? withoutAddresses(host) : host;
      });
      expectAsMadeAnew(hosts);
    }),
    { numRuns: tries(300) },
  );
});

it('rules that say the same of another set are made anew', () => {
  const text = '*filter\n:INPUT ACCEPT\n-A INPUT -p tcp -m set --match-set S src -j DROP\nCOMMIT\n';
  const [before, after] = ['10.0.0.1', '10.0.0.2'].map((member) => {
    const read = IPSET_SAVE.parse(`create S hash:ip\nadd S ${member}\n`);
    if (!read.ok) throw new Error('no set');
    return nodeWith(text, { ipsets: read.value.value });
  });
  if (!before || !after) throw new Error('no hosts');
  const space = openHostSpace([before, after]);
  const ends = new HostEnds();
  const [was, is] = [before, after].map((host) => {
    space.beginState();
    const made = modelHost(host, { space, ends });
    return made.ok ? made.value.outcome : undefined;
  });
  expect(is).not.toEqual(was);
});
