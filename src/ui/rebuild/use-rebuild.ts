import { useCallback } from 'react';
import type { PastedNode } from '../../core/analysis/pasted-types';
import type { Rebuilding } from '../../core/analysis/reconstruct/rebuild';
import type { AskOptions } from '../../engine/client';
import { background } from '../../engine/page-engines';
import { useAsked, type Asked } from '../common/use-asked';
import { wantedOf, type Draft } from './rebuild.model';

/** How the turning of texts into a cluster stands. What was made last stays while it is done again. */
export interface RebuildState extends Asked<Rebuilding> {
  readonly result: Rebuilding | undefined;
}

/** Asks again whenever the corrections change; the worker keeps the texts between one question and the next. */
export function useRebuild(pasted: PastedNode, draft: Draft): RebuildState {
  const ask = useCallback(
    (options: AskOptions) => background.ask('rebuild', { pasted, wanted: wantedOf(draft) }, options),
    [pasted, draft],
  );
  const asked = useAsked(ask);
  return { ...asked, status: asked.status === 'idle' ? 'working' : asked.status, result: asked.answer };
}
