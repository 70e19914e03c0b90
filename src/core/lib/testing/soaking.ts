/** Is it `npm run soak` that runs the tests? Then the long ones run whole. */
export const SOAKING = process.env['SOAK'] !== undefined;

/** Is everything tried that decides whether a change lands? `npm run test:rest` and `npm run soak` do, `npm test` tries a part. */
export const THOROUGH = SOAKING || process.env['THOROUGH'] !== undefined;

/** How often a long property is tried: `whole` times by `npm run soak`, a tenth of it else. */
export function tries(whole: number): number {
  return SOAKING ? whole : Math.ceil(whole / 10);
}

/** How often a dear property is tried: `whole` times by `npm run soak`, a tenth of it by `npm run test:rest`, a third of that by `npm test`. */
export function dearTries(whole: number): number {
  return SOAKING ? whole : Math.ceil(whole / (THOROUGH ? 10 : 30));
}

/** What a long list of cases is tried on: all of it by `npm run soak`, one of `every`, spread over it, by `npm run test:rest`, a quarter of those by `npm test`. */
export function some<T>(whole: readonly T[], every = 4): readonly T[] {
  return SOAKING ? whole : everyNth(whole, THOROUGH ? every : 4 * every);
}

/** What a dear property that decides is tried on: all of a list, by `npm test` one of twice `every`, spread over it. */
export function thinned<T>(whole: readonly T[], every = 3): readonly T[] {
  return THOROUGH ? whole : everyNth(whole, 2 * every);
}

const everyNth = <T>(whole: readonly T[], every: number): readonly T[] => whole.filter((_, at) => at % every === 0);

/** What every one of a list is tried with every one of another: all by `npm run soak`; else one of `every`, so that each of both is there. */
export function somePairs<A, B>(ones: readonly A[], others: readonly B[], every = 3): readonly (readonly [A, B])[] {
  return ones.flatMap((one, at) =>
    others.filter((_, of) => SOAKING || (at + of) % every === 0).map((other) => [one, other] as const),
  );
}
