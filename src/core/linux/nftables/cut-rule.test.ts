import { expect, it } from 'vitest';
import { cutNftRule } from './text/cut-rule';

it.each([
  ['\t\tjump services', '', 'jump services'],
  [
    '\t\tip daddr . meta l4proto . th dport vmap @service-ips',
    'ip daddr . meta l4proto . th dport ',
    'vmap @service-ips',
  ],
  ['ip saddr 10.244.1.3 jump mark-for-masquerade', 'ip saddr 10.244.1.3 ', 'jump mark-for-masquerade'],
  ['meta l4proto tcp dnat to 10.244.1.3:8080', 'meta l4proto tcp ', 'dnat to 10.244.1.3:8080'],
  ['meta mark & 0x00004000 == 0x00000000 return', 'meta mark & 0x00004000 == 0x00000000 ', 'return'],
  ['masquerade fully-random', '', 'masquerade fully-random'],
  [
    'numgen random mod 3 vmap { 0 : goto a, 1 : goto b, 2 : goto c }',
    'numgen random mod 3 ',
    'vmap { 0 : goto a, 1 : goto b, 2 : goto c }',
  ],
  ['meta mark set meta mark ^ 0x00004000', 'meta mark set meta mark ^ 0x00004000', ''],
])('%s', (line, tests, verdict) => {
  const cut = cutNftRule(line.trim(), 'ip');
  expect([cut.tests, cut.verdict]).toEqual([tests, verdict]);
  expect(cut.tests + cut.verdict + cut.comment).toBe(line.trim());
});

it('keeps a comment apart', () => {
  const { tests, verdict, comment, rule } = cutNftRule('ip daddr 10.0.0.1 drop comment "a b"', 'ip');
  expect([tests, verdict, comment, rule.comment]).toEqual(['ip daddr 10.0.0.1 ', 'drop', ' comment "a b"', 'a b']);
});

it('takes what nobody knows for a test', () => {
  expect(cutNftRule('strange words accept', 'ip')).toMatchObject({ tests: 'strange words ', verdict: 'accept' });
});
