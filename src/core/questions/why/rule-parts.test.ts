import { describe, expect, it } from 'vitest';
import { policyLines, testParts, withoutPart } from './pasted-candidates';

it.each([
  ['-A X -j ACCEPT', []],
  ['-A X -s 10.0.0.0/8 ! -d 10.1.0.0/16 -i eth0 -j DROP', ['-s 10.0.0.0/8', '! -d 10.1.0.0/16', '-i eth0']],
  ['-A X -p tcp -m tcp --dport 80 -j ACCEPT', ['-m tcp --dport 80']],
  [
    '-A X -m comment --comment "a -s b" -m conntrack ! --ctstate NEW ! -s 1.2.3.4 -j Y',
    ['-m conntrack ! --ctstate NEW', '! -s 1.2.3.4'],
  ],
])('the tests of %s', (line, parts) => {
  expect(testParts(line).map(({ text }) => text)).toEqual(parts);
});

it('takes one test out', () => {
  const line = '-A X -s 10.0.0.0/8 -m mark --mark 0x1 -j DROP';
  expect(testParts(line).map((part) => withoutPart(line, part))).toEqual([
    '-A X -m mark --mark 0x1 -j DROP',
    '-A X -s 10.0.0.0/8 -j DROP',
  ]);
});

describe('policies', () => {
  const text = (lines: readonly string[]) => [{ id: 'text-1', title: '', text: lines.join('\n') }];
  it.each<[string, string, readonly string[], readonly string[]]>([
    [
      'filter',
      'FORWARD',
      ['*nat', ':FORWARD ACCEPT [0:0]', '*filter', ':FORWARD DROP [1:2]'],
      ['3 :FORWARD ACCEPT [1:2]'],
    ],
    ['filter', 'INPUT', ['-P INPUT ACCEPT', '-P FORWARD DROP'], ['0 -P INPUT DROP']],
    [
      'filter',
      'FORWARD',
      ['Chain FORWARD (policy DROP 0 packets, 0 bytes)'],
      ['0 Chain FORWARD (policy ACCEPT 0 packets, 0 bytes)'],
    ],
    [
      'inet fw',
      'in',
      ['table inet fw {', '\tchain in {', '\t\ttype filter hook input priority 0; policy drop;'],
      ['2 \t\ttype filter hook input priority 0; policy accept;'],
    ],
  ])('%s %s', (table, chain, lines, wanted) => {
    expect(policyLines(text(lines), table, chain).map(({ line, flipped }) => `${line} ${flipped}`)).toEqual(wanted);
  });
});
