import fc from 'fast-check';
import { expect, it } from 'vitest';
import { paced } from './pace.model';

interface Message {
  readonly type: string;
  readonly moment: number;
}

/** Messages at milliseconds, in order; returns what was handed on, and when. */
function handed(sent: readonly (Message & { readonly at: number })[]): readonly (Message & { readonly at: number })[] {
  let now = 0;
  const due: { readonly at: number; readonly act: () => void }[] = [];
  const all: (Message & { readonly at: number })[] = [];
  const { put } = paced<Message>(
    ({ type, moment }) => all.push({ type, moment, at: now }),
    (_, later) => later,
    (act, ms) => {
      due.push({ at: now + ms, act });
      return () => undefined;
    },
  );
  const passTo = (to: number): void => {
    for (let next = due.shift(); next; next = due.shift()) {
      if (next.at > to) return void due.unshift(next);
      now = next.at;
      next.act();
    }
  };
  for (const { at, ...message } of sent) {
    passTo(at);
    now = at;
    put(message);
  }
  passTo(Infinity);
  return all;
}

it('hands the first on at once, and the last of those behind it in time', () => {
  const flood = Array.from({ length: 10_000 }, (_, moment) => ({ type: 'goto', moment, at: Math.floor(moment / 100) }));
  expect(handed(flood).map(({ moment, at }) => [moment, at])).toEqual([
    [0, 0],
    [4999, 50],
    [9999, 100],
  ]);
});

it('follows at a pace, ends where the sender ends, and keeps kinds apart', () => {
  const message = fc.record({
    type: fc.constantFrom('goto', 'state'),
    moment: fc.nat(9),
    at: fc.nat(500),
  });
  fc.assert(
    fc.property(fc.array(message), (sent) => {
      const inOrder = sent.toSorted((a, b) => a.at - b.at);
      for (const type of ['goto', 'state']) {
        const of = handed(inOrder).filter((each) => each.type === type);
        expect(of.every(({ at }, place) => place === 0 || at - (of[place - 1]?.at ?? 0) >= 50)).toBe(true);
        expect(of.at(-1)?.moment).toBe(inOrder.findLast((each) => each.type === type)?.moment);
      }
    }),
  );
});
