/** Milliseconds between two messages of one kind that are looked at. */
const BETWEEN_MS = 50;

/** Sets a clock: `act` is done in so many milliseconds; what is returned stops it. */
export type Later = (act: () => void, ms: number) => () => void;

/**
 * At a pace: the first of a kind is handed on at once, those that come too soon behind it as one, when its time has come.
 * Whoever sends without end is followed at that pace, and where they stop is where it ends.
 * @param hand what is done with each
 * @param join makes one of two of a kind: the later one, and what of the earlier holds beside it
 * @param later a clock
 */
export function paced<T extends { readonly type: string }>(
  hand: (message: T) => void,
  join: (earlier: T, later: T) => T,
  later: Later,
): { readonly put: (message: T) => void; readonly stop: () => void } {
  const waiting = new Map<string, T | undefined>();
  const clocks = new Map<string, () => void>();
  const wait = (type: string): void => {
    waiting.set(type, undefined);
    clocks.set(
      type,
      later(() => next(type), BETWEEN_MS),
    );
  };
  const next = (type: string): void => {
    const last = waiting.get(type);
    waiting.delete(type);
    clocks.delete(type);
    if (last) put(last);
  };
  const put = (message: T): void => {
    const { type } = message;
    if (waiting.has(type)) {
      const earlier = waiting.get(type);
      return void waiting.set(type, earlier ? join(earlier, message) : message);
    }
    wait(type);
    hand(message);
  };
  return { put, stop: () => clocks.forEach((end) => end()) };
}
