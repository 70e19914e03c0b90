import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dearTries, THOROUGH } from '../lib/testing/soaking';
import { readRuleset } from '../linux/nftables/text/read-ruleset';
import type { Netns } from '../linux/netns';
import { compareHosts } from './compare-hosts';
import { findDeadNftRules, type DeadRule } from './dead-rules';
import { HostEnds } from './host-end';
import { modelHost, type HostModel } from './host-model';
import { openHostSpace } from './host-space';
import { nodeWith } from './testing/node';

function nftables(text: string): NonNullable<Netns['nftables']> {
  const { ruleset, problems } = readRuleset(text);
  expect(problems).toEqual([]);
  return ruleset;
}

function deadOf(text: string): readonly DeadRule[] {
  const [table] = nftables(text).tables.values();
  const found = table && findDeadNftRules({ table });
  if (!found?.ok) throw new Error(found?.error ?? 'no table');
  return found.value;
}

const say = ({ rule, why, by }: DeadRule): string =>
  `${rule.chain} ${rule.index + 1} ${why} ${by.map(({ chain, index }) => `${chain} ${index + 1}`).join(', ')}`.trim();

const forward = (...rules: readonly string[]): string =>
  `table inet t {\nchain other {\n${rules
    .filter((rule) => rule.startsWith('other: '))
    .map((rule) => rule.slice(7))
    .join(
      '\n',
    )}\n}\nchain f {\ntype filter hook forward priority 0; policy accept;\n${rules.filter((rule) => !rule.startsWith('other: ')).join('\n')}\n}\n}`;

it.each([
  [
    'covered by two together, over both families',
    ['ip daddr 10.0.1.0/25 accept', 'ip daddr 10.0.1.128/25 drop', 'ip daddr 10.0.1.0/24 tcp dport 80 drop'],
    ['f 3 covered f 1, f 2'],
  ],
  ['alive over IPv6 alone', ['ip daddr 0.0.0.0/0 accept', 'tcp dport 80 drop'], []],
  ['a set that is covered by another', ['tcp dport { 80, 443 } drop', 'tcp dport 443 accept'], ['f 2 covered f 1']],
  ['a chain that nobody leads to', ['other: drop'], ['other 1 unreached']],
  [
    'a chain that what comes to it never fits',
    ['ip daddr 10.0.0.0/8 jump other', 'other: ip daddr 11.0.0.1 drop'],
    ['other 1 never'],
  ],
  [
    'taken by a map, and by what that leads to',
    ['tcp dport vmap { 80 : drop, 443 : goto other }', 'tcp dport { 80, 443 } accept', 'other: drop'],
    ['f 2 covered f 1, other 1'],
  ],
  ['a limit takes nothing for sure', ['ip saddr 10.0.0.0/8 limit rate 1/second drop', 'ip saddr 10.0.0.1 drop'], []],
  ['a mark that is set and asked in one rule', ['meta mark set 1 meta mark 2 drop', 'meta mark 2 drop'], ['f 2 never']],
  ['a rule whose end nobody comes to may still have set a mark', ['meta mark set 1 meta mark 2 drop'], []],
  ['what is logged before it is turned away is not nothing', ['tcp dport 80 log meta l4proto udp drop'], []],
  ['questions that exclude each other', ['tcp dport 80 meta l4proto udp counter drop'], ['f 1 never']],
])('%s', (_name, rules, wanted) => {
  expect(deadOf(forward(...rules)).map(say)).toEqual(wanted);
});

it('asks at each hook that has packets for a way which no hook before had, though its rule had some', () => {
  const two = ['meta mark vmap { 1 : jump one, 2 : jump other }'];
  const chains = { one: ['drop'], other: ['drop'], two };
  const pre = ['meta mark set 1 jump two'];
  expect(deadOf(tableText({ ...chains, pre })).map(say)).toEqual(['other 1 unreached']);
  expect(deadOf(tableText({ ...chains, pre, fwd: ['meta mark set 2 jump two'] })).map(say)).toEqual([]);
});

it('says nothing of chains at devices', () => {
  const [table] = nftables(
    'table netdev t {\nchain i {\ntype filter hook ingress device "eth0" priority 0; policy accept;\ndrop\n}\n}',
  ).tables.values();
  expect(table && findDeadNftRules({ table })).toBeUndefined();
});

