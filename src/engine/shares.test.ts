import { expect, it } from 'vitest';
import { cutNftRule } from '../core/linux/nftables/text/cut-rule';
import { findShares } from './nft-pieces';

it.each<[string, readonly string[] | undefined]>([
  [
    'numgen random mod 3 vmap { 0 : goto endpoint-A-ns/svc/tcp/p__10.0.0.1/80, 1 : goto b, 2 : goto c }',
    ['0 1/3 10.0.0.1:80 goto endpoint-A-ns/svc/tcp/p__10.0.0.1/80', '1 1/3  goto b', '2 1/3  goto c'],
  ],
  [
    'numgen random mod 4 vmap { 0-2 : goto a, 3 : goto endpoint-A__fd00..1/80 }',
    ['0-2 3/4  goto a', '3 1/4 [fd00::1]:80 goto endpoint-A__fd00..1/80'],
  ],
  ['ip daddr vmap { 10.0.0.1 : goto a }', undefined],
  ['numgen random mod 0 vmap { 0 : goto a }', undefined],
])('%s', (text, lines) => {
  expect(
    findShares(cutNftRule(text, 'ip').rule)?.map(
      ({ key, odds, endpoint = '', verdict }) => `${key} ${odds} ${endpoint} ${verdict}`,
    ),
  ).toEqual(lines);
});
