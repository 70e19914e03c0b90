import { useEffect, useState } from 'react';
import { background } from '../../engine/page-engines';
import type { ComparedDocuments, ProbeRow } from '../../engine/questions/compare';
import type { PaneSpec } from '../../engine/protocol';

/** How far the table of differences is. */
export interface Probes {
  readonly rows: readonly ProbeRow[];
  /** Undefined before the first answer. */
  readonly total: number | undefined;
  readonly stopped: boolean;
  readonly stop: () => void;
  readonly resume: () => void;
}

interface Found {
  readonly of: unknown;
  readonly rows: readonly ProbeRow[];
  readonly total: number | undefined;
}

/** Asks for rows, slice after slice, until all are there or it is stopped; other panes begin anew. */
export function useProbes(documents: ComparedDocuments, panes: readonly PaneSpec[]): Probes {
  const [question, setQuestion] = useState({ documents, panes });
  const [found, setFound] = useState<Found>({ of: question, rows: [], total: undefined });
  const [stopped, setStopped] = useState(false);
  if (question.documents !== documents || question.panes !== panes) {
    setQuestion({ documents, panes });
    setStopped(false);
  }
  const current = found.of === question ? found : { of: question, rows: [], total: undefined };
  const from = current.rows.length;
  const done = current.total !== undefined && from >= current.total;
  useEffect(() => {
    if (stopped || done || question.panes.length === 0) return undefined;
    const abort = new AbortController();
    background
      .ask('probe', { ...question, from }, { signal: abort.signal })
      .then(({ rows, total }) => {
        setFound((old) => ({ of: question, rows: [...(old.of === question ? old.rows : []), ...rows], total }));
      })
      .catch(() => undefined);
    return () => abort.abort();
  }, [question, from, done, stopped]);
  return {
    rows: current.rows,
    total: current.total,
    stopped,
    stop: () => setStopped(true),
    resume: () => setStopped(false),
  };
}
