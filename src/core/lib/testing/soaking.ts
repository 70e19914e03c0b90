/** Is it `npm run soak` that runs the tests? Then the long ones run whole. */
export const SOAKING = process.env['SOAK'] !== undefined;

/** How often a long property is tried: `whole` times by `npm run soak`, a tenth of it by `npm test`. */
export function tries(whole: number): number {
  return SOAKING ? whole : Math.ceil(whole / 10);
}
