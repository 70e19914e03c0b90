import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '../../lib/random';
import { some, tries } from '../../lib/testing/soaking';
import { pasted } from '../../paste/testing/paste';
import { lintPasted } from './lint';
import { nftRemovalsOf } from './testing/removed-nft-rule';

const forward = (...rules: readonly string[]): string =>
  ['table inet f {', 'chain fwd {', 'type filter hook forward priority 0; policy accept;', ...rules, '}', '}', ''].join(
    '\n',
  );

const saidOf = (text: string): string[] =>
  lintPasted(pasted(text))
    .filter(({ id }) => id === 'covered')
    .map(({ severity, places }) => `${severity} ${places.map(({ text: rule }) => rule).join(' <- ')}`);

describe('a rule of nftables that others take all packets of', () => {
  it.each([
    [
      'by two together, which say otherwise',
      ['tcp dport 1-500 accept', 'tcp dport 501-1023 drop', 'tcp dport { 22, 600 } drop'],
      ['warning tcp dport { 22, 600 } drop <- tcp dport 1-500 accept <- tcp dport 501-1023 drop'],
    ],
    [
      'which say the same, whatever they count and log',
      ['ip saddr 10.0.0.0/8 counter drop', 'ip saddr 10.1.0.0/16 log prefix "x" drop'],
      ['info ip saddr 10.1.0.0/16 log prefix "x" drop <- ip saddr 10.0.0.0/8 counter drop'],
    ],
    ['not where one family is left', ['ip saddr 0.0.0.0/0 accept', 'tcp dport 80 drop'], []],
    ['not where a limit takes them', ['limit rate 1/second accept', 'tcp dport 80 accept'], []],
  ])('is told: %s', (_, rules, wanted) => {
    expect(saidOf(forward(...rules))).toEqual(wanted);
  });

  it('is not told where an excerpt may leave out who leads to its chain', () => {
    const fwd = (...rules: readonly string[]): string[] => [
      'chain fwd {',
      'type filter hook forward priority 0; policy accept;',
      ...rules,
      '}',
    ];
    const inner = ['chain inner {', 'tcp dport 80 accept', 'tcp dport 80 drop', 'udp dport 53 drop', '}'];
    const text = (...lines: readonly string[]): string => ['table ip f {', ...lines, '}', ''].join('\n');
    const whole = text(...inner, ...fwd('tcp dport 80 jump inner'));
    expect(saidOf(whole)).toEqual(['warning tcp dport 80 drop <- tcp dport 80 accept']);
    // A chain of which only its name is there may lead to any other.
    expect(saidOf(text(...inner, ...fwd('tcp dport 80 jump inner', 'jump left-out')))).toEqual([]);
    expect(saidOf(`# nft list chain ip f inner\n${whole}`)).toEqual([]);
    // Of a base chain nobody else decides what comes to it.
    expect(saidOf(text(...fwd('jump left-out', 'tcp dport 80 accept', 'tcp dport 80 drop')))).toHaveLength(1);
  });
});

const DIRECTORIES = ['src/core/formats/testdata/nft', 'src/core/questions/reconstruct/testdata/nft-listed'];
const LISTINGS = DIRECTORIES.flatMap((directory) =>
  readdirSync(directory)
    .filter((file) => file.endsWith('.nft'))
    .map((file) => [file, readFileSync(join(directory, file), 'utf8')] as const),
);

/** A rule on one line that ends packets. */
const ENDS = /^\s*[\w@].*\b(?:accept|drop|return|reject)$/;
const OTHERWISE: Readonly<Record<string, string>> = {
  accept: 'drop',
  drop: 'accept',
  return: 'drop',
  reject: 'accept',
};

/** A listing with rules said once more further down in their chains: so, narrower, or with another end. */
function withRepeated(text: string, seed: number): string {
  const rng = createRng(seed);
  let seen: string[] = [];
  return text
    .split('\n')
    .flatMap((line) => {
      if (/^\s*chain\s/.test(line)) seen = [];
      if (ENDS.test(line)) seen.push(line);
      if (line.trim() !== '}' || seen.length === 0) return [line];
      const more = [0, 1].flatMap(() => {
        const rule = seen[rng.below(seen.length)] ?? '';
        const narrow = rng.below(2) === 0 ? '' : 'meta l4proto tcp ';
        const said = rng.below(2) === 0 ? rule : rule.replace(/\w+$/, (end) => OTHERWISE[end] ?? end);
        return [said.replace(/^\s*/, (indent) => indent + narrow)];
      });
      seen = [];
      return [...more, line];
    })
    .join('\n');
}

describe('taking a covered rule of nftables away', () => {
  it.each(some(LISTINGS, 1))('changes nothing for any packet of %s with rules said twice', (_, text) => {
    const seeds = Array.from({ length: tries(50) }, (__, seed) => seed);
    expect(seeds.flatMap((seed) => nftRemovalsOf(withRepeated(text, seed), 200).wrong)).toEqual([]);
  });

  it('is tried of many listings', () => {
    const claims = LISTINGS.map(([, text]) => nftRemovalsOf(withRepeated(text, 1), 0).claims);
    expect(claims.filter((count) => count > 0).length).toBeGreaterThan(15);
  });

  it('changes nothing for any packet of random chains', () => {
    const test = fc.constantFrom(
      '',
      'ip daddr 10.96.0.0/16',
      'ip saddr { 10.244.0.5, 10.244.1.0/24 }',
      'tcp dport { 53, 80-90 }',
      'meta mark & 0x1 == 0x1',
      'ct state new,invalid',
      'iifname "eth0"',
      'limit rate 3/second',
      'numgen random mod 4 < 1',
    );
    const effect = fc.constantFrom('accept', 'drop', 'return', 'jump two', 'goto two', 'meta mark set 0x3', 'notrack');
    const end = fc.constantFrom('accept', 'drop', 'return', 'meta mark set 0x1');
    const rules = (effects: fc.Arbitrary<string>): fc.Arbitrary<string[]> =>
      fc.array(
        fc.tuple(test, effects).map((pair) => pair.join(' ').trim()),
        { minLength: 1, maxLength: 8 },
      );
    let claims = 0;
    fc.assert(
      fc.property(rules(end), rules(effect), (two, fwd) => {
        const found = nftRemovalsOf(forward(...fwd, '}', 'chain two {', ...two), 100);
        claims += found.claims;
        expect(found.wrong).toEqual([]);
      }),
      { numRuns: tries(1000), seed: 5 },
    );
    expect(claims).toBeGreaterThan(30);
  });
});
