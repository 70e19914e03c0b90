import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenUnoccupied } from '../common/when';

/** So long what nobody sees waits at most, ms. */
const LATEST = 1000;

/** What waits for the browser's free moments, in the order it came. */
const waiting = new Set<() => void>();

function drawNext(): void {
  const [first] = waiting;
  if (!first) return;
  waiting.delete(first);
  first();
  if (waiting.size > 0) whenUnoccupied(drawNext, LATEST);
}

/** On paper all of it is seen. */
function drawAll(): void {
  flushSync(() => {
    for (const draw of waiting) draw();
  });
  waiting.clear();
}

if (typeof addEventListener === 'function') addEventListener('beforeprint', drawAll);

/** Does it in a free moment, one a moment; returns what takes it back. */
function wait(draw: () => void): () => void {
  waiting.add(draw);
  if (waiting.size === 1) whenUnoccupied(drawNext, LATEST);
  return () => void waiting.delete(draw);
}

/** A value as it is; where nobody sees what it makes (`seen` is false), as it was until the browser has a free moment. */
export function useWhenFree<T>(value: T, seen: boolean): T {
  const [drawn, setDrawn] = useState({ value });
  useEffect(() => {
    const draw = (): void => setDrawn((before) => (before.value === value ? before : { value }));
    if (!seen) return wait(draw);
    draw();
    return undefined;
  }, [value, seen]);
  return seen ? value : drawn.value;
}
