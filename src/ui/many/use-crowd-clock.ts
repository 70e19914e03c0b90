import { useEffect } from 'react';
import { useBenchStore } from '../../store/hooks';
import { setMany, useMany } from './many-store';
import { runTime } from './runner.model';

/** A tab in the background gets no frames: the time it missed is not played in one leap. */
const LONGEST_FRAME_MS = 100;

/** How long what is shown takes; 0 while there is nothing. */
export function durationOf({ tab, crowd, walks }: ReturnType<typeof useMany.getState>): number {
  if (tab === 'new') return crowd?.duration ?? 0;
  return tab === 'flows' ? runTime(walks) : 0;
}

/** Moves the crowd's time while it plays, at the speed the transport bar has; at the end it stops or begins again. */
export function useCrowdClock(): void {
  const bench = useBenchStore();
  const playing = useMany((state) => state.playing);
  useEffect(() => {
    if (!playing) return undefined;
    let last: number | undefined;
    const frame = (now: number): void => {
      const passed = Math.min(now - (last ?? now), LONGEST_FRAME_MS);
      last = now;
      const { speed, loop } = bench.getState().view;
      const state = useMany.getState();
      const end = durationOf(state);
      const at = state.at + passed * speed;
      handle = requestAnimationFrame(frame);
      // The stage makes the crowd one drawing after the answer came.
      if (end === 0 || passed === 0) return;
      if (at < end) setMany({ at });
      else setMany(loop ? { at: 0 } : { at: end, playing: false });
    };
    let handle = requestAnimationFrame(frame);
    return () => cancelAnimationFrame(handle);
  }, [playing, bench]);
}
