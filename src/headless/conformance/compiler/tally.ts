import type { Failure, SuiteResult } from '../suite';

/** Counts comparisons under one name and keeps what differed. */
export class Tally {
  readonly #name: string;
  readonly #failures: Failure[] = [];
  #passed = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** One comparison: equal if there are no differences. */
  add(id: string, differences: readonly string[]): void {
    if (differences.length === 0) this.#passed++;
    else this.#failures.push({ id, diff: differences.slice(0, 3).join('\n') });
  }

  result(): SuiteResult {
    return {
      name: this.#name,
      passed: this.#passed,
      total: this.#passed + this.#failures.length,
      skipped: 0,
      failures: this.#failures,
    };
  }
}
