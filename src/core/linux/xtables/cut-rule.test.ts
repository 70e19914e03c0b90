import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printParts } from './rule-parts';
import { cutRule, parseRule, printRule } from './rule-text';

const joined = (text: string): string =>
  cutRule(text, 'ipv4')
    .map((part) => part.text)
    .join('');

describe('a rule is cut where its parts begin', () => {
  it.each<[string, string[]]>([
    ['-j KUBE-SERVICES', ['target -j KUBE-SERVICES']],
    [
      '! -s 10.244.0.0/16 -d 10.96.98.173/32 -p tcp -m tcp --dport 80 -j KUBE-MARK-MASQ',
      [
        'test ! -s 10.244.0.0/16',
        'test -d 10.96.98.173/32',
        'test -p tcp',
        'test -m tcp --dport 80',
        'target -j KUBE-MARK-MASQ',
      ],
    ],
    [
      '-m conntrack ! --ctstate RELATED,ESTABLISHED,DNAT -j DROP',
      ['test -m conntrack ! --ctstate RELATED,ESTABLISHED,DNAT', 'target -j DROP'],
    ],
    [
      '-m set ! --match-set blocked src,dst -j REJECT --reject-with icmp-port-unreachable',
      ['test -m set ! --match-set blocked src,dst', 'target -j REJECT --reject-with icmp-port-unreachable'],
    ],
    [
      '-m comment --comment "it says \\"-j DROP\\" ! -s 1.2.3.4" -g OTHER',
      ['comment -m comment --comment "it says \\"-j DROP\\" ! -s 1.2.3.4"', 'target -g OTHER'],
    ],
    ['-p tcp -m multiport --dports 80,443', ['test -p tcp', 'test -m multiport --dports 80,443']],
    ['-p tcp --dport 80 --strange 1 -j X', ['test -p tcp --dport 80 --strange 1', 'target -j X']],
    ['stray -m mark --mark 1', ['test stray -m mark --mark 1']],
    ['', ['test ']],
  ])('%s', (text, parts) => {
    expect(cutRule(text, 'ipv4').map((part) => `${part.kind} ${part.text.trim()}`)).toEqual(parts);
    expect(joined(text)).toBe(text);
  });

  it('keeps every character of any text', () => {
    const word = fc.constantFrom(
      '-s',
      '-d',
      '!',
      '-m',
      'comment',
      '--comment',
      '"a b"',
      '-j',
      '10.0.0.1',
      '  ',
      'tcp',
      '-p',
      '--dport',
      '"',
      'x',
    );
    fc.assert(
      fc.property(fc.array(word), (words) => {
        expect(joined(words.join(' '))).toBe(words.join(' '));
      }),
    );
  });

  it('is cut alike as an object', () => {
    const text =
      '-s 10.0.0.0/8 -p tcp -m comment --comment "x y" -m tcp --dport 80 -m mark --mark 0x1/0x1 -j DNAT --to-destination 10.0.0.1:80';
    const { rule } = parseRule(text, 'ipv4');
    expect(printParts(rule, 'ipv4')).toEqual(cutRule(text, 'ipv4'));
    expect(printRule(rule, 'ipv4')).toBe(text);
  });
});
