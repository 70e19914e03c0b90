import { describe, expect, it } from 'vitest';
import type { RuleExplanation } from '../../engine/protocol';
import { cutRule } from '../../core/linux/xtables/rule-text';
import { decidingTest, lightOf, type RuleTest } from './rule/rule-text.model';

const test = (part: string, matched: RuleTest['matched']): RuleTest => ({ part, matched, expected: 'a', actual: 'b' });

function explanation(...tests: RuleTest[]): RuleExplanation {
  return { ref: { table: 'nat', chain: 'C', index: 0 }, matched: false, tests };
}

describe('decidingTest', () => {
  it.each([
    [[test('-s', true), test('-d', false)], '-d'],
    [[test('set', 'unknown'), test('-d', false)], '-d'],
    [[test('-s', true), test('set', 'unknown')], 'set'],
    [[test('-s', true)], undefined],
    [[], undefined],
  ])('%#', (tests, part) => expect(decidingTest(explanation(...tests))?.part).toBe(part));
});

describe('lightOf', () => {
  const parts = cutRule(
    '! -s 10.0.0.0/8 -d 10.96.0.1/32 -p tcp -m comment --comment "c" -m tcp --dport 80 -m tcpmss --mss 1 -j X',
    'ipv4',
  );

  it.each([
    ['names of the engine', [test('-s', true), test('-d', true), test('-p', true), test('tcp', false)]],
    [
      'whole parts',
      [
        test('! -s 10.0.0.0/8', true),
        test('-d 10.96.0.1/32', true),
        test('-p tcp', true),
        test('-m tcp --dport 80', false),
      ],
    ],
  ])('%s', (_name, tests) => {
    const light = lightOf(explanation(...tests));
    const shown = parts.map((part) => `${part.text.trim().slice(0, 9)}: ${light(part) ?? ''}`);
    expect(shown).toEqual([
      '! -s 10.0: lit',
      '-d 10.96.: lit',
      '-p tcp: lit',
      '-m commen: ',
      '-m tcp --: failed',
      '-m tcpmss: ',
      '-j X: ',
    ]);
  });

  it('lights nothing before the engine has answered', () => {
    expect(parts.map(lightOf(undefined)).filter(Boolean)).toEqual([]);
  });
});
