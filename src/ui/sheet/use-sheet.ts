import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocale } from 'use-intl';
import type { Diagnostic } from '../../core/formats/format';
import type { SheetState } from '../../core/sheet/render';
import { STOP_REASON } from '../../engine/client';
import { background } from '../../engine/page-engines';
import type { SentSheet } from '../../engine/questions/sheet';
import { keepAlike, keepScripts, keepWalks, type PlayedWalk, type SheetSource, type ShownSheet } from './sheet.model';

const NO_PARTS: Pick<SentSheet, 'blocks' | 'knobs'> = { blocks: [], knobs: [] };

type Faults = readonly Diagnostic[];
type Answer = Awaited<ReturnType<typeof background.ask<'sheet'>>>;
type Ask = (state: SheetState, known: readonly string[], signal: AbortSignal) => Promise<Answer>;

/** Asks for a Sheet of the shelf. */
const askShelf =
  (rest: { readonly text: string; readonly benches: Parameters<typeof background.ask<'sheet'>>[1]['benches'] }): Ask =>
  (state, known, signal) =>
    background.ask('sheet', { ...rest, state, known }, { signal });

/** Asks for a Sheet that is made of an answer: nothing in it can be turned. */
const askMade =
  ({ asked }: Extract<SheetSource, { kind: 'made' }>): Ask =>
  async (_state, _known, signal) => {
    const answer = await background.ask('report', asked, { signal });
    return 'id' in answer ? [{ severity: 'error', code: 'invalid', message: answer, path: '' }] : answer;
  };

/**
 * Asks the engine for a Sheet as its reader has it; what was shown stays until the answer is there. `turnedAt`: the block
 * in which something was turned last.
 */
export function useSheet(source: SheetSource, state: SheetState, turnedAt: () => number | undefined) {
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
  const walks = useRef<ReadonlyMap<string, PlayedWalk>>(new Map());
  const scripts = useRef<ShownSheet['scripts']>(new Map());
  const parts = useRef<Pick<SentSheet, 'blocks' | 'knobs'>>(NO_PARTS);
  useEffect(() => {
    const stopping = new AbortController();
    ask(state, [...walks.current.keys(), ...scripts.current.keys()], stopping.signal).then(
      (answer) => {
        if (stopping.signal.aborted) return;
        if (!('blocks' in answer)) {
          setFaults(answer);
          return;
        }
        walks.current = keepWalks(walks.current, answer);
        scripts.current = keepScripts(scripts.current, answer);
        setFaults(undefined);
        const kept = { walks: walks.current, scripts: scripts.current };
        const blocks = keepAlike(parts.current.blocks, answer.blocks);
        parts.current = { blocks, knobs: keepAlike(parts.current.knobs, answer.knobs) };
        setShown({ sheet: { ...answer, ...parts.current }, ...kept, source, state, turned: turnedAt() });
      },
      // Asked for anew with the next turn.
      () => undefined,
    );
    return () => stopping.abort(STOP_REASON);
  }, [ask, source, state, turnedAt]);
  return { shown, faults };
}
