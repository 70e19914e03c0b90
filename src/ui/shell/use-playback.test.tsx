// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BenchContext } from '../../store/hooks';
import { createBench, type BenchStore } from '../../store/store';
import type { RunResult } from '../../engine/protocol';
import { usePlayback } from './use-playback';

function Clock() {
  usePlayback();
  return null;
}

/** A bench whose shown trace has `count` steps in one hop. */
function benchOf(count: number): BenchStore {
  const bench = createBench();
  const steps = Array.from({ length: count }, () => ({ kind: 'return', table: 'nat', chain: 'X' }));
  const trace = { legs: [{ role: 'request', hops: [{ netns: 'n', steps }] }], assumptions: [], conntrack: {} };
  bench.setState(({ run }) => ({ run: { ...run, result: { trace, outcomes: [] } as unknown as RunResult } }));
  return bench;
}

function start(bench: BenchStore, reduced = false): void {
  vi.stubGlobal('matchMedia', () => ({ matches: reduced, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  render(
    <BenchContext value={bench}>
      <Clock />
    </BenchContext>,
  );
  bench.getState().actions.play();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the clock', () => {
  it('moves the playhead by the time that passed: three steps a second', () => {
    const bench = benchOf(20);
    start(bench);
    vi.advanceTimersByTime(2000);
    expect(bench.getState().view.playhead).toBeGreaterThan(5.7);
    expect(bench.getState().view.playhead).toBeLessThanOrEqual(6);
  });

  it('stands still when paused, and asks for no frame', () => {
    const bench = benchOf(20);
    start(bench);
    vi.advanceTimersByTime(500);
    bench.getState().actions.pause();
    vi.advanceTimersByTime(100);
    const { playhead } = bench.getState().view;
    vi.advanceTimersByTime(1000);
    expect(bench.getState().view.playhead).toBe(playhead);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stops at the end', () => {
    const bench = benchOf(4);
    start(bench);
    vi.advanceTimersByTime(3000);
    expect(bench.getState().view).toMatchObject({ playhead: 3, playing: false });
  });

  it('goes from whole step to whole step where less motion is wanted', () => {
    const bench = benchOf(20);
    const seen = new Set<number>();
    bench.subscribe(({ view }) => seen.add(view.playhead));
    start(bench, true);
    vi.advanceTimersByTime(2000);
    const settled = [...seen].filter((playhead) => Math.abs(playhead - Math.round(playhead)) > 1e-6);
    expect(settled).toEqual([]);
    expect(bench.getState().view.playhead).toBeGreaterThanOrEqual(4);
  });
});
