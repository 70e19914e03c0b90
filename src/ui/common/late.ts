import {
  cloneElement,
  createElement,
  startTransition,
  use,
  useEffect,
  useMemo,
  useState,
  type ComponentType,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react';
import { NARROW_QUERY } from '../theme/media';

/** The user timing entry that says when the first packet had moved; the bench reads it. */
const FIRST_PACKET = 'rulewalk:first-packet';

/** Notes that the first packet of the page has moved. */
export function markFirstPacket(): void {
  if (performance.getEntriesByName(FIRST_PACKET).length === 0) performance.mark(FIRST_PACKET);
}

/** What is drawn takes the place of what stood in the page since it was built. */
export function takeOver(): void {
  document.getElementById('opening')?.remove();
}

/** Milliseconds until a first packet is no longer waited for: there may be none to move. */
const NO_PACKET_MS = 2500;

/** Milliseconds for which the opening moments have the processor to themselves. */
const OPENING_MS = 8000;

/** A phone, whose processor is slow: it is asked what it can do without. */
export const narrowly = typeof matchMedia === 'function' && matchMedia(NARROW_QUERY).matches;

/**
 * Events after which what is not there yet may be wanted; below a mouse that rests a page is `pointerover` by itself.
 */
const DOINGS = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Is there a page that somebody looks at? Where it is drawn as text there is no later. */
const isPage = typeof document === 'object';

/** In the browser's next free moment, after `latest` milliseconds in any case. Safari tells of none: behind its next frame. */
function whenUnoccupied(act: () => void, latest?: number): void {
  if (typeof requestIdleCallback === 'function') {
    requestIdleCallback(act, latest === undefined ? {} : { timeout: latest });
  } else if (document.hidden) setTimeout(act);
  else requestAnimationFrame(() => setTimeout(act));
}

/**
 * Does what nobody waits for yet: `after` milliseconds after the first packet moves, when the browser has a moment, or once the
 * person does something.
 */
function whenIdle(act: () => void, after: number): void {
  if (!isPage) return act();
  const waiting = new AbortController();
  const begin = (): void => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    act();
  };
  const soon = (): void => void setTimeout(() => whenUnoccupied(begin, NO_PACKET_MS), after);
  const marks = new PerformanceObserver((list) => {
    if (list.getEntriesByName(FIRST_PACKET).length > 0) soon();
  });
  marks.observe({ type: 'mark', buffered: true });
  const latest = setTimeout(soon, NO_PACKET_MS);
  for (const kind of DOINGS) addEventListener(kind, begin, { capture: true, passive: true, signal: waiting.signal });
  waiting.signal.addEventListener('abort', () => {
    marks.disconnect();
    clearTimeout(latest);
  });
}

/** Does what somebody may soon want: on a phone not before the opening moments are told, or the person does something. */
export function whenFree(act: () => void): void {
  whenIdle(act, narrowly ? OPENING_MS : 0);
}

/** Milliseconds without anything done after which the person rests, and for which at most that is waited. */
const REST_MS = 2000;
const NO_REST_MS = 60_000;

/**
 * Does what takes long and nobody waits for: once the opening moments are told, the person rests, and the browser has a
 * moment. Who is at work has the processor; whoever never rests gives it after a minute.
 */
export function whenSettled(act: () => void): void {
  const resting = new AbortController();
  const begin = (): void => {
    resting.abort();
    whenUnoccupied(act);
  };
  setTimeout(() => {
    let rest = setTimeout(begin, REST_MS);
    const latest = setTimeout(begin, NO_REST_MS);
    const disturb = (): void => {
      clearTimeout(rest);
      rest = setTimeout(begin, REST_MS);
    };
    for (const kind of DOINGS)
      addEventListener(kind, disturb, { capture: true, passive: true, signal: resting.signal });
    resting.signal.addEventListener('abort', () => [rest, latest].forEach((each) => clearTimeout(each)));
  }, OPENING_MS);
}

/** Does what only somebody who does something may come to want, in the browser's next free moment after that. */
function whenTouched(act: () => void): void {
  if (!isPage) return act();
  const waiting = new AbortController();
  const begin = (): void => {
    waiting.abort();
    whenUnoccupied(act, NO_PACKET_MS);
  };
  for (const kind of DOINGS) addEventListener(kind, begin, { capture: true, passive: true, signal: waiting.signal });
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

type Held = (node: HTMLElement) => () => void;

/** Focuses the element that comes after one that had the focus when it went. */
function keepFocus(): Held {
  let had = false;
  return (node) => {
    if (had) node.focus({ preventScroll: true });
    had = false;
    return () => (had = document.activeElement === node);
  };
}

/** Two who want to know of one element. */
function both(hold: Held, own: Ref<HTMLElement> | undefined): Held {
  if (!own) return hold;
  return (node) => {
    const letGo = hold(node);
    const gone = typeof own === 'function' ? own(node) : (own.current = node) && undefined;
    return () => {
      letGo();
      if (gone) gone();
      else if (typeof own === 'function') own(null);
      else own.current = null;
    };
  };
}

/**
 * The element, which has the focus still when it is drawn anew inside of something else: who went there by keys while
 * parts of it were on their way does not lose the place.
 */
export function useKeptFocus<P>(element: ReactElement<P>): ReactElement<P> {
  const [hold] = useState(keepFocus);
  const { ref: own } = element.props as { readonly ref?: Ref<HTMLElement> };
  const ref = useMemo(() => both(hold, own), [hold, own]);
  return cloneElement(element as ReactElement<{ readonly ref: Held }>, { ref }) as ReactElement<P>;
}

/**
 * Parts of the page asked for once its first frame stands: a hook that gives them once they are there, undefined before.
 * Unlike `lazy`, whoever is drawn later has them in the same frame, and nothing on screen is replaced.
 */
export function lateParts<T>(load: () => Promise<T>): () => T | undefined {
  let loaded: T | undefined;
  const parts = new Promise<T | undefined>((resolve) => {
    // What cannot be loaded is offered anew by the page (vite:preloadError); what is drawn does without.
    whenFree(
      () =>
        void load().then(
          (found) => resolve((loaded = found)),
          () => resolve(undefined),
        ),
    );
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
 * loaded is asked for again when it is drawn again. `early`: it is asked for soon, each in a turn of its own; `'idle'`: once the
 * first frame stands; `'touched'`: once the person does something.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  early: boolean | 'idle' | 'touched' = false,
): ((props: Props) => ReactNode) & { readonly code: Loader } {
  const code = retriedLoad(load);
  const beforehand = (): void => void code().catch(() => undefined);
  if (early === 'idle') whenFree(beforehand);
  else if (early === 'touched') whenTouched(beforehand);
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
