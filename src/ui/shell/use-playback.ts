import { useEffect } from 'react';
import { useBenchStore } from '../../store/hooks';
import type { BenchStore } from '../../store/store';
import { STEPS_PER_SECOND } from '../../store/view-state';
import { useReducedMotion } from '../common/theme/media';

/** A tab in the background gets no frames: the time it missed is not played in one leap. */
const LONGEST_FRAME_MS = 100;

/**
 * The page's clock: while the bench plays, every frame moves the playhead by the time that passed.
 * With reduced motion it goes from whole step to whole step at the same pace.
 */
export function usePlayback(): void {
  const store = useBenchStore();
  const stepping = useReducedMotion();
  useEffect(() => {
    let handle = 0;
    let last: number | undefined;
    const advance = stepping ? stepper(store) : (ms: number) => store.getState().actions.tick(ms);
    const frame = (now: number): void => {
      if (last !== undefined) advance(Math.min(now - last, LONGEST_FRAME_MS));
      last = now;
      handle = isRunning(store) ? requestAnimationFrame(frame) : 0;
    };
    const wake = (): void => {
      if (handle !== 0 || !isRunning(store)) return;
      last = undefined;
      handle = requestAnimationFrame(frame);
    };
    wake();
    const unsubscribe = store.subscribe(wake);
    return () => {
      unsubscribe();
      cancelAnimationFrame(handle);
    };
  }, [store, stepping]);
}

/** A story is played by its moments, with a clock of its own. */
function isRunning(store: BenchStore): boolean {
  const { playing, depth, compare } = store.getState().view;
  return playing && (depth === 'bench' || compare.open);
}

function stepper(store: BenchStore): (ms: number) => void {
  let waited = 0;
  return (ms) => {
    const { view, actions } = store.getState();
    const stepMs = 1000 / (STEPS_PER_SECOND * view.speed);
    waited += ms;
    if (waited < stepMs) return;
    waited = 0;
    actions.tick(stepMs);
    actions.setPlayhead(Math.round(store.getState().view.playhead));
  };
}
