import { expect, it } from 'vitest';
import { findNftModules } from './nft-modules';
import { findOfLogs } from './log-findings';

const REFUSED = (rule: string, word: string, error = 'No such file or directory') =>
  `/dev/stdin:8:9-20: Error: Could not process rule: ${error}\n${rule}\n${' '.repeat(rule.indexOf(word))}${'^'.repeat(word.length)}\n`;
const RULE = (family: string, words: string) => `add rule ${family} kube-proxy service-ABC ${words}`;

const find = (text: string) => findNftModules([{ text }]).map(({ says: { values } }) => values?.['module']);

it.each([
  ['ip', 'fib saddr type local jump x', 'fib saddr type', 'nft_fib_ipv4'],
  ['ip6', 'fib saddr type local jump x', 'fib saddr type', 'nft_fib_ipv6'],
  ['inet', 'reject with tcp reset', 'reject with tcp reset', 'nft_reject_inet'],
  ['ip', 'numgen random mod 2 vmap { 0 : goto a }', 'numgen random mod 2', 'nft_numgen'],
  ['ip', 'masquerade fully-random', 'masquerade', 'nft_masq'],
])('%s: %s', (family, words, marked, module) => {
  expect(find(REFUSED(RULE(family, words), marked))).toEqual([module]);
});

it('a name that is missing is no module', () => {
  expect(find(REFUSED(RULE('ip', 'ip daddr 10.0.0.1 jump nowhere'), 'jump nowhere'))).toEqual([]);
  expect(find('Error: Could not process rule: No such file or directory\n')).toEqual([]);
});

it('which module it is stands in place of the causes that such an error may have', () => {
  const ids = findOfLogs([{ text: REFUSED(RULE('ip', 'fib saddr type local'), 'fib saddr type') }]).map(({ id }) => id);
  expect(ids).toEqual(['nft-module']);
});
