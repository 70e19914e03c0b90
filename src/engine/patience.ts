import type { ReaderRun } from '../core/lib/fence';
import { getBudget, keyOfReading } from './reader-watch';

/** What waits: the page's own timers, or those of a test. */
export interface Timers {
  readonly set: (run: () => void, milliseconds: number) => unknown;
  readonly clear: (timer: unknown) => void;
}

export const PAGE_TIMERS: Timers = {
  set: (run, milliseconds) => setTimeout(run, milliseconds),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

/** Milliseconds between two looks. A machine that slept meanwhile has slept between two of them only. */
export const TICK = 500;
/** The engine itself ends what hands control back: it has so much longer, milliseconds. */
export const GRACE = 1000;

/** Waits for a reader that may never come back; its engine cannot tell. */
export class Patience {
  readonly #timers: Timers;
  readonly #onStuck: (reading: ReaderRun) => void;
  #reading: ReaderRun | undefined;
  #waited = 0;
  #timer: unknown;

  /** `onStuck`: a reader was at one step of its work for longer than all of it may take. */
  constructor(timers: Timers, onStuck: (reading: ReaderRun) => void) {
    this.#timers = timers;
    this.#onStuck = onStuck;
  }

  /** The reader that is at work now; undefined: none is. */
  hear(reading: ReaderRun | undefined): void {
    this.#reading = reading;
    this.#waited = 0;
    if (reading && this.#timer === undefined) this.#wait();
  }

  /** Waits no more. */
  end(): void {
    this.#reading = undefined;
    if (this.#timer !== undefined) this.#timers.clear(this.#timer);
    this.#timer = undefined;
  }

  #wait(): void {
    this.#timer = this.#timers.set(() => {
      this.#timer = undefined;
      if (!this.#reading) return;
      this.#waited += TICK;
      if (this.#waited < getBudget(this.#reading) + GRACE) this.#wait();
      else this.#onStuck(this.#reading);
    }, TICK);
  }
}

/** Readers that took too long, each with the text it is kept away from: known to all engines of a page. */
export class ClosedReaders {
  readonly #all = new Map<string, ReaderRun>();
  readonly #listeners = new Set<(reading: ReaderRun) => void>();

  get all(): readonly ReaderRun[] {
    return [...this.#all.values()];
  }

  has(reading: ReaderRun): boolean {
    return this.#all.has(keyOfReading(reading));
  }

  add(reading: ReaderRun): void {
    if (this.has(reading)) return;
    this.#all.set(keyOfReading(reading), reading);
    for (const listener of this.#listeners) listener(reading);
  }

  /** Calls back with each that is added. */
  onAdded(listener: (reading: ReaderRun) => void): void {
    this.#listeners.add(listener);
  }
}
