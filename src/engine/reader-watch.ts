import type { ReaderRun, FenceWatch } from '../core/lib/fence';

/** Milliseconds that a reader may take for any text, and for each million characters of it: phones are ten times slower than what it was measured on. */
const LEAST = 5000;
const PER_MILLION = 2000;

/** How long a reader may take for what it reads, milliseconds. */
export function getBudget({ length }: ReaderRun): number {
  return LEAST + (length / 1e6) * PER_MILLION;
}

/** The same for the same reader of the same text. */
export function keyOfReading({ reader, text }: ReaderRun): string {
  return `${reader}\n${text}`;
}

interface Options {
  /** Milliseconds, of a clock that only goes on. */
  readonly now: () => number;
  /** Called with the reader that is at work now; undefined: none is. Said before it begins, since it may never come back. */
  readonly onReading?: (reading: ReaderRun | undefined) => void;
  /** A reader's time was up between two of its steps. */
  readonly onClosed?: (reading: ReaderRun) => void;
}

interface OpenReading {
  readonly reading: ReaderRun;
  readonly since: number;
}

/**
 * Looks after the readers of one engine: says which is at work, ends those that take longer than their budget where
 * they hand control back, and keeps those away that were ended from outside.
 */
export class ReaderWatch implements FenceWatch {
  readonly #options: Options;
  readonly #closed = new Set<string>();
  /** Of readings that are under way, milliseconds. */
  readonly #spent = new WeakMap<ReaderRun, number>();
  readonly #open: OpenReading[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  /** Keeps readers from texts: these readings are refused from now on. */
  readonly close = (readings: readonly ReaderRun[]): void => {
    for (const reading of readings) this.#closed.add(keyOfReading(reading));
  };

  readonly begins = (reading: ReaderRun): boolean => {
    if (this.#closed.has(keyOfReading(reading))) return false;
    if ((this.#spent.get(reading) ?? 0) > getBudget(reading)) {
      this.close([reading]);
      this.#options.onClosed?.(reading);
      return false;
    }
    this.#open.push({ reading, since: this.#options.now() });
    this.#options.onReading?.(reading);
    return true;
  };

  readonly ends = (reading: ReaderRun): void => {
    const open = this.#open.pop();
    if (open) this.#spent.set(reading, (this.#spent.get(reading) ?? 0) + this.#options.now() - open.since);
    this.#options.onReading?.(this.#open.at(-1)?.reading);
  };
}
