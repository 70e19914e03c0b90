import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { asLast, Memo, once, sameValue } from './memo';

describe('once', () => {
  it('works an answer out once for each object, told apart by identity', () => {
    const make = vi.fn(({ name }: { readonly name: string }) => name.length);
    const lengthOf = once(make);
    const memo = new Memo();
    const [first, alike] = [{ name: 'a' }, { name: 'a' }];
    expect([lengthOf(first, memo), lengthOf(first, memo), lengthOf(alike, memo)]).toEqual([1, 1, 1]);
    expect(make).toHaveBeenCalledTimes(2);
  });

  it('keeps an answer of zero, of nothing and of no', () => {
    const memo = new Memo();
    for (const answer of [0, '', false, undefined]) {
      const make = vi.fn(() => answer);
      const ask = once(make);
      const about = {};
      expect([ask(about, memo), ask(about, memo)]).toEqual([answer, answer]);
      expect(make).toHaveBeenCalledTimes(1);
    }
  });

  it('goes by what is asked beside the object: lists by their items', () => {
    const make = vi.fn((about: object, _memo: Memo, list: readonly object[], factor: number) => [
      about,
      ...list,
      factor,
    ]);
    const ask = once(make);
    const memo = new Memo();
    const [about, item] = [{}, {}];
    const first = ask(about, memo, [item], 2);
    expect(ask(about, memo, [item], 2)).toBe(first);
    expect(ask(about, memo, [item], 3)).not.toBe(first);
    expect(ask(about, memo, [{}], 3)).toHaveLength(3);
    expect(make).toHaveBeenCalledTimes(3);
  });

  it('is as its function, whatever was asked before', () => {
    const list = fc.array(fc.nat(3), { maxLength: 3 });
    const asked = fc.array(fc.record({ at: fc.nat(2), list, word: fc.constantFrom('a', 'b') }), { maxLength: 20 });
    const plain = (about: readonly number[], words: readonly number[], word: string): string =>
      [...about, ...words, word].join();
    fc.assert(
      fc.property(asked, (questions) => {
        const objects = [[0], [1], [2]];
        const memo = new Memo();
        const ask = once((about: readonly number[], _memo, words: readonly number[], word: string) =>
          plain(about, words, word),
        );
        for (const { at, list: words, word } of questions) {
          const about = objects[at] ?? [];
          expect(ask(about, memo, words, word)).toBe(plain(about, words, word));
        }
      }),
    );
  });
});

it('one memo knows nothing of another, and one within it is its own', () => {
  const make = vi.fn(() => ({}));
  const ask = once(make);
  const [memo, about] = [new Memo(), {}];
  expect(ask(about, new Memo())).not.toBe(ask(about, memo));
  expect(ask(about, memo.of('ipv6'))).toBe(ask(about, memo.of('ipv6')));
  expect(ask(about, memo.of('ipv6'))).not.toBe(ask(about, memo.of('ipv4')));
  expect(make).toHaveBeenCalledTimes(4);
});

describe('asLast', () => {
  it('gives the value of last time while it says the same, by name', () => {
    const same = asLast<{ readonly ports: readonly number[] }>();
    const memo = new Memo();
    const first = same({ ports: [1, 2] }, memo, 'a');
    expect(same({ ports: [1, 2] }, memo, 'a')).toBe(first);
    expect(same({ ports: [1, 2] }, memo, 'b')).not.toBe(first);
    expect(same({ ports: [1] }, memo, 'a')).toEqual({ ports: [1] });
    expect(same({ ports: [1, 2] }, memo, 'a')).not.toBe(first);
  });

  it('leaves what is new as it was given', () => {
    const same = asLast<readonly object[]>();
    const memo = new Memo();
    const [a, b] = [{ x: 1 }, { x: 2 }];
    same([a, b], memo);
    const next = [b];
    expect(same(next, memo)).toBe(next);
  });

  it('knows as many values as it was told', () => {
    const same = asLast<readonly number[]>({ values: 2 });
    const memo = new Memo();
    const [one, two] = [same([1], memo), same([2], memo)];
    expect([same([1], memo), same([2], memo)]).toEqual([one, two]);
    expect(same([1], memo)).toBe(one);
    same([3], memo);
    expect(same([2], memo)).not.toBe(two);
  });

  it('says what it was given', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 6 }), (values) => {
        const same = asLast<unknown>({ values: 2 });
        const memo = new Memo();
        for (const value of values) expect(same(value, memo)).toEqual(value);
      }),
    );
  });
});

describe('sameValue', () => {
  it('is as JSON says of plain data', () => {
    const data = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(data, data, (a, b) => {
        const copy: unknown = structuredClone(a);
        expect(sameValue(a, copy)).toBe(true);
        const sorted = (value: unknown): unknown =>
          JSON.stringify(value, (_key, field: unknown) =>
            typeof field === 'object' && field !== null && !Array.isArray(field)
              ? Object.fromEntries(Object.entries(field).toSorted(([x], [y]) => (x < y ? -1 : 1)))
              : Object.is(field, -0)
                ? '-0'
                : field,
          );
        expect(sameValue(a, b)).toBe(sorted(a) === sorted(b));
      }),
    );
  });

  it('takes an absent field for one that is undefined, and what has a class by identity', () => {
    expect(sameValue({ a: 1 }, { a: 1, b: undefined })).toBe(true);
    expect(sameValue({ a: 1, b: undefined }, { a: 1 })).toBe(true);
    expect(sameValue({ a: null }, {})).toBe(false);
    expect(sameValue(new Map(), new Map())).toBe(false);
  });
});
