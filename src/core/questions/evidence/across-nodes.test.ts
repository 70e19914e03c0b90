import { expect, it } from 'vitest';
import { findAcrossNodes } from './across-nodes';

const find = (text: string) => findAcrossNodes([{ text }]).map(({ next }) => next.values?.['by']);

it.each<[string, readonly string[]]>([
  ['Pods on different nodes cannot talk, with flannel.', ['flannel']],
  ['We cannot reach pods on other nodes.', ['other']],
  ['Calico: ping fails across nodes', ['calico']],
  ['With k3s we cannot reach pods on other nodes.', ['flannel']],
  ['We cannot reach pods on other nodes, and 8472 is open.', ['flannel']],
  ['Cilium: we cannot reach pods on other nodes.', ['cilium']],
  ['We use canal and cannot reach pods on other nodes.', ['calico']],
  ['Weave: we cannot reach pods on other nodes.', ['weave']],
  [`${'x'.repeat(600)} we cannot reach pods on other nodes.`, []],
  ['Pods on different nodes reach each other.', []],
  ['The Pod does not start on this node.', []],
])('%s', (text, expected) => expect(find(text)).toEqual(expected));

it('quotes the words that say it', () => {
  const [found] = findAcrossNodes([{ text: 'Since Monday: ping fails across nodes, always.' }]);
  expect([found?.words, found?.says.values]).toEqual([['fails across nodes'], { words: 'fails across nodes' }]);
});
