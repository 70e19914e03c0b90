import { expect, it } from 'vitest';
import { makePair } from '../../../core/questions/diff/dump-pair';
import { countDumpLines } from './pair.model';

const pasted = { texts: [{ id: 'text-1', title: 'a', text: 'A' }], facts: { sysctls: { 'net.ipv4.ip_forward': 1 } } };
const second = { title: 'b', text: 'B' };

it.each([
  ['pasted-before', 'A', 'B', 1],
  ['pasted-after', 'B', 'A', 1],
  ['nodes', 'A', 'B', 0],
] as const)('%s: %s then %s', (relation, before, after, shared) => {
  const pair = makePair(pasted, second, relation, []);
  expect([pair.before, pair.after].map(({ texts }) => texts[0]?.text)).toEqual([before, after]);
  const other = relation === 'pasted-after' ? pair.before : pair.after;
  expect(Object.keys(other.facts).length).toBe(shared);
  expect(pair.nodes).toBe(relation === 'nodes');
});

it.each([
  ['', 0],
  ['a', 1],
  ['a\n', 1],
  ['a\nb', 2],
])('%j has %i lines', (text, lines) => {
  expect(countDumpLines(text)).toBe(lines);
});
