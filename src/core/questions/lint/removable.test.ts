import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { THOROUGH } from '../../lib/testing/soaking';
import { pasted } from '../../paste/testing/paste';
import { lintPasted } from './lint';
import { removalsOf } from './testing/removed-rule';

const mangle = (...rules: readonly string[]): string =>
  ['*mangle', ':PREROUTING ACCEPT [0:0]', ':A - [0:0]', ':B - [0:0]', ':C - [0:0]', ...rules, 'COMMIT', ''].join('\n');

const claimsOf = (...rules: readonly string[]): string[] =>
  lintPasted(pasted(mangle(...rules))).map(({ places }) => `${places[0]?.chain} ${(places.at(0)?.index ?? 0) + 1}`);

describe('a rule is called never reached', () => {
  it.each([
    ['behind the same test', ['-A A -m mark --mark 0x1/0x1 -j RETURN', '-A A -m mark --mark 0x1/0x1 -j B']],
    [
      'where other bits are set between',
      ['-A A -m mark --mark 0x1/0x1 -j RETURN', '-A A -j MARK --set-xmark 0x2/0x2', '-A A -m mark --mark 0x1/0x1 -j B'],
    ],
    [
      'where a chain between only looks',
      ['-A A -m mark --mark 0x1/0x1 -j RETURN', '-A A -j B', '-A A -m mark --mark 0x1/0x1 -j C', '-A B -p tcp -j LOG'],
    ],
  ])('%s', (_, rules) => {
    expect(claimsOf(...rules).filter((place) => place.startsWith('A'))).toEqual([
      `A ${rules.filter((rule) => rule.startsWith('-A A')).length}`,
    ]);
  });

  it.each([
    [
      'a rule between sets the mark',
      [
        '-A A -m mark --mark 0x200/0x200 -j RETURN',
        '-A A -i veth1 -j MARK --set-xmark 0x210/0x210',
        '-A A -m mark --mark 0x200/0x200 -j RETURN',
      ],
    ],
    [
      'a chain between sets it',
      [
        '-A A -m mark --mark 0x1/0x1 -j RETURN',
        '-A A -j B',
        '-A A -m mark --mark 0x1/0x1 -j RETURN',
        '-A B -j C',
        '-A C -j MARK --set-xmark 0x1/0x1',
      ],
    ],
    [
      'a goto between sets it',
      [
        '-A A -m mark --mark 0x1/0x1 -j RETURN',
        '-A A -j B',
        '-A A -m mark --mark 0x1/0x1 -j RETURN',
        '-A B -g C',
        '-A C -j MARK --set-xmark 0x1/0x1',
      ],
    ],
    [
      'the connection gives it back',
      [
        '-A A -m mark --mark 0x1/0x1 -j RETURN',
        '-A A -j CONNMARK --restore-mark',
        '-A A -m mark --mark 0x1/0x1 -j RETURN',
      ],
    ],
    [
      'a set is filled',
      [
        '-A A -m set --match-set S src -j RETURN',
        '-A A -j SET --add-set S src',
        '-A A -m set --match-set S src -j RETURN',
      ],
    ],
    [
      'a chain between is not in the text',
      ['-A A -m mark --mark 0x1/0x1 -j RETURN', '-A A -j GONE', '-A A -m mark --mark 0x1/0x1 -j RETURN'],
    ],
    [
      'it remembers before it asks',
      ['-A A -m mark --mark 0x1/0x1 -j RETURN', '-A A -m recent --set --name x -m mark --mark 0x1/0x1 -j DROP'],
    ],
  ])('not where %s', (_, rules) => {
    expect(lintPasted(pasted(mangle(...rules))).filter(({ id }) => id === 'never-matches')).toEqual([]);
  });
});

describe('a rule that is there twice can go', () => {
  const repeated = (...rules: readonly string[]): number =>
    lintPasted(pasted(mangle(...rules))).filter(({ id }) => id === 'duplicate-rule').length;

  it.each([
    [1, ['-A A -p tcp -j MARK --set-xmark 0x1/0x1', '-A A -p tcp -j MARK --set-xmark 0x1/0x1']],
    [1, ['-A A -p tcp -j B', '-A A -p tcp -j B', '-A B -p udp -j DROP']],
    [0, ['-A A -j MARK --set-xmark 0x1/0x0', '-A A -j MARK --set-xmark 0x1/0x0']],
    [
      0,
      [
        '-A A -p tcp -j MARK --set-xmark 0x1/0x1',
        '-A A -j MARK --set-xmark 0x0/0x1',
        '-A A -p tcp -j MARK --set-xmark 0x1/0x1',
      ],
    ],
    [0, ['-A A -p tcp -j B', '-A A -p tcp -j B', '-A B -m statistic --mode random --probability 0.5 -j DROP']],
    [
      0,
      [
        '-A A -p tcp -j B',
        '-A A -j MARK --set-xmark 0x1/0x1',
        '-A A -p tcp -j B',
        '-A B -m mark --mark 0x1/0x1 -j DROP',
      ],
    ],
    [
      0,
      [
        '-A A -p tcp -j B',
        '-A A -p tcp -j B',
        '-A B -m mark --mark 0x1/0x1 -j DROP',
        '-A B -j MARK --set-xmark 0x1/0x1',
      ],
    ],
  ])('%i: %j', (count, rules) => {
    expect(repeated(...rules)).toBe(count);
  });
});

const CHAINS = ['PREROUTING', 'A', 'B', 'C'] as const;
const testOf = fc.constantFrom(
  '',
  '-p tcp',
  '-s 10.0.0.0/8',
  '-m mark --mark 0x1/0x1',
  '-m mark ! --mark 0x2/0x3',
  '-m conntrack --ctstate NEW',
  '-m set --match-set S src',
  '-m recent --set --name x',
  '-i eth0',
);
const targetOf = fc.constantFrom(
  'RETURN',
  'ACCEPT',
  'DROP',
  'MARK --set-xmark 0x1/0x1',
  'MARK --set-xmark 0x0/0x1',
  'MARK --set-xmark 0x2/0x0',
  'LOG',
  'CONNMARK --restore-mark',
  'SET --add-set S src',
  'GONE',
  'CHAIN',
  'GOTO',
);
/** A rule that may lead to a later chain only: the kernel refuses loops. */
const ruleOf = fc.tuple(fc.nat(3), fc.nat(3), testOf, testOf, targetOf).map(([from, to, one, other, target]) => {
  const tests = one === other ? one : `${one} ${other}`;
  const jump = to > from ? CHAINS[to] : undefined;
  const does =
    target === 'CHAIN'
      ? `-j ${jump ?? 'LOG'}`
      : target === 'GOTO'
        ? jump
          ? `-g ${jump}`
          : '-j RETURN'
        : `-j ${target}`;
  return `-A ${CHAINS[from]} ${tests} ${does}`;
});

describe('removing a rule that a finding says can go', () => {
  it('changes nothing for any packet of random chains', () => {
    let claims = 0;
    const property = fc.property(fc.array(ruleOf, { minLength: 2, maxLength: 14 }), (rules) => {
      const found = removalsOf(mangle(...rules), 40);
      claims += found.claims;
      expect(found.wrong).toEqual([]);
    });
    fc.assert(property, { numRuns: THOROUGH ? 150 : 50, seed: 11 });
    expect(claims).toBeGreaterThan(THOROUGH ? 20 : 4);
  });
});
