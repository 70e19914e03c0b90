import { useCallback, useEffect, useMemo, useState } from 'react';
import { isProbe, probeFlow } from '../../core/document/compare-probes';
import type { Flow } from '../../core/document/document';
import { useActions, useBench } from '../../store/hooks';
import { background } from '../../engine/page-engines';
import type { ComparedDocuments } from '../../engine/questions/compare';
import type { Comparison, ModeOffer, PaneSpec } from '../../engine/protocol';
import { inKeyOrder } from '../shell/mode.model';
import { defaultPanes, pastedPanes } from './compare.model';
import { useDocuments } from './use-documents';

const NONE: readonly ModeOffer[] = [];

/** The panes, what they show, and how to change them. */
export interface Compared {
  readonly offers: readonly ModeOffer[];
  readonly panes: readonly PaneSpec[];
  readonly documents: ComparedDocuments;
  /** What is compared: a flow of the document, or a generated one. */
  readonly flow: Flow | undefined;
  readonly setPanes: (panes: readonly PaneSpec[]) => void;
  /** Shows that outcome of the first pane, in every pane that can end so. */
  readonly choose: (outcome: number) => void;
  /** The last good answer; undefined: none yet. */
  readonly comparison: Comparison | undefined;
  readonly working: boolean;
}

/** Asks again whenever documents, flow, panes or outcome change. */
export function useComparison(): Compared {
  const { offers, panes } = usePanes();
  const documents = useDocuments(panes);
  const flow = useFlow();
  const flowId = flow?.id;
  const outcome = useBench(({ view }) => view.compare.outcome);
  const { setCompare } = useActions();
  const [answer, setAnswer] = useState<{ readonly to: unknown; readonly comparison: Comparison }>();
  const question = useMemo(
    () => ({ documents, about: { panes, flowId: flowId ?? '', ...(outcome === undefined ? {} : { outcome }) } }),
    [documents, panes, flowId, outcome],
  );
  useEffect(() => {
    const { documents: of, about } = question;
    if (about.flowId === '' || about.panes.length === 0) return undefined;
    const abort = new AbortController();
    background
      .ask('compare', { documents: of, question: about }, { signal: abort.signal })
      .then((comparison) => setAnswer({ to: question, comparison }))
      .catch(() => undefined);
    return () => abort.abort();
  }, [question]);
  useEffect(() => () => void background.ask('compare-end', {}), []);
  const setPanes = useCallback(
    (next: readonly PaneSpec[]) => setCompare({ panes: next, outcome: undefined }),
    [setCompare],
  );
  const choose = useCallback((index: number) => setCompare({ outcome: index }), [setCompare]);
  return {
    offers,
    panes,
    documents,
    flow,
    setPanes,
    choose,
    comparison: answer?.comparison,
    working: answer?.to !== question,
  };
}

function usePanes(): Pick<Compared, 'offers' | 'panes'> {
  const modes = useBench(({ run }) => run.bench?.modes ?? NONE);
  const present = useBench(({ document }) => document.present);
  const own = useBench(({ view }) => view.compare.panes);
  const offers = useMemo(() => inKeyOrder(modes), [modes]);
  const { subject, release, mode, cluster } = present;
  const defaults = useMemo(
    () => (subject === 'pasted' ? pastedPanes({ mode, release, cluster }) : defaultPanes(offers, release)),
    [subject, offers, mode, release, cluster],
  );
  // Panes of modes that were set up for the cluster say nothing of a pasted node.
  const fits = own && (subject === 'cluster' || own.filter(({ document }) => document === undefined).length < 2);
  return { offers, panes: fits ? own : defaults };
}

/** The generated flow that was asked for, as long as the document gives it; else the bench's shown one. */
function useFlow(): Flow | undefined {
  const present = useBench(({ document }) => document.present);
  const probe = useBench(({ view }) => view.compare.probe);
  const flowId = useBench(({ run }) => run.flowId);
  return useMemo(() => {
    const generated = probe !== undefined && isProbe(probe) ? probeFlow(present, probe) : undefined;
    return generated ?? present.flows.find(({ id }) => id === flowId);
  }, [present, probe, flowId]);
}
