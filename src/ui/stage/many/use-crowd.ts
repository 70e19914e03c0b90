import { useEffect } from 'react';
import type { ManyView, SentOptions } from '../../../engine/protocol';
import { useBench, useBenchStore } from '../../../store/hooks';
import type { BenchState } from '../../../store/types';
import { runTime } from './crowd.model';

export const PACKET_COUNTS = [10, 100, 1000] as const;
/** Milliseconds between new connections. The default affinity of a Service, three hours, is over after the last. */
export const CONNECTION_INTERVALS = [10, 1000, 60_000, 3_600_000, 14_400_000] as const;

/** The options with which many connections have to be sent again to see one of them. */
export function getSending({ seed, apart }: ManyView): Pick<ManyView, 'seed' | 'apart'> {
  return apart === undefined ? { seed } : { seed, apart };
}

/** Is this one of them? */
export function isSentOf({ seed, apart }: ManyView, sent: SentOptions | undefined): boolean {
  return sent?.seed === seed && sent.apart === apart;
}

/** Every request is walked twice. */
export const MOST_REQUESTS = 100;

/** A tab in the background gets no frames: the time it missed is not played in one leap. */
const LONGEST_FRAME_MS = 100;

/** How long what is shown takes; 0 while there is nothing. */
export function crowdDuration({ many: { tab, crowd, walks } }: BenchState): number {
  if (tab === 'new') return crowd?.duration ?? 0;
  return tab === 'flows' ? runTime(walks) : 0;
}

/** Moves the crowd's time while it plays, at the speed the transport bar has; at the end it stops or begins again. */
export function useCrowdClock(): void {
  const bench = useBenchStore();
  const playing = useBench(({ many }) => many.playing);
  useEffect(() => {
    if (!playing) return undefined;
    let last: number | undefined;
    const frame = (now: number): void => {
      const passed = Math.min(now - (last ?? now), LONGEST_FRAME_MS);
      last = now;
      const state = bench.getState();
      const { speed, loop } = state.view;
      const { setMany } = state.actions;
      const end = crowdDuration(state);
      const at = state.many.at + passed * speed;
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

const COARSE_MS = 120;

/** The crowd's time for what need not follow every frame: words and bars change eight times a second. */
export function useNow(): number {
  return useBench(({ many: { at, playing } }) => (playing ? Math.floor(at / COARSE_MS) * COARSE_MS : at));
}
