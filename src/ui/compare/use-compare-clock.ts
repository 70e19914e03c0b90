import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useBench } from '../../store/hooks';
import { STEPS_PER_SECOND } from '../../store/types';
import { belongsToFocus, commandOf, type Command } from '../shell/shortcuts.model';
import { focusOf } from '../shell/use-shortcuts';
import { rowAt, type CompareRow } from './compare.model';

/** The shared scrubber: one tick for all panes. */
export interface CompareClock {
  readonly tick: number;
  readonly playing: boolean;
  readonly setTick: (tick: number) => void;
  readonly run: (command: Command) => boolean;
}

/** Where a command of the keys leads; undefined: it is none of the scrubber's. */
function goal(command: Command, rows: readonly CompareRow[], tick: number, last: number): number | undefined {
  const row = rowAt(rows, tick);
  const inReply = rows[row]?.role !== 'request';
  const goals: Partial<Record<Command, number>> = {
    'step-back': tick - 1,
    'step-forward': tick + 1,
    'landmark-back': rows[row - 1]?.tick ?? 0,
    'landmark-forward': rows[row + 1]?.tick ?? last,
    'to-start': 0,
    'to-end': last,
    reply: inReply ? 0 : rows.find(({ role }) => role !== 'request')?.tick,
  };
  return goals[command];
}

/** The clock of the comparison: plays, steps and jumps by the same keys as the bench. */
export function useCompareClock(rows: readonly CompareRow[], subject: unknown): CompareClock {
  const speed = useBench(({ view }) => view.speed);
  const loop = useBench(({ view }) => view.loop);
  const [at, setAt] = useState({ tick: 0, subject });
  const [playing, setPlaying] = useState(false);
  const end = rows.at(-1);
  const last = end ? end.tick + end.ticks - 1 : 0;
  const tick = at.subject === subject ? Math.min(at.tick, last) : 0;
  const put = useCallback((next: number) => setAt({ tick: Math.max(0, next), subject }), [subject]);
  const run = (command: Command): boolean => {
    if (command === 'toggle-playing') {
      if (!playing && tick >= last) put(0);
      setPlaying(!playing);
      return true;
    }
    const next = goal(command, rows, tick, last);
    if (next === undefined) return false;
    setPlaying(false);
    put(Math.min(last, next));
    return true;
  };
  const advance = useEffectEvent(() => {
    if (tick < last) put(tick + 1);
    else if (loop) put(0);
    else setPlaying(false);
  });
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(advance, 1000 / (STEPS_PER_SECOND * speed));
    return () => clearInterval(timer);
  }, [playing, speed]);
  useKeys(run);
  const setTick = useCallback(
    (next: number) => {
      setPlaying(false);
      put(next);
    },
    [put],
  );
  return { tick, playing, setTick, run };
}

/** Before the page's own keys: what moves the bench moves the comparison while it is open. */
function useKeys(run: (command: Command) => boolean): void {
  const onCommand = useEffectEvent(run);
  useEffect(() => {
    let pending: string | undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || belongsToFocus(event, focusOf(event.target))) return;
      const { command, pending: next } = commandOf(event, pending);
      pending = next;
      if (command && onCommand(command)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
