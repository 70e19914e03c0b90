import { useCallback } from 'react';
import type { PastedNode } from '../../../core/paste/pasted-types';
import type { PlacedEvidence } from '../../../core/questions/evidence/list-evidence';
import type { AskOptions } from '../../../engine/client';
import { background } from '../../../engine/page-engines';
import { useQuestion, type AskState } from '../../common/use-asked';

/** Asks a worker what texts prove by themselves; undefined: not yet. */
export function useEvidence(pasted: PastedNode | undefined): AskState<readonly PlacedEvidence[]> {
  const ask = useCallback(
    (options: AskOptions) =>
      pasted ? background.ask('evidence', { pasted }, options) : Promise.resolve<readonly PlacedEvidence[]>([]),
    [pasted],
  );
  return useQuestion(pasted ? ask : undefined);
}
