import { describe, expect, it, vi } from 'vitest';
import { asLastTime, sameListAsLastTime } from './last-time';

describe('an answer as last time', () => {
  it('is made again only for other things, told apart by identity', () => {
    const make = vi.fn((list: readonly number[], factor: number) => list.map((each) => each * factor));
    const times = asLastTime(make);
    const list = [1, 2];
    const first = times(list, 2);
    expect(first).toEqual([2, 4]);
    expect(times(list, 2)).toBe(first);
    expect(make).toHaveBeenCalledTimes(1);
    expect(times([1, 2], 2)).not.toBe(first);
    expect(times(list, 3)).toEqual([3, 6]);
    expect(make).toHaveBeenCalledTimes(3);
  });

  it('is not made again when it was undefined', () => {
    const make = vi.fn((_about: string) => undefined);
    const ask = asLastTime(make);
    ask('a');
    ask('a');
    expect(make).toHaveBeenCalledTimes(1);
  });
});

it('a list of the same items stays the same list', () => {
  const same = sameListAsLastTime<object>();
  const [a, b] = [{}, {}];
  const first = same([a, b]);
  expect(same([a, b])).toBe(first);
  expect(same([b, a])).toEqual([b, a]);
  expect(same([a, b])).not.toBe(first);
});
