import { useLayoutEffect } from 'react';

/** Set once the rules of a new picture have been painted; the bench measures edits by it. */
const RULES_SHOWN = 'rulewalk:rules-shown';

/** Marks the moment after which `shown` can be seen: the end of the frame that paints it. */
export function useShownMark(shown: unknown): void {
  useLayoutEffect(() => {
    if (!shown) return undefined;
    const painted = new MessageChannel();
    painted.port1.addEventListener('message', () => {
      painted.port1.close();
      performance.clearMarks(RULES_SHOWN);
      performance.mark(RULES_SHOWN);
    });
    painted.port1.start();
    // A frame is painted right after its callbacks: a message sent in one arrives when that is done.
    const frame = requestAnimationFrame(() => painted.port2.postMessage(undefined));
    return () => cancelAnimationFrame(frame);
  }, [shown]);
}
