/**
 * Work in slices: each step yields how far it is, 0..1, so that whoever asked can show it, let others
 * have their turn, or stop asking. No slice may take longer than a blink, whatever the text.
 */
export type Steps<T> = Generator<number, T>;

/** How much of a text one slice goes over, UTF-16 units: some tens of milliseconds. */
export const SLICE_OF_TEXT = 1_000_000;
/** How many lines, rules or the like one slice goes over, where each takes microseconds. */
export const SLICE_OF_LINES = 2000;

/** All of it at once. */
export function finished<T>(steps: Generator<unknown, T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** The steps of a part of some work, which goes on from `from` to `to`. */
export function* within<T>(steps: Steps<T>, from: number, to: number): Steps<T> {
  let step = steps.next();
  while (!step.done) {
    yield from + (to - from) * step.value;
    step = steps.next();
  }
  return step.value;
}

/** `array.map` in slices. */
export function* mapInSteps<T, U>(items: readonly T[], make: (item: T, index: number) => U): Steps<U[]> {
  const made: U[] = [];
  for (const item of items) {
    made.push(make(item, made.length));
    if (made.length % SLICE_OF_LINES === 0) yield made.length / items.length;
  }
  return made;
}
