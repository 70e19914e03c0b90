import { useEffect, useState } from 'react';
import type { Diagnostic } from '../../../core/formats/format';
import { listFalse, NO_FACTS, tallyFacts, type FactTally } from '../../../core/sheet/fact-tally';
import { FIRST_PLACE, type SheetPlace } from '../../../core/sheet/positions';
import { STOP_REASON } from '../../../engine/client';
import { background } from '../../../engine/page-engines';
import type { ShownSheet } from '../sheet.model';

/** What was found over the positions of a Sheet that were walked. */
export interface FoundFalse {
  /** The text that was walked. */
  readonly text: string;
  readonly faults: readonly Diagnostic[];
  readonly positions: number;
  /** Not all of them were walked yet; `cut`: there are more than are walked. */
  readonly is: 'walking' | 'walked' | 'cut';
}

type Tell = (found: FoundFalse) => void;

/**
 * Walks a Sheet that is edited at every position of its knobs, as it was last told: where they stand first, then some at a
 * time. Whatever is changed meanwhile stops that, and it begins anew. Undefined: nothing was walked yet.
 */
export function useFacts(shown: ShownSheet | undefined): FoundFalse | undefined {
  const [found, setFound] = useState<FoundFalse>();
  useEffect(() => {
    if (!shown) return undefined;
    const stopping = new AbortController();
    // One that cannot be walked has faults of its own, which are told.
    walkPositions(shown, stopping.signal, setFound).catch(() => undefined);
    return () => stopping.abort(STOP_REASON);
  }, [shown]);
  return found;
}

/** Walks slice after slice; the page is told only where there is something else to say. */
async function walkPositions({ source, state }: ShownSheet, signal: AbortSignal, tell: Tell): Promise<void> {
  if (source.kind !== 'shelf') return;
  const { text } = source.shelf;
  const benches = source.shelf.benches('en');
  const walkFrom = async (from: SheetPlace, before: FactTally, told: number): Promise<void> => {
    const asked = { text, benches, knobs: state.knobs, from };
    const { found, next, cut } = await background.ask('sheet-facts', asked, { signal });
    if (signal.aborted) return;
    const tally = found.reduce(tallyFacts, before);
    const faults = listFalse(tally);
    const is = next ? 'walking' : cut ? 'cut' : 'walked';
    if (!next || faults.length !== told || from === FIRST_PLACE) tell({ text, faults, positions: tally.positions, is });
    if (next) await walkFrom(next, tally, faults.length);
  };
  await walkFrom(FIRST_PLACE, NO_FACTS, 0);
}
