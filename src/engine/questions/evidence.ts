import type { PastedNode } from '../../core/paste/pasted-types';
import type { PlacedEvidence } from '../../core/questions/evidence/list-evidence';
import { proveTexts } from '../../core/questions/evidence/prove-texts';
import type { Engine } from '../engine';

/** Says what pasted texts prove by themselves, the worst first. */
export function evidence(
  { memo }: Engine,
  { pasted }: { readonly pasted: PastedNode },
): Generator<number, readonly PlacedEvidence[]> {
  return proveTexts(pasted, memo);
}
