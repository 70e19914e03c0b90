import type { Derive } from './derived';
import { derivePasted } from './derive-pasted';
import { createDeriveWith } from './derive-with';

/** {@link createDeriveWith} that reads pasted nodes, too. */
export function createDerive(): Derive {
  return createDeriveWith(derivePasted);
}
