import { create } from 'zustand';
import type { Actions } from '../../store/types';
import type { ManyView, RequestsView, RunResult, SentOptions } from '../../engine/protocol';
import { type Crowd, runTime } from './crowd.model';
import { useEffect } from 'react';
import { useBenchStore } from '../../store/hooks';

export const COUNTS = [10, 100, 1000] as const;
/** Milliseconds between new connections. The default affinity of a Service, three hours, is over after the last. */
export const APARTS = [10, 1000, 60_000, 3_600_000, 14_400_000] as const;
export type ManyTab = 'new' | 'kept' | 'flows';

/** What is looked at when many packets are: nothing of it is part of the document. */
interface ManyState {
  readonly tab: ManyTab;
  readonly count: number;
  readonly apart: number;
  readonly seed: number;
  readonly connections: number;
  /** Flows that run at the same time. */
  readonly flows: readonly string[];
  readonly working: boolean;
  readonly result: ManyView | undefined;
  readonly kept: RequestsView | undefined;
  readonly walks: readonly RunResult[];
  /** Where the packets of {@link result} are when; made by the stage. */
  readonly crowd: Crowd | undefined;
  /** Milliseconds since the first packet left; the picture is a function of it. */
  readonly at: number;
  readonly playing: boolean;
}

export const useMany = create<ManyState>(() => ({
  tab: 'new',
  count: 100,
  apart: APARTS[0],
  seed: 1,
  connections: 1,
  flows: [],
  working: false,
  result: undefined,
  kept: undefined,
  walks: [],
  crowd: undefined,
  at: 0,
  playing: false,
}));

export const setMany = (change: Partial<ManyState>): void => useMany.setState(change);

/** What has to be sent again to see one of them. */
export function sendingOf({ seed, apart }: ManyView): Pick<ManyView, 'seed' | 'apart'> {
  return apart === undefined ? { seed } : { seed, apart };
}

/** Is this one of them? */
export function isSentOf({ seed, apart }: ManyView, sent: SentOptions | undefined): boolean {
  return sent?.seed === seed && sent.apart === apart;
}

/** After everything has landed. */
export const THE_END = Number.MAX_SAFE_INTEGER;

let wish = 0;

/** Answers to older wishes are dropped; what was shown stays until the new answer is there. */
async function ask<T>(question: () => Promise<T | undefined>, answer: (value: T) => Partial<ManyState>): Promise<void> {
  const mine = ++wish;
  setMany({ working: true });
  const value = await question();
  if (mine !== wish) return;
  setMany({ working: false, ...(value === undefined ? {} : answer(value)) });
}

/** Sends as many new connections as chosen. `glide` false: all have landed at once. */
export function sendNew({ sendMany }: Actions, flowId: string, glide: boolean): Promise<void> {
  const { count, seed, apart } = useMany.getState();
  return ask(
    () => sendMany(flowId, { count, seed, apart }),
    (result) => ({ result, crowd: undefined, at: glide ? 0 : THE_END, playing: glide }),
  );
}

/** Every request is walked twice. */
export const MOST_REQUESTS = 100;

/** Sends as many requests as chosen over connections that stay open. */
export function sendKept({ sendRequests }: Actions, flowId: string): Promise<void> {
  const { count: wanted, seed, connections } = useMany.getState();
  const count = Math.min(wanted, MOST_REQUESTS);
  return ask(
    () => sendRequests(flowId, { requests: count, connections: Math.min(connections, count), seed }),
    (kept) => ({ kept }),
  );
}

/** Walks the chosen flows, all from the same moment. */
export function sendFlows({ walk }: Actions, glide: boolean): Promise<void> {
  const { flows } = useMany.getState();
  return ask(
    async () => (await Promise.all(flows.map(walk))).filter((result) => result !== undefined),
    (walks) => ({ walks, at: glide ? 0 : THE_END, playing: glide && walks.length > 0 }),
  );
}

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

const COARSE_MS = 120;

/** The crowd's time for what need not follow every frame: words and bars change eight times a second. */
export function useNow(): number {
  return useMany(({ at, playing }) => (playing ? Math.floor(at / COARSE_MS) * COARSE_MS : at));
}
