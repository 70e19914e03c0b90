import type { Diagram } from './diagram';

/** Work that is done in steps; each yields how many rules more were asked. */
export type RulesAsked<T> = Generator<number, T>;

/** So many rules are asked before it is said: some milliseconds. */
export const RULES_A_STEP = 256;

/** A map for which nothing more has to be asked. */
// oxlint-disable-next-line require-yield -- it has no steps
export function* alreadyMade(map: Diagram): RulesAsked<Diagram> {
  return map;
}
