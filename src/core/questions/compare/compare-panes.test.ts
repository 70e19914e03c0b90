import { expect, it } from 'vitest';
import { emptyDocument, type Document, type Flow } from '../../document/document';
import { phrase } from '../../lib/phrase';
import type { SuggestedFlow } from '../../paste/summaries';
import { counterpart } from './compare-panes';

const NODE: Document = { ...emptyDocument(), subject: 'pasted' };
const TO = {
  to: '10.96.0.11',
  protocol: 'tcp',
  port: 80,
  reason: phrase('analysis.offer.unreplied'),
} as const;
/** What another pasted node was seen to send: from a Pod behind its bridge, from itself, and to another address. */
const SUGGESTED: readonly SuggestedFlow[] = [
  { ...TO, title: 'elsewhere', from: '10.0.0.7', to: '10.96.0.12' },
  { ...TO, title: 'a Pod', from: '10.244.1.2', device: 'cni0' },
  { ...TO, title: 'the node', from: '10.0.0.7' },
];

function sent(from: Flow['from']): string | undefined {
  const flow: Flow = { id: 'a', from, to: { kind: 'address', address: TO.to }, protocol: 'tcp', port: 80 };
  return counterpart(NODE, flow, NODE, SUGGESTED)?.title;
}

it.each([
  ['the very sender', { kind: 'interface', device: 'eth1', address: '10.0.0.7' }, 'the node'],
  ['a node for a node', { kind: 'interface', address: '192.0.2.1' }, 'the node'],
  ['who comes by a device for one', { kind: 'interface', device: 'veth1', address: '192.0.2.1' }, 'a Pod'],
] as const)('of what a pasted node can send to an address, %s', (_, from, title) => {
  expect(sent(from)).toBe(title);
});

it('one sender for all: the node itself, where the other was only seen to send from a Pod; called as the flow is', () => {
  const from: Flow['from'] = { kind: 'interface', address: '192.0.2.1' };
  const to: Flow['to'] = { kind: 'address', address: TO.to };
  const flow: Flow = { id: 'a', title: 'shop/cart', from, to, protocol: 'tcp', port: 80 };
  const found = counterpart(NODE, flow, NODE, SUGGESTED.slice(0, 2));
  expect(found).toMatchObject({ title: 'shop/cart', from: { kind: 'interface', address: '' }, to });
  expect(found?.from).not.toHaveProperty('device');
});
