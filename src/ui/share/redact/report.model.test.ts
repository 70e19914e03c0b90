import { expect, it } from 'vitest';
import type { Replacement } from '../../../core/questions/redact/notes';
import { matchingReplacements, replacedCounts } from './report.model';

const REPLACED: readonly Replacement[] = [
  { kind: 'address', before: '10.1.2.3', after: '10.7.8.9' },
  { kind: 'name', before: 'Ledger', after: 'n-abcdefgh' },
  { kind: 'name', before: 'bob', after: 'n-ijklmnop' },
];

it('counts by kind', () => {
  expect(replacedCounts(REPLACED)).toEqual({ address: 1, mac: 0, name: 2, chain: 0 });
});

it.each([
  ['', 3],
  [' ledger ', 1],
  ['n-', 2],
  ['10.7', 1],
  ['nobody', 0],
])('%j: %i', (words, count) => {
  expect(matchingReplacements(REPLACED, words)).toHaveLength(count);
});
