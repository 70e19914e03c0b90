import { NARROW_QUERY } from './theme/media';

/** The user timing entry that says when the first packet had moved; the bench reads it. */
const FIRST_PACKET = 'rulewalk:first-packet';

/** Notes that the first packet of the page has moved. */
export function markFirstPacket(): void {
  if (performance.getEntriesByName(FIRST_PACKET).length === 0) performance.mark(FIRST_PACKET);
}

/** A phone, whose processor is slow: it is asked what it can do without. */
export const narrowly = typeof matchMedia === 'function' && matchMedia(NARROW_QUERY).matches;

/**
 * When work begins that nobody waits for. `free`: the first packet moves, and on a phone the opening moments are told, or
 * the person does something. `touched`: the person does something. `rested`: the opening moments are told and the person
 * rests; who never rests gives it after a minute.
 */
export type Occasion = 'free' | 'touched' | 'rested';

/** Milliseconds until a first packet is no longer waited for: there may be none to move. */
const NO_PACKET_MS = 2500;

/** Milliseconds for which the opening moments have the processor to themselves. */
const OPENING_MS = 8000;

/** Milliseconds without anything done after which the person rests, and for which at most that is waited. */
const REST_MS = 2000;
const NO_REST_MS = 60_000;

/**
 * Events after which what is not there yet may be wanted; below a mouse that rests a page is `pointerover` by itself.
 */
const DOINGS = ['pointermove', 'pointerdown', 'keydown'] as const;

function onDoing(act: () => void, signal: AbortSignal): void {
  for (const kind of DOINGS) addEventListener(kind, act, { capture: true, passive: true, signal });
}

/** Is there a page that somebody looks at? Where it is drawn as text there is no later. */
const isPage = typeof document === 'object';

/** In the browser's next free moment, after `latest` milliseconds in any case. Safari tells of none: behind its next frame. */
export function whenUnoccupied(act: () => void, latest?: number): void {
  if (typeof requestIdleCallback === 'function') {
    requestIdleCallback(act, latest === undefined ? {} : { timeout: latest });
  } else if (document.hidden) setTimeout(act);
  else requestAnimationFrame(() => setTimeout(act));
}

/** Each calls `begin` at its moment, maybe more than once, and hears of nothing any more behind `signal`. */
const OCCASIONS: Readonly<Record<Occasion, (begin: () => void, signal: AbortSignal) => void>> = {
  free: (begin, signal) => {
    const soon = (): void => void setTimeout(() => whenUnoccupied(begin, NO_PACKET_MS), narrowly ? OPENING_MS : 0);
    const marks = new PerformanceObserver((list) => {
      if (list.getEntriesByName(FIRST_PACKET).length > 0) soon();
    });
    marks.observe({ type: 'mark', buffered: true });
    const latest = setTimeout(soon, NO_PACKET_MS);
    onDoing(begin, signal);
    signal.addEventListener('abort', () => {
      marks.disconnect();
      clearTimeout(latest);
    });
  },
  touched: (begin) => {
    const first = new AbortController();
    const touch = (): void => {
      first.abort();
      whenUnoccupied(begin, NO_PACKET_MS);
    };
    onDoing(touch, first.signal);
  },
  rested: (begin, signal) => {
    setTimeout(() => {
      const wait = (ms: number) => setTimeout(() => whenUnoccupied(begin), ms);
      const latest = wait(NO_REST_MS);
      let rest = wait(REST_MS);
      onDoing(() => {
        clearTimeout(rest);
        rest = wait(REST_MS);
      }, signal);
      signal.addEventListener('abort', () => [rest, latest].forEach((each) => clearTimeout(each)));
    }, OPENING_MS);
  },
};

/** Does `act` once, on that occasion; at once where there is no page. */
export function when(turn: Occasion, act: () => void): void {
  if (!isPage) return act();
  const waiting = new AbortController();
  const begin = (): void => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    act();
  };
  OCCASIONS[turn](begin, waiting.signal);
}
