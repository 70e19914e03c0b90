import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useActions, useBench, useBenchStore } from '../../store/hooks';
import { STEPS_PER_SECOND } from '../../store/view-state';
import type { Command } from '../shell/bench/shortcuts.model';
import { useKeyCommands } from '../shell/bench/use-shortcuts';
import { lastTick, rowAt, type CompareRow } from './compare.model';

/** What moves the shared scrubber; where it is, is in the store. */
export interface CompareClock {
  readonly playing: boolean;
  /** Goes there and stands still. */
  readonly goTo: (tick: number) => void;
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

/** The clock of the comparison: plays, steps and jumps by the same keys as the bench. A tick draws nothing by itself. */
export function useCompareClock(rows: readonly CompareRow[]): CompareClock {
  const store = useBenchStore();
  const { setCompareTick } = useActions();
  const [playing, setPlaying] = useState(false);
  const last = lastTick(rows);
  const now = (): number => Math.min(store.getState().view.compareTick, last);
  const run = (command: Command): boolean => {
    if (command === 'toggle-playing') {
      if (!playing && now() >= last) setCompareTick(0);
      setPlaying(!playing);
      return true;
    }
    const next = goal(command, rows, now(), last);
    if (next === undefined) return false;
    setPlaying(false);
    setCompareTick(Math.max(0, Math.min(last, next)));
    return true;
  };
  const advance = useEffectEvent(() => {
    const { loop } = store.getState().view;
    if (now() < last) setCompareTick(now() + 1);
    else if (loop) setCompareTick(0);
    else setPlaying(false);
  });
  const speed = useBench(({ view }) => view.speed);
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(advance, 1000 / (STEPS_PER_SECOND * speed));
    return () => clearInterval(timer);
  }, [playing, speed]);
  useKeyCommands(run, true);
  const goTo = useCallback(
    (next: number) => {
      setPlaying(false);
      setCompareTick(next);
    },
    [setCompareTick],
  );
  return { playing, goTo, run };
}
