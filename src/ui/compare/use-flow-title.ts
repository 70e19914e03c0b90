import { useCallback } from 'react';
import type { Flow } from '../../core/document/document';
import { sourceTitle, targetTitle } from '../editors/flow.model';
import { useFlowWords } from '../editors/use-flow-words';

/** What a flow is called. */
export function useFlowTitle(): (flow: Flow) => string {
  const words = useFlowWords();
  return useCallback((flow) => flow.title ?? `${sourceTitle(flow.from, words)} → ${targetTitle(flow)}`, [words]);
}
