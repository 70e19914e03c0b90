import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeRequests, readMessage } from './messages.model';

it('takes what a page around may ask for', () => {
  expect(readMessage({ rulewalk: 1, type: 'ready', more: 1 })).toEqual({ type: 'ready' });
  expect(readMessage({ rulewalk: 1, type: 'state' })).toEqual({ type: 'state' });
  const goTo = { type: 'goto', moment: 3, scene: 'why-this-pod', mode: 'ipvs', playing: false };
  expect(readMessage({ rulewalk: 1, ...goTo })).toEqual(goTo);
  expect(readMessage({ rulewalk: 1, type: 'goto' })).toEqual({ type: 'goto' });
});

it('takes nothing else', () => {
  const odd = [
    { moment: 0 },
    { moment: 1.5 },
    { moment: '3' },
    { moment: 1e9 },
    { scene: 1 },
    { mode: 'magic' },
    { playing: 1 },
  ];
  for (const each of odd) expect(readMessage({ rulewalk: 1, type: 'goto', ...each })).toBeUndefined();
  expect(readMessage({ rulewalk: 1, type: 'goto', scene: 'x'.repeat(101) })).toBeUndefined();
  expect(readMessage({ type: 'goto', moment: 1 })).toBeUndefined();
  fc.assert(
    fc.property(fc.anything(), (data) => {
      const read = readMessage(data);
      expect(read === undefined || (data as { rulewalk: unknown }).rulewalk === 1).toBe(true);
    }),
  );
});

it('takes two that come at once as one', () => {
  const type = 'goto';
  expect(mergeRequests({ type, moment: 3 }, { type, mode: 'ipvs' })).toEqual({ type, moment: 3, mode: 'ipvs' });
  expect(mergeRequests({ type, moment: 3 }, { type, moment: 4 })).toEqual({ type, moment: 4 });
  expect(mergeRequests({ type, scene: 'one', moment: 3 }, { type, scene: 'other' })).toEqual({ type, scene: 'other' });
  expect(mergeRequests({ type: 'state' }, { type: 'state' })).toEqual({ type: 'state' });
});
