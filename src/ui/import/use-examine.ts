import { useCallback } from 'react';
import type { Examined } from '../../core/analysis/examine';
import type { NodeFacts, PastedNode, PastedText } from '../../core/analysis/pasted-types';
import type { AskOptions } from '../../engine/client';
import { background } from '../../engine/page-engines';
import { useAsked, type Asked } from '../common/use-asked';

/** How the examination of some texts stands. What was understood last stays while it is done again. */
export interface Examination extends Asked<Examined> {
  readonly examined: Examined | undefined;
}

/** Examines texts in a worker whenever they or the corrections change. */
export function useExamine(texts: readonly PastedText[], facts: NodeFacts, nodes?: PastedNode['nodes']): Examination {
  const ask = useCallback(
    (options: AskOptions) =>
      background.ask('examine', { pasted: { texts, facts, ...(nodes ? { nodes } : {}) } }, options),
    [texts, facts, nodes],
  );
  const asked = useAsked(texts.length === 0 ? undefined : ask);
  return { ...asked, examined: asked.answer };
}
