import { Memo } from '../lib/memo';
import type { Derive, Planes } from './kernel-parts';
import { derivePasted } from './derive-pasted';
import { createDeriveWith } from './derive-with';
import { EBPF_PLANE } from './ebpf-plane';

/** Every part of the core that only some modes need. */
export function allPlanes(): Planes {
  return EBPF_PLANE;
}

/** {@link createDeriveWith} that reads pasted nodes, and has every mode, too. */
export function createDerive(memo = new Memo()): Derive {
  return createDeriveWith(derivePasted, memo, allPlanes);
}
