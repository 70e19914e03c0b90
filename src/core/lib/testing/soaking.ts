/** Is it `npm run soak` that runs the tests? Then the long ones run whole. */
export const SOAKING = process.env['SOAK'] !== undefined;

/** How often a long property is tried: `whole` times by `npm run soak`, a tenth of it by `npm test`. */
export function tries(whole: number): number {
  return SOAKING ? whole : Math.ceil(whole / 10);
}

/** What a long list of cases is tried on: all of it by `npm run soak`, one of `every`, spread over it, by `npm test`. */
export function some<T>(whole: readonly T[], every = 4): readonly T[] {
  return SOAKING ? whole : whole.filter((_, at) => at % every === 0);
}

/** What every one of a list is tried with every one of another: all by `npm run soak`; by `npm test` one of `every`, so that each of both is there. */
export function somePairs<A, B>(ones: readonly A[], others: readonly B[], every = 3): readonly (readonly [A, B])[] {
  return ones.flatMap((one, at) =>
    others.filter((_, of) => SOAKING || (at + of) % every === 0).map((other) => [one, other] as const),
  );
}
