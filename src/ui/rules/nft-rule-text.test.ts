import { expect, it } from 'vitest';
import { readNftRule } from '../rule/rule-text.model';

it.each([
  ['\t\tjump services', '', 'jump services', undefined],
  [
    '\t\tip daddr . meta l4proto . th dport vmap @service-ips',
    'ip daddr . meta l4proto . th dport ',
    'vmap @service-ips',
    undefined,
  ],
  ['ip saddr 10.244.1.3 jump mark-for-masquerade', 'ip saddr 10.244.1.3 ', 'jump mark-for-masquerade', undefined],
  ['meta l4proto tcp dnat to 10.244.1.3:8080', 'meta l4proto tcp ', 'dnat to 10.244.1.3:8080', 'DNAT'],
  ['meta mark & 0x00004000 == 0x00000000 return', 'meta mark & 0x00004000 == 0x00000000 ', 'return', undefined],
  ['masquerade fully-random', '', 'masquerade fully-random', 'MASQUERADE'],
  [
    'numgen random mod 3 vmap { 0 : goto a, 1 : goto b, 2 : goto c }',
    'numgen random mod 3 ',
    'vmap { 0 : goto a, 1 : goto b, 2 : goto c }',
    undefined,
  ],
  ['meta mark set meta mark ^ 0x00004000', 'meta mark set meta mark ^ 0x00004000', '', undefined],
])('%s', (line, tests, verdict, target) => {
  const rule = readNftRule(line);
  const of = (kind: string): string =>
    rule.parts
      .filter((part) => part.kind === kind)
      .map(({ text }) => text)
      .join('');
  expect([of('test'), of('target'), rule.target]).toEqual([tests, verdict, target]);
  expect(rule.parts.map(({ text }) => text).join('')).toBe(line.trim());
});

it('keeps a comment apart', () => {
  expect(readNftRule('ip daddr 10.0.0.1 drop comment "a \\"b\\""').parts.map(({ kind }) => kind)).toEqual([
    'test',
    'target',
    'comment',
  ]);
});
