import { Memo } from '../lib/memo';
import type { Derive } from './kernel-parts';
import { derivePasted } from './derive-pasted';
import { createDeriveWith } from './derive-cluster';

/** {@link createDeriveWith} that reads pasted nodes, too. */
export function createDerive(memo = new Memo()): Derive {
  return createDeriveWith(derivePasted, memo);
}
