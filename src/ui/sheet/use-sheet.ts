import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { useLocale } from 'use-intl';
import type { Diagnostic } from '../../core/formats/format';
import type { SheetState } from '../../core/sheet/state';
import { STOP_REASON } from '../../engine/client';
import { background } from '../../engine/page-engines';
import type { SentSheet } from '../../engine/questions/sheet';
import { LateLens } from '../story/page/Lens';
import { keepAlike, keepScripts, keepWalks, type SeenBlocks, type SheetSource, type ShownSheet } from './sheet.model';

type Faults = readonly Diagnostic[];
type Answer = Awaited<ReturnType<typeof background.ask<'sheet'>>>;
/** How a Sheet is asked for: what the page has of it, and of which blocks alone it is wanted. */
interface Asking {
  readonly known: readonly string[];
  readonly seen?: SeenBlocks | undefined;
  readonly signal: AbortSignal;
}
type Ask = (state: SheetState, asking: Asking) => Promise<Answer>;

/** Asks for a Sheet of the shelf. */
const askShelf =
  (rest: { readonly text: string; readonly benches: Parameters<typeof background.ask<'sheet'>>[1]['benches'] }): Ask =>
  (state, { known, seen, signal }) =>
    background.ask('sheet', { ...rest, state, known, seen }, { signal });

/** Asks for a Sheet that is made of an answer: nothing in it can be turned. */
const askMade =
  ({ asked }: Extract<SheetSource, { kind: 'made' }>): Ask =>
  async (_state, { signal }) => {
    const answer = await background.ask('report', asked, { signal });
    return 'id' in answer ? [{ severity: 'error', code: 'invalid', message: answer, path: '' }] : answer;
  };

/** What is seen of a Sheet, and in which block something was turned last. */
export interface SheetSight {
  readonly seen: () => SeenBlocks | undefined;
  readonly turnedAt: () => number | undefined;
}

/**
 * Asks the engine for a Sheet as its reader has it; what was shown stays until the answer is there. What is seen is asked for
 * first, and is drawn while the rest is walked.
 */
export function useSheet(source: SheetSource, state: SheetState, sight: SheetSight) {
  const locale = useLocale();
  const ask = useMemo(
    () =>
      source.kind === 'made'
        ? askMade(source)
        : askShelf({ text: source.shelf.text, benches: source.shelf.benches(locale) }),
    [source, locale],
  );
  const [shown, setShown] = useState<ShownSheet>();
  const [faults, setFaults] = useState<Faults>();
  const held = useRef<HeldParts>(NOTHING_HELD);
  const asked = useRef<Ask>(undefined);
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const take = async (seen?: SeenBlocks, isRest = false): Promise<void> => {
      const { walks, scripts } = held.current;
      const asking = ask(state, { known: [...walks.keys(), ...scripts.keys()], seen, signal });
      // A figure is drawn whole; what cannot be loaded is asked for again where it is drawn.
      const [answer] = await Promise.all([asking, LateLens.code().catch(() => undefined)]);
      if (signal.aborted) return;
      if (!('blocks' in answer)) {
        setFaults(answer);
        return;
      }
      const part = seen && { seen, knobs: held.current.knobs };
      const { blocks, knobs, ...kept } = (held.current = holdAnswer(held.current, answer));
      const sheet = { ...answer, blocks, knobs };
      const show = (): void => setShown({ sheet, ...kept, source, state, part, turned: sight.turnedAt() });
      setFaults(undefined);
      if (isRest) startTransition(show);
      else show();
    };
    const takeAll = async (): Promise<void> => {
      if (asked.current === undefined) await painted();
      const isSame = asked.current === ask && source.kind === 'shelf';
      asked.current = ask;
      const seen = isSame ? sight.seen() : undefined;
      if (seen && !signal.aborted) await take(seen);
      if (!signal.aborted) await take(undefined, seen !== undefined);
    };
    // What failed is asked for anew with the next turn.
    takeAll().catch(() => undefined);
    return () => stopping.abort(STOP_REASON);
  }, [ask, source, state, sight]);
  return { shown, faults };
}

/** Longer than this a browser that does not draw is not waited for, ms. */
const PATIENCE = 2000;

/** Resolves once what is drawn is on screen: an engine that starts takes a phone's processor. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) resolve();
    // The first of them comes before the frame is drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
    setTimeout(resolve, PATIENCE);
  });

/** What the page has of a Sheet. */
type HeldParts = Pick<SentSheet, 'blocks' | 'knobs'> & Pick<ShownSheet, 'walks' | 'scripts'>;

const NOTHING_HELD: HeldParts = { blocks: [], knobs: [], walks: new Map(), scripts: new Map() };

/** What the page has with an answer more: of what says the same what there was. */
const holdAnswer = (held: HeldParts, answer: SentSheet): HeldParts => ({
  walks: keepWalks(held.walks, answer),
  scripts: keepScripts(held.scripts, answer),
  blocks: keepAlike(held.blocks, answer.blocks),
  knobs: keepAlike(held.knobs, answer.knobs),
});
