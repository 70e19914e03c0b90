import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALL_PACKETS } from './all-packets';
import { Dice, expand } from './dice';
import { randomRule } from './iptables-text';
import { NFT_MATCHES, NFT_STATEMENTS, NFT_WORDS } from './nft-text';
import { randomNftRules } from './nft-packet-rules';
import { IPV4_GROUND, IPV6_GROUND, randomPacket, type SocketPacket } from './packet-ground';
import { randomLines } from './rule-tools';
import { REMOVABLE_RULES, tryDumps } from './removable-rules';
import { Tally } from './step';
import { SOAKING, some } from '../../src/core/lib/testing/soaking';

const linesOf = (dice: Dice): string[] =>
  [IPV4_GROUND, IPV6_GROUND].flatMap((ground) => [
    ...randomLines(dice, ground).map(({ line }) => line),
    ...randomNftRules(dice, ground, 'inet'),
  ]);

describe('what a soak tries', () => {
  it('is the same for the same seed', () => {
    const made = (seed: number): string[] => {
      const dice = new Dice(seed);
      return [...Array.from({ length: 50 }, () => randomRule(dice).text), ...linesOf(dice)];
    };
    expect(made(7)).toEqual(made(7));
    expect(made(7)).not.toEqual(made(8));
  });

  it('has nothing of a template left in it', () => {
    for (let seed = 0; seed < 300; seed++) {
      const dice = new Dice(seed);
      const nft = [...NFT_MATCHES, ...NFT_STATEMENTS].map((template) => expand(template, dice, NFT_WORDS));
      expect([randomRule(dice).text, ...linesOf(dice), ...nft].join('\n')).not.toMatch(/[«¦»]|<[a-z]+\d*>/);
    }
  });

  it('asks in a dozen rounds what a fault may be about: masks, routes, ranges, sets, states', () => {
    const seeds = Array.from({ length: 12 }, (_, seed) => seed + 1);
    const rules = seeds.flatMap((seed) => randomNftRules(new Dice(seed), IPV4_GROUND, 'ip'));
    for (const wanted of [
      / and \d+\.\d+\.\d+\.\d+ [!=]= /,
      / and 0x[0-9a-f]+ [!=]= /,
      / and 255\.0\.255\.0 [!=]= /,
      /tcp flags .*(?:\/|&)/,
      /fib saddr \. iif oif (?:missing|exists) counter$/,
      /fib \S+ type /,
      /fib \S+ oifname /,
      /(?:saddr|daddr) (?:!= )?\d[\d.]*-\d/,
      /dport [<>]/,
      /meta mark \{ 0-1/,
      /ct status /,
    ])
      expect(
        rules.some((rule) => wanted.test(rule)),
        String(wanted),
      ).toBe(true);
  });

  it('takes alternatives and words apart', () => {
    const dice = new Dice(1);
    const drawn = new Set(Array.from({ length: 60 }, () => expand('a«b¦c«d¦<e>»»', dice, { e: 'f' })));
    expect([...drawn].toSorted()).toEqual(['ab', 'acd', 'acf']);
    expect(() => expand('<nothing>', dice, {})).toThrow(SyntaxError);
  });

  it('sends no two packets from one port, unless it is the same packet', () => {
    const dice = new Dice(3);
    const packets: SocketPacket[] = [];
    for (let n = 0; n < 200; n++) packets.push(randomPacket(dice, IPV4_GROUND, packets));
    expect(new Set(packets).size).toBe(new Set(packets.map(({ sport }) => sport)).size);
    expect(new Set(packets).size).toBeLessThan(200);
  });

  it('counts what fails', () => {
    const tally = new Tally();
    tally.check(true, () => 'never');
    tally.check(false, () => 'why');
    tally.skip('no reason', 2);
    expect(tally.result()).toEqual({ passed: 1, skipped: 2, failures: ['why'], reasons: ['2: no reason'] });
  });
});

/** The soak itself asks 300 packets of every dump there is; here, fewer of the short ones. */
describe('removing a rule that a finding says can go', () => {
  const shared = process.env['RULEWALK_SHARED'] ?? '../shared';
  const folders = [
    'src/core',
    ...['corpus', 'cases', 'golden/kube-proxy-1.30.5/clusterip'].map((path) => join(shared, path)),
  ];

  it.each(some(folders, 2))('changes nothing for 20 packets of the dumps in %s', { timeout: 7_200_000 }, (folder) => {
    expect(tryDumps({ folders: [folder], packets: 20, longest: 20_000 }).failures).toEqual([]);
  });

  it('changes nothing in chains that hand on marks, and some can go', { timeout: 600_000 }, async () => {
    const { passed, failures } = await REMOVABLE_RULES.run({ seed: 1, size: SOAKING ? 0.1 : 0.03 });
    expect(failures).toEqual([]);
    expect(passed).toBeGreaterThan(10);
  });
});

/** The soak itself walks a million packets of other clusters for each seed; here, the first of those of seed 1. */
describe('all packets of random clusters', () => {
  it('end as the walk of each does, at nodes and through the cluster and back', { timeout: 7_200_000 }, async () => {
    const { passed, failures, parts } = await ALL_PACKETS.run({ seed: 1, size: SOAKING ? 0.02 : 0.002 });
    expect(failures).toEqual([]);
    expect(passed).toBeGreaterThan(1500);
    expect(parts?.join()).not.toMatch(/(?:^|,)0 /);
  });
});
