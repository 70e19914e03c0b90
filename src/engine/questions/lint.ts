import { lintInSteps } from '../../core/analysis/lint/lint';
import type { Finding } from '../../core/analysis/lint/finding';
import type { PastedNode } from '../../core/analysis/pasted-types';
import type { Engine } from '../engine';

/** Checks a pasted node by every check there is. */
export function lint(_: Engine, { pasted }: { readonly pasted: PastedNode }): Generator<number, readonly Finding[]> {
  return lintInSteps(pasted);
}
