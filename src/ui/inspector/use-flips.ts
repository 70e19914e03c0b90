import { useEffect, useState } from 'react';
import { useBench } from '../../store/hooks';
import { background } from '../../engine/page-engines';
import type { Flips } from '../../core/document/why/what-flips';

/** So long a picture has to stand before other ones are tried. Milliseconds. */
const PATIENCE = 400;

/** How far the search is; without `flips`: the flow cannot be sent. */
interface FlipAnswer {
  readonly flips?: Flips | undefined;
  readonly done: boolean;
}

/** The search for what turns the shown outcome round; `failed`: it broke. */
export type FlipSearch = FlipAnswer | 'failed' | undefined;

/** Searches anew whenever another document, flow or outcome is shown. Undefined: nothing is known yet. */
export function useFlips(): FlipSearch {
  const document = useBench((state) => state.run.shownDocument);
  const flowId = useBench((state) => state.run.result?.flowId);
  const path = useBench(({ run: { result } }) => result?.outcomes[result.shown]?.path);
  const [answer, setAnswer] = useState<{ readonly key: unknown; readonly value: FlipSearch }>();
  useEffect(() => {
    if (!document || flowId === undefined || !path) return undefined;
    const abort = new AbortController();
    const put = (value: FlipSearch): void => {
      if (!abort.signal.aborted) setAnswer({ key: path, value });
    };
    const timer = setTimeout(() => {
      const onProgress = (flips: Flips | undefined): void => put({ flips, done: false });
      background
        .ask('flips', { document, flowId, path }, { signal: abort.signal, onProgress })
        .then((flips) => put({ flips, done: true }))
        .catch(() => put('failed'));
    }, PATIENCE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [document, flowId, path]);
  return answer?.key === path ? answer?.value : undefined;
}