const TESTS = [
  '',
  'ip daddr 10.96.0.10 tcp dport 80',
  'ip daddr 10.96.0.0/16',
  'ip saddr { 10.244.0.5, 10.244.1.0/24 }',
  'ip saddr 10.244.0.0/16',
  'tcp dport { 53, 80-90 }',
  'tcp dport > 1023',
  'meta mark & 0x1 == 0x1',
  'meta mark 0x3',
  'ct state new,invalid',
  'ct state established',
  'iifname "eth0"',
  'numgen random mod 4 < 1',
  'limit rate 3/second',
  'counter',
];
const EFFECTS = [
  'accept',
  'drop',
  'return',
  'jump two',
  'goto two',
  'meta mark set 0x3',
  'meta mark set meta mark | 0x1 meta mark & 0x1 == 0x1 jump two',
  'tcp dport vmap { 80 : jump two, 1024-65535 : return, * : continue }',
  'ct state vmap { invalid : drop, new : jump two }',
  'reject',
];
const TWO_EFFECTS = ['accept', 'drop', 'return', 'meta mark set 0x1'];
const rules = (effects: readonly string[]): fc.Arbitrary<string[]> =>
  fc
    .array(fc.tuple(fc.constantFrom(...TESTS), fc.constantFrom(...effects)), { maxLength: 7 })
    .map((pairs) => pairs.map(([test, effect]) => `${test} ${effect}`.trim()));

/** Chains and their rules as a table. */
function tableText(chains: Readonly<Record<string, readonly string[]>>): string {
  const HEADS: Readonly<Record<string, string>> = {
    pre: 'type filter hook prerouting priority -150; policy accept;',
    fwd: 'type filter hook forward priority 0; policy accept;',
    inp: 'type filter hook input priority 0; policy drop;',
  };
  const text = Object.entries(chains).map(
    ([name, lines]) => `chain ${name} {\n${[HEADS[name] ?? '', ...lines].join('\n')}\n}`,
  );
  return `table ip t {\n${text.join('\n')}\n}`;
}

describe('dead rules of nftables', () => {
  it('can be taken away: the host does the same to every packet', () => {
    let dead = 0;
    fc.assert(
      fc.property(rules(TWO_EFFECTS), rules(EFFECTS), rules(EFFECTS), rules(EFFECTS), (two, pre, fwd, inp) => {
        const chains = { two, pre, fwd, inp };
        const found = new Set(deadOf(tableText(chains)).map(({ rule }) => `${rule.chain} ${rule.index}`));
        dead += found.size;
        const left = Object.fromEntries(
          Object.entries(chains).map(([name, lines]) => [name, lines.filter((_, i) => !found.has(`${name} ${i}`))]),
        );
        expect(countDifferences(tableText(chains), tableText(left))).toBe(0);
      }),
      { numRuns: dearTries(1000) },
    );
    expect(dead).toBeGreaterThan(THOROUGH ? 100 : 30);
  });

  it('are all there are: of the others each decides some packet, where nobody has to guess', () => {
    let alive = 0;
    // Of a node by itself no packet comes with a mark or of a connection: of a table alone one may.
    const sure = (lines: readonly string[]): string[] =>
      lines.filter((line) => !/limit|numgen|mark|established/.test(line));
    fc.assert(
      fc.property(rules(['accept', 'drop']), (lines) => {
        const fwd = sure(lines);
        const found = new Set(deadOf(tableText({ two: [], fwd })).map(({ rule }) => rule.index));
        for (const [at, line] of fwd.entries()) {
          if (found.has(at)) continue;
          // What it decides another decides otherwise, were it the other verdict.
          const other = fwd.with(
            at,
            line.endsWith('accept') ? line.replace(/accept$/, 'drop') : line.replace(/drop$/, 'accept'),
          );
          alive++;
          expect(
            countDifferences(tableText({ two: [], fwd }), tableText({ two: [], fwd: other })),
            line,
          ).toBeGreaterThan(0);
        }
      }),
      { numRuns: dearTries(200) },
    );
    expect(alive).toBeGreaterThan(THOROUGH ? 20 : 5);
  });
});

/** How many kinds of packets end otherwise on a node with other rules. */
function countDifferences(before: string, after: string): number {
  const hosts = [before, after].map((text) => nodeWith('', { nftables: nftables(text) }));
  const shared = { space: openHostSpace(hosts), ends: new HostEnds() };
  const models = hosts.map((host): HostModel => {
    const made = modelHost(host, shared);
    if (!made.ok) throw new Error(made.error.id);
    return made.value;
  });
  return compareHosts(...(models as [HostModel, HostModel])).differences.length;
}
