import { expect, it } from 'vitest';
import { SESSION_AFFINITY } from '../../content/examples/session-affinity';
import { beforeChoices, beforeId, comingBefore } from './flow.model';

const DOCUMENT = SESSION_AFFINITY.document();
const [FLOW] = DOCUMENT.flows as [(typeof DOCUMENT.flows)[number]];

it('offers the Pods behind the Service that is asked', () => {
  const choices = beforeChoices(DOCUMENT, FLOW);
  expect(choices).toHaveLength(3);
  expect(choices.every(({ id }) => id.startsWith('pod default/cart'))).toBe(true);
  expect(beforeChoices(DOCUMENT, { to: { kind: 'address', address: '10.0.0.1' } })).toEqual([]);
});

it('keeps how long ago it was when another Pod is chosen', () => {
  const [first, second] = beforeChoices(DOCUMENT, FLOW) as [
    { id: string; target: never },
    { id: string; target: never },
  ];
  expect(beforeId(FLOW)).toBe('new');
  const came = comingBefore(FLOW, first);
  expect(beforeId(came)).toBe(first.id);
  const ago = { again: { ...(came.again as object), seconds: 30 } };
  expect(comingBefore(ago, second)).toEqual({ again: { to: second.target, seconds: 30 } });
  expect(comingBefore(ago, 'drawn')).toEqual({ again: { seconds: 30 } });
  expect(comingBefore(came, 'drawn')).toEqual({ again: true });
  expect(comingBefore(ago, 'new')).toEqual({ again: undefined });
});
