import { createElement, startTransition, use, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { when, type Occasion } from './when';

/** Takes away the opening that stood in the page since it was built: the page is drawn. */
export function takeOver(): void {
  document.getElementById('opening')?.remove();
}

/** Milliseconds from the end of a press until the browser has told of its click. */
const CLICK_MS = 300;

/** Once nothing is pressed: what is drawn anew under a finger would never hear of its click. */
function whenReleased(act: () => void): void {
  if (!document.querySelector(':active')) return act();
  const pressed = new AbortController();
  const release = (): void => {
    pressed.abort();
    setTimeout(() => whenReleased(act), CLICK_MS);
  };
  for (const kind of ['pointerup', 'pointercancel', 'keyup'])
    addEventListener(kind, release, { capture: true, passive: true, signal: pressed.signal });
}

/**
 * Parts of the page asked for once its first frame stands: a hook that gives them once they are there, undefined before.
 * Unlike `lazy`, whoever is drawn later has them in the same frame, and nothing on screen is replaced.
 */
export function lateParts<T>(load: () => Promise<T>): () => T | undefined {
  let loaded: T | undefined;
  const parts = new Promise<T | undefined>((resolve) => {
    // What cannot be loaded is offered anew by the page (vite:preloadError); what is drawn does without.
    const begin = (): void =>
      void load().then(
        (found) => resolve((loaded = found)),
        () => resolve(undefined),
      );
    when('free', begin);
  });
  return () => {
    const [shown, show] = useState(() => loaded);
    useEffect(() => {
      if (!shown) void parts.then((found) => whenReleased(() => startTransition(() => show(() => found))));
    }, [shown]);
    return shown;
  };
}

/** Milliseconds until what could not be loaded is asked for again: whoever draws asks more than once before it shows the failure. */
const PAUSE = 200;

/** Which browsers say of a part that is not there, too: `feedback.tsx` knows these words. */
const NOT_THERE = 'Failed to fetch a part of the page: its file is of another version';

/** A file that was replaced while it was loaded, or is of another version, gives nothing: that part is missing. */
function demand<T>(part: T): NonNullable<T> {
  if (part !== undefined && part !== null) return part;
  dispatchEvent(new Event('vite:preloadError'));
  throw new Error(NOT_THERE);
}

/** Gives what it loads; `isThere`: whoever asks has it in the same frame. */
export type Loader<T = unknown> = (() => Promise<T>) & { readonly isThere: () => boolean };

/** Loads once, when first asked; what could not be loaded is loaded anew when it is asked for again later. */
export function retriedLoad<T>(load: () => Promise<T>): Loader<T> {
  let asked: Promise<T> | undefined;
  let isThere = false;
  const ask = (): Promise<T> => {
    asked ??= readable(
      load()
        .then(demand)
        .catch((error: unknown) => {
          setTimeout(() => (asked = undefined), PAUSE);
          throw error;
        }),
    );
    asked.then(
      () => (isThere = true),
      () => undefined,
    );
    return asked;
  };
  return Object.assign(ask, { isThere: () => isThere });
}

/** React reads what is there already from these fields; without them it draws the fallback first, and nothing else for 300 ms. */
function readable<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => undefined,
  );
  return promise;
}

/**
 * A component whose code is loaded when it is first drawn; suspends until then. Unlike `lazy`, one that could not be
 * loaded is asked for again when it is drawn again. `early`: it is asked for soon, each in a turn of its own, or on such an occasion.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  early: boolean | Occasion = false,
): ((props: Props) => ReactNode) & { readonly code: Loader } {
  const code = retriedLoad(load);
  const beforehand = (): void => void code().catch(() => undefined);
  if (typeof early === 'string') when(early, beforehand);
  // Asking for the files of one takes a phone a tenth of a second: who is touched meanwhile comes in between.
  else if (early) setTimeout(beforehand);
  const Part = (props: Props): ReactNode => createElement(use(code()), props);
  return Object.assign(Part, { code });
}

/**
 * Which view is drawn: the one asked for, or the one before while `code` is on its way, so that the page is never empty between
 * two. What cannot be loaded is drawn all the same, where the failure is said.
 */
export function useLoadedView<View extends string>(asked: View, code: readonly Loader[]): View {
  const [before, setBefore] = useState(asked);
  const isThere = code.every((part) => part.isThere());
  useEffect(() => {
    let isAsked = true;
    const draw = (): void => {
      if (isAsked) setBefore(asked);
    };
    if (isThere) draw();
    else void Promise.allSettled(code.map((part) => part())).then(draw);
    return () => {
      isAsked = false;
    };
  }, [asked, isThere, code]);
  return isThere ? asked : before;
}
