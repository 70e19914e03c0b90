import { Memo } from '../lib/memo';
import type { Derive } from './kernel-parts';
import { derivePasted } from './derive-pasted';
import { createDeriveWith } from './derive-cluster';
import { ALL_PLANES } from './all-planes';

/** {@link createDeriveWith} that reads pasted nodes, and has every mode, too. */
export function createDerive(memo = new Memo()): Derive {
  return createDeriveWith(derivePasted, memo, () => ALL_PLANES);
}
