import { describe, expect, it } from 'vitest';
import { printLine, printRuleset, rulesetFromLines } from './ruleset-text';
import { makeChain } from './types';

describe('rulesetFromLines', () => {
  const made = rulesetFromLines(
    new Map([
      [
        'filter',
        new Map([
          ['ZED', { rules: [{ text: '-j ACCEPT' }] }],
          ['KUBE-B', { rules: [] }],
          ['KUBE-A', { rules: [{ text: '' }, { text: '-m comment --comment "x" -s 10.0.0.1 -j ZED' }] }],
          ['FORWARD', { policy: 'DROP' as const, rules: [{ text: '-j KUBE-A' }] }],
        ]),
      ],
    ]),
    'ipv4',
  );

  it('prints as iptables-save does: built-in chains first, the others by name', () => {
    expect(printRuleset(made, 'ipv4')).toBe(
      [
        '*filter',
        ':INPUT ACCEPT [0:0]',
        ':FORWARD DROP [0:0]',
        ':OUTPUT ACCEPT [0:0]',
        ':KUBE-A - [0:0]',
        ':KUBE-B - [0:0]',
        ':ZED - [0:0]',
        '-A FORWARD -j KUBE-A',
        '-A KUBE-A',
        '-A KUBE-A -s 10.0.0.1/32 -m comment --comment x -j ZED',
        '-A ZED -j ACCEPT',
        'COMMIT',
        '',
      ].join('\n'),
    );
  });

  it('reads a rule once, and only when asked', () => {
    const chain = made.tables.get('filter')?.chains.get('KUBE-A');
    expect(chain?.rule(1)).toBe(chain?.rule(1));
    expect(chain?.text?.(1)).toBe('-m comment --comment "x" -s 10.0.0.1 -j ZED');
    expect(() => chain?.rule(2)).toThrow(RangeError);
  });

  it('prints rules that are objects', () => {
    expect(
      printLine(makeChain('A', [{ matches: [], target: { target: 'GOTO', spec: { chain: 'B' } } }]), 0, 'ipv4'),
    ).toBe('-A A -g B');
  });
});
