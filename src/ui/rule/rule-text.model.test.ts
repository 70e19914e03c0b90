import { describe, expect, it } from 'vitest';
import { bareAddress, deterministicTests, readRule, tokensOf } from './rule-text.model';

const LINES = [
  '-A PREROUTING -j KUBE-SERVICES',
  '-A KUBE-SERVICES -d 10.96.98.173/32 -p tcp -m comment --comment "default/web:http cluster IP" -m tcp --dport 80 -j KUBE-SVC-X',
  '-A KUBE-SVC-X ! -s 10.244.0.0/16 -d 10.96.98.173/32 -p tcp -m tcp --dport 80 -j KUBE-MARK-MASQ',
  '-A KUBE-SVC-X -m comment --comment "default/web:http -> 10.244.1.5:8080" -m statistic --mode random --probability 0.33333333349 -j KUBE-SEP-A',
  '-A KUBE-FIREWALL ! -s 127.0.0.0/8 -d 127.0.0.0/8 -m conntrack ! --ctstate RELATED,ESTABLISHED,DNAT -j DROP',
  '[12:720] -A INPUT -m set ! --match-set blocked src,dst -j REJECT --reject-with icmp-port-unreachable',
  '-A FORWARD -m comment --comment "it says \\"-j DROP\\" ! -s 1.2.3.4" -g OTHER',
  '-A COUNT -p tcp -m multiport --dports 80,443',
];

describe('readRule', () => {
  it.each(LINES)('joins back to the line: %s', (line) => {
    const rule = readRule(line)!;
    expect(rule.parts.map((part) => part.text).join('')).toBe(line);
    for (const part of rule.parts) expect(part.tokens.map((token) => token.text).join('')).toBe(part.text);
  });

  it.each([
    [LINES[0]!, ['append -A PREROUTING', 'target -j KUBE-SERVICES']],
    [
      LINES[2]!,
      [
        'append -A KUBE-SVC-X',
        'test ! -s 10.244.0.0/16',
        'test -d 10.96.98.173/32',
        'test -p tcp',
        'test -m tcp --dport 80',
        'target -j KUBE-MARK-MASQ',
      ],
    ],
    [
      LINES[4]!,
      [
        'append -A KUBE-FIREWALL',
        'test ! -s 127.0.0.0/8',
        'test -d 127.0.0.0/8',
        'test -m conntrack ! --ctstate RELATED,ESTABLISHED,DNAT',
        'target -j DROP',
      ],
    ],
    [
      LINES[6]!,
      ['append -A FORWARD', 'comment -m comment --comment "it says \\"-j DROP\\" ! -s 1.2.3.4"', 'target -g OTHER'],
    ],
    [LINES[7]!, ['append -A COUNT', 'test -p tcp', 'test -m multiport --dports 80,443']],
  ])('%s', (line, parts) => {
    expect(readRule(line)!.parts.map((part) => `${part.kind} ${part.text.trim()}`)).toEqual(parts);
  });

  it.each([
    [LINES[1]!, { chain: 'KUBE-SERVICES', target: 'KUBE-SVC-X', comment: 'default/web:http cluster IP' }],
    [LINES[3]!, { chain: 'KUBE-SVC-X', target: 'KUBE-SEP-A', draw: { probability: '0.33333333349', negated: false } }],
    [LINES[5]!, { chain: 'INPUT', target: 'REJECT' }],
    [LINES[6]!, { chain: 'FORWARD', target: 'OTHER', comment: 'it says "-j DROP" ! -s 1.2.3.4' }],
  ])('reads what it is about: %s', (line, expected) => {
    expect(readRule(line)).toMatchObject(expected);
  });

  it.each(['*nat', ':PREROUTING ACCEPT [0:0]', 'COMMIT', '', '# once it said -A INPUT -j DROP'])(
    'is undefined for "%s"',
    (line) => expect(readRule(line)).toBeUndefined(),
  );

  it('does not take nth for a random match', () => {
    expect(readRule('-A C -m statistic --mode nth --every 3 --packet 0 -j X')!.draw).toBeUndefined();
  });

  it('sees a negated draw', () => {
    const line = '-A C -m statistic --mode random ! --probability 0.25000000000 -j X';
    expect(readRule(line)!.draw).toEqual({ probability: '0.25000000000', negated: true });
  });
});

describe('tokensOf', () => {
  it.each([
    ['--to-destination 10.244.1.5:8080', ['10.244.1.5:8080']],
    ['-s 10.0.0.0/255.255.0.255', ['10.0.0.0/255.255.0.255']],
    ['-d fd00:10:96::a/128', ['fd00:10:96::a/128']],
    ['--to-destination [fd00::5]:8080', ['[fd00::5]:8080']],
    ['--tcp-flags FIN,SYN,RST,ACK SYN', []],
    ['--ctstate RELATED,ESTABLISHED', []],
    ['--mac-source 00:11:22:33:44:55:66', []],
    ['--dst-range 10.0.0.1-10.0.0.9', ['10.0.0.1', '10.0.0.9']],
  ])('%s', (text, addresses) => {
    const found = tokensOf(text).filter((token) => token.kind === 'address');
    expect(found.map((token) => token.text)).toEqual(addresses);
  });
});

describe('deterministicTests', () => {
  it('leaves out the comment and the draw', () => {
    expect(deterministicTests(readRule(LINES[3]!)!)).toBe('');
    expect(deterministicTests(readRule(LINES[1]!)!)).toBe('-d 10.96.98.173/32 -p tcp -m tcp --dport 80');
  });
});

describe('bareAddress', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['10.0.0.1/32', '10.0.0.1'],
    ['10.0.0.1:80', '10.0.0.1'],
    ['[fd00::5]:8080', 'fd00::5'],
    ['fd00::a/128', 'fd00::a'],
  ])('%s', (text, bare) => expect(bareAddress(text)).toBe(bare));
});
