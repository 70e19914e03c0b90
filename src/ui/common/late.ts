import { createElement, use, type ComponentType, type ReactNode, useSyncExternalStore } from 'react';

/**
 * Parts of the page asked for beside the first frame: a hook that gives them once they are there, undefined before.
 * Unlike `lazy`, whoever is drawn later has them in the same frame, and nothing on screen is replaced.
 */
export function lateParts<T>(asked: Promise<T>): () => T | undefined {
  let parts: T | undefined;
  const listeners = new Set<() => void>();
  void asked.then(
    (loaded) => {
      parts = loaded;
      for (const listener of listeners) listener();
    },
    // The page offers a reload (vite:preloadError); what is drawn does without.
    () => undefined,
  );
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return () => useSyncExternalStore(subscribe, () => parts);
}

/** Milliseconds until what could not be loaded is asked for again: whoever draws asks more than once before it shows the failure. */
const PAUSE = 200;

/** Loads once, when first asked; what could not be loaded is loaded anew when it is asked for again later. */
export function askedAgain<T>(load: () => Promise<T>): () => Promise<T> {
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
  const ask = askedAgain(load);
  if (early) ask().catch(() => undefined);
  return function Part(props: Props) {
    return createElement(use(ask()), props);
  };
}
