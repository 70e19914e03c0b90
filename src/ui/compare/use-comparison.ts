import { useEffect, useMemo, useState } from 'react';
import { useActions, useBench } from '../../store/hooks';
import type { Comparison, ModeOffer, PaneSpec } from '../../worker/protocol';
import { inKeyOrder } from '../shell/mode.model';
import { defaultPanes } from './compare.model';

const NONE: readonly ModeOffer[] = [];

/** The panes, what they show, and how to change them. */
export interface CompareState {
  readonly offers: readonly ModeOffer[];
  readonly panes: readonly PaneSpec[];
  readonly setPanes: (panes: readonly PaneSpec[]) => void;
  /** Shows that outcome of the first pane, in every pane that can end so. */
  readonly choose: (outcome: number) => void;
  /** The last good answer; undefined: none yet. */
  readonly comparison: Comparison | undefined;
  readonly working: boolean;
}

/** Asks the engine again whenever document, flow, panes or outcome change. */
export function useComparison(): CompareState {
  const modes = useBench(({ run }) => run.bench?.modes ?? NONE);
  const release = useBench(({ document }) => document.present.release);
  const flowId = useBench(({ run }) => run.flowId);
  const result = useBench(({ run }) => run.result);
  const { compare } = useActions();
  const offers = useMemo(() => inKeyOrder(modes), [modes]);
  const defaults = useMemo(() => defaultPanes(offers, release), [offers, release]);
  const [own, setPanes] = useState<readonly PaneSpec[]>();
  const [wanted, setWanted] = useState<{ readonly flowId: string | undefined; readonly outcome: number }>();
  const [answer, setAnswer] = useState<{ readonly to: unknown; readonly comparison: Comparison }>();
  const panes = own ?? defaults;
  const outcome = wanted?.flowId === flowId ? wanted?.outcome : undefined;
  const question = useMemo(() => ({ panes, flowId, outcome, result }), [panes, flowId, outcome, result]);
  useEffect(() => {
    if (question.flowId === undefined || question.panes.length === 0 || !question.result) return undefined;
    let current = true;
    void compare(question.panes, question.flowId, question.outcome).then((comparison) => {
      if (current && comparison) setAnswer({ to: question, comparison });
    });
    return () => {
      current = false;
    };
  }, [question, compare]);
  return {
    offers,
    panes,
    setPanes: (next) => {
      setWanted(undefined);
      setPanes(next);
    },
    choose: (index) => setWanted({ flowId, outcome: index }),
    comparison: answer?.comparison,
    working: answer?.to !== question,
  };
}
