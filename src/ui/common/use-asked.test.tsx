// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Cancelled } from '../../engine/client';
import { useQuestion, type AskState } from './use-asked';

/** A question answered by hand, rejected as the workers' clients do when its signal ends it. */
function question() {
  const asked: { signal: AbortSignal; onProgress: (progress: number) => void; answer: (text: string) => void }[] = [];
  const ask = (options: { signal: AbortSignal; onProgress: (progress: number) => void }): Promise<string> =>
    new Promise((resolve, reject) => {
      options.signal.addEventListener('abort', () => reject(new Cancelled()));
      asked.push({ ...options, answer: resolve });
    });
  return { ask, asked };
}

const shownOf = ({ status, progress, answer }: AskState<string>) => [status, progress, answer];

afterEach(cleanup);

describe('useAsked', () => {
  it('shows how far the work is, then its answer', async () => {
    const { ask, asked } = question();
    const { result } = renderHook(() => useQuestion(ask));
    expect(shownOf(result.current)).toEqual(['idle', 0, undefined]);
    act(() => asked[0]?.onProgress(0.5));
    expect(shownOf(result.current)).toEqual(['working', 0.5, undefined]);
    await act(async () => asked[0]?.answer('three Services'));
    expect(shownOf(result.current)).toEqual(['done', 0.5, 'three Services']);
  });

  it('keeps the last answer while it asks anew, and drops what comes too late', async () => {
    const [first, second] = [question(), question()];
    const { result, rerender } = renderHook(({ ask }) => useQuestion(ask), { initialProps: first });
    await act(async () => first.asked[0]?.answer('old'));
    rerender(second);
    expect(first.asked[0]?.signal.aborted).toBe(true);
    act(() => first.asked[0]?.onProgress(0.9));
    expect(shownOf(result.current)).toEqual(['done', 0, 'old']);
    act(() => second.asked[0]?.onProgress(0.1));
    expect(shownOf(result.current)).toEqual(['working', 0.1, 'old']);
  });

  it('ends the question when it closes', () => {
    const { ask, asked } = question();
    renderHook(() => useQuestion(ask)).unmount();
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  it('stops and begins again by hand', async () => {
    const { ask, asked } = question();
    const { result } = renderHook(() => useQuestion(ask));
    await act(async () => result.current.stop());
    expect(result.current.status).toBe('stopped');
    await act(async () => result.current.again());
    await act(async () => asked[1]?.answer('now'));
    expect(shownOf(result.current)).toEqual(['done', 0, 'now']);
  });

  it('says what broke the work off', async () => {
    const ask = (): Promise<string> => Promise.reject(new Error('out of memory'));
    const { result } = renderHook(() => useQuestion(ask));
    await act(async () => undefined);
    expect([result.current.status, result.current.message]).toEqual(['failed', 'out of memory']);
  });

  it('is idle while there is nothing to ask', () => {
    const { result } = renderHook(() => useQuestion<string>(undefined));
    expect(result.current.status).toBe('idle');
  });
});
