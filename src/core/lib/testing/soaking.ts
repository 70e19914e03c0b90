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
