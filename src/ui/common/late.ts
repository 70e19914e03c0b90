import { createElement, use, useEffect, useState, type ComponentType, type ReactNode } from 'react';

/**
 * Parts of the page asked for beside the first frame: a hook that gives them once they are there, undefined before.
 * Unlike `lazy`, whoever is drawn later has them in the same frame, and nothing on screen is replaced.
 */
export function lateParts<T>(asked: Promise<T>): () => T | undefined {
  let loaded: T | undefined;
  // What cannot be loaded is offered anew by the page (vite:preloadError); what is drawn does without.
  const parts = asked.then(
    (found) => (loaded = found),
    () => undefined,
  );
  return () => {
    const [shown, show] = useState(() => loaded);
    useEffect(() => {
      if (!shown) void parts.then((found) => show(() => found));
    }, [shown]);
    return shown;
  };
}

/** Milliseconds until what could not be loaded is asked for again: whoever draws asks more than once before it shows the failure. */
const PAUSE = 200;

/** Loads once, when first asked; what could not be loaded is loaded anew when it is asked for again later. */
export function retriedLoad<T>(load: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () =>
    (asked ??= load().catch((error: unknown) => {
      setTimeout(() => (asked = undefined), PAUSE);
      throw error;
    }));
}

/**
 * A component whose code is loaded when it is first drawn; suspends until then. Unlike `lazy`, one that could not be
 * loaded is asked for again when it is drawn again. `early`: it is asked for at once, beside the first frame.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  early = false,
): (props: Props) => ReactNode {
  const ask = retriedLoad(load);
  if (early) ask().catch(() => undefined);
  return function Part(props: Props) {
    return createElement(use(ask()), props);
  };
}
