import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCanonical } from './ruleset-text';
import { parseRule, printRule } from './rule-text';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../../formats/testdata');
const RULES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('iptables.save'))
  .flatMap((name) => readFileSync(join(FOLDER, name), 'utf8').split('\n'))
  .flatMap((line) => /^-A \S+ (.*)$/.exec(line)?.[1] ?? []);

/** The reader's opinion, which the shortcut must share. */
function holds(text: string): boolean {
  const { rule, notes } = parseRule(text, 'ipv4');
  return printRule(rule, 'ipv4') === text && notes.every(({ severity }) => severity === 'info');
}

describe('isCanonical', () => {
  it('knows most rules of kube-proxy at a glance, and is right about them', () => {
    const known = RULES.filter((text) => isCanonical(text, 'ipv4'));
    expect(known.length / RULES.length).toBeGreaterThan(0.7);
    expect(known.filter((text) => !holds(text))).toEqual([]);
  });

  it.each(['! -s 10.0.0.0/9 -j ACCEPT', '-s 10.0.0.2/31 -d 172.16.0.0/12 -j DROP'])('knows %s', (text) => {
    expect([isCanonical(text, 'ipv4'), holds(text)]).toEqual([true, true]);
  });

  it.each([
    '-s 10.0.0.1 -j ACCEPT',
    '-s 10.0.0.1/24 -j ACCEPT',
    '-s 10.0.0.256/32 -j ACCEPT',
    '-s 10.64.0.0/9 -j ACCEPT',
    '-d 10.0.0.1/31 -j ACCEPT',
    '-d 10.0.0.0/0 -j ACCEPT',
    '-d 10.0.0.1/32 -s 10.0.0.2/32 -j ACCEPT',
    '-p tcp -m udp --dport 80 -j ACCEPT',
    '-m tcp --dport 80 -j ACCEPT',
    '-p tcp -m tcp --dport 080 -j ACCEPT',
    '-p tcp -m tcp --dport 65536 -j ACCEPT',
    '-m comment --comment "plain" -j ACCEPT',
    String.raw`-m comment --comment "a \"b\"" -j ACCEPT`,
    `-m comment --comment "${' '.repeat(256)}" -j ACCEPT`,
    '-m statistic --mode random --probability 0.33333333333 -j ACCEPT',
    '-m mark --mark 0x04000/0x4000 -j ACCEPT',
    '-j DNAT --to-destination 10.0.0.1:80',
    '-j REJECT',
    '-m conntrack --ctstate ESTABLISHED,RELATED -j ACCEPT',
  ])('leaves to the reader: %s', (text) => expect(isCanonical(text, 'ipv4')).toBe(false));

  it('never claims what the reader would change', () => {
    const octet = fc.integer({ min: 0, max: 300 });
    const part = fc.oneof(
      fc.tuple(
        fc.constantFrom('-s', '-d', '! -s'),
        octet,
        fc.constantFrom('0', '1'),
        fc.constantFrom('8', '24', '25', '31', '32'),
      ),
      fc.tuple(fc.constantFrom('-p tcp', '-p udp', '-m tcp', '-m tcp --dport 0', '-m udp --dport 80')),
      fc.tuple(fc.constant('-m comment --comment'), fc.constantFrom('"a b"', '"ab"', '"it\'s"', 'x:y')),
      fc.tuple(
        fc.constant('-m statistic --mode random --probability'),
        fc.double({ min: 0, max: 1, noNaN: true }).map((p) => p.toFixed(11)),
      ),
      fc.tuple(fc.constant('-m mark --mark'), fc.constantFrom('0x4000/0x4000', '0x0/0x1', '0x00/0x1', '0x4000')),
    );
    const words = part.map(([first, ...rest]) =>
      rest.length === 3 ? `${first} 10.0.${rest[0]}.${rest[1]}/${rest[2]}` : [first, ...rest].join(' '),
    );
    const target = fc.constantFrom('-j ACCEPT', '-j KUBE-SVC-X', '-j DNAT --to-destination 10.0.0.1:80', '-j MARK');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 5 }), target, (parts, last) => {
        const text = [...parts, last].join(' ');
        fc.pre(isCanonical(text, 'ipv4'));
        expect(holds(text)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});
