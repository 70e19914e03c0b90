import { useEffect, useState } from 'react';

/** Work that ends sooner than this is not worth a word. */
const NOTICEABLE_MS = 400;

/** True once `busy` has been true for a while. */
export function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlow(true), NOTICEABLE_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);
  return busy && slow;
}
