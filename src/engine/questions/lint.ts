import { lintInSteps } from '../../core/questions/lint/lint';
import type { Finding } from '../../core/questions/lint/finding';
import type { PastedNode } from '../../core/paste/pasted-types';
import type { Engine } from '../engine';

/** Checks a pasted node by every check there is. */
export function lint(
  { memo }: Engine,
  { pasted }: { readonly pasted: PastedNode },
): Generator<number, readonly Finding[]> {
  return lintInSteps(pasted, memo);
}
