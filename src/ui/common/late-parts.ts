import { useSyncExternalStore } from 'react';

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
