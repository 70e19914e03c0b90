import { expect, it } from 'vitest';
import { placeBack, type PosterWays } from './sheet.model';

/** Two ways of so many moments; `made` and `read` are places among them, from 0. */
function ways(out: number, back: number, kept?: readonly [made: number, read: number]): PosterWays {
  const all = (count: number, from: number) =>
    Array.from({ length: count }, (_, at) => ({ at: from + at, moment: {} as PosterWays['out'][number]['moment'] }));
  return {
    out: all(out, 0),
    back: all(back, out).toReversed(),
    ...(kept ? { made: kept[0], read: kept[1] } : {}),
  };
}

it.each([
  // Out 1 to 8, back 9 to 12: the eleventh reads what the fourth wrote down.
  ['as it was designed', ways(8, 4, [3, 10]), [1, 4, 7, 8]],
  ['with less on the way', ways(6, 4, [3, 8]), [1, 4, 5, 6]],
  ['with nothing remembered', ways(6, 2), [1, 2]],
  ['with no room below', ways(4, 4, [3, 6]), [1, 2, 3, 4]],
  ['with no room above', ways(4, 3, [0, 5]), [1, 2, 3]],
  ['without a way back', ways(3, 0), []],
] as const)('the way back stands beside the way out, %s', (_, told, begins) => {
  const rows = placeBack(told);
  expect(rows.map(([from]) => from)).toEqual(begins);
  for (const [at, [from, to]] of rows.entries()) expect(to).toBe(rows[at + 1]?.[0] ?? from + 1);
});
