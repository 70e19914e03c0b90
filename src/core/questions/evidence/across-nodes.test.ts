import { expect, it } from 'vitest';
import { findAcrossNodes } from './across-nodes';

const find = (text: string) => findAcrossNodes([{ text }]).map(({ next }) => next.values?.['by']);

it.each<[string, readonly string[]]>([
  ['Pods on different nodes cannot talk, with flannel.', ['flannel']],
  ['We cannot reach pods on other nodes.', ['other']],
  ['Calico: ping fails across nodes', ['calico']],
  ['Pods on different nodes reach each other.', []],
  ['The Pod does not start on this node.', []],
])('%s', (text, expected) => expect(find(text)).toEqual(expected));
