import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocale } from 'use-intl';
import type { ShelfSheet } from '../../content/sheets';
import type { SheetState } from '../../core/sheet/render';
import { STOP_REASON } from '../../engine/client';
import { background } from '../../engine/page-engines';
import { keepWalks, type PlayedWalk, type ShownSheet } from './sheet.model';

type Request = Parameters<typeof background.ask<'sheet'>>[1];

const ask = (request: Request, signal: AbortSignal) => background.ask('sheet', request, { signal });

type Faults = Extract<Awaited<ReturnType<typeof ask>>, readonly unknown[]>;

/**
 * Asks the engine for a Sheet as its reader has it; what was shown stays until the answer is there. `turnedAt`: the block
 * in which something was turned last.
 */
export function useSheet(shelf: ShelfSheet, state: SheetState, turnedAt: () => number | undefined) {
  const locale = useLocale() === 'ko' ? 'ko' : 'en';
  const benches = useMemo(() => shelf.benches(locale), [shelf, locale]);
  const [shown, setShown] = useState<ShownSheet>();
  const [faults, setFaults] = useState<Faults>();
  const walks = useRef<ReadonlyMap<string, PlayedWalk>>(new Map());
  useEffect(() => {
    const stopping = new AbortController();
    const request = { text: shelf.text, benches, state, known: [...walks.current.keys()] };
    ask(request, stopping.signal).then(
      (answer) => {
        if (stopping.signal.aborted) return;
        if (!('blocks' in answer)) {
          setFaults(answer);
          return;
        }
        walks.current = keepWalks(walks.current, answer);
        setShown({ sheet: answer, walks: walks.current, turned: turnedAt() });
      },
      // Asked for anew with the next turn.
      () => undefined,
    );
    return () => stopping.abort(STOP_REASON);
  }, [shelf, benches, state, turnedAt]);
  return { shown, faults };
}
