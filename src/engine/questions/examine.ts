import { examineTexts as examineInSteps, type Examined } from '../../core/questions/examine';
import type { PastedNode } from '../../core/paste/pasted-types';
import type { Engine } from '../engine';

/** Says what pasted texts hold, before they are opened. */
export function examine({ memo }: Engine, { pasted }: { readonly pasted: PastedNode }): Generator<number, Examined> {
  return examineInSteps(pasted, memo);
}
