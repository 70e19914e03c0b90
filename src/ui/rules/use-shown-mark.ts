import { useEffect } from 'react';

/** Set once the rules of a new picture have been painted; the bench measures edits by it. */
const RULES_SHOWN = 'rulewalk:rules-shown';

/** Marks the moment after which `shown` can be seen. */
export function useShownMark(shown: unknown): void {
  useEffect(() => {
    if (!shown) return undefined;
    const frame = requestAnimationFrame(() => {
      performance.clearMarks(RULES_SHOWN);
      performance.mark(RULES_SHOWN);
    });
    return () => cancelAnimationFrame(frame);
  }, [shown]);
}
