/** What one step of a soak found. */
export interface StepResult {
  readonly passed: number;
  readonly skipped: number;
  /** Each with all that makes it again: seed, rules, packet. */
  readonly failures: readonly string[];
  /** Why something was skipped. */
  readonly reasons: readonly string[];
  /** How many of what passed, where a step tells its parts. */
  readonly parts?: readonly string[];
}

/** How long and from where. */
export interface SoakOptions {
  readonly seed: number;
  /** 1 takes a minute or two; each step multiplies its rounds by it. */
  readonly size: number;
}

/** One thing that is tried again and again: one file, one line in main.ts. */
export interface SoakStep {
  readonly name: string;
  readonly run: (options: SoakOptions) => StepResult | Promise<StepResult>;
}

/** A step that cannot run here. */
export function skippedStep(reason: string): StepResult {
  return { passed: 0, skipped: 1, failures: [], reasons: [reason] };
}

/** Counts as it goes. */
export class Tally {
  private passed = 0;
  private readonly skips = new Map<string, number>();
  private readonly failures: string[] = [];

  check(right: boolean, failure: () => string): void {
    if (right) this.passed++;
    else this.failures.push(failure());
  }

  skip(reason: string, count = 1): void {
    this.skips.set(reason, (this.skips.get(reason) ?? 0) + count);
  }

  /** Counts what a part of the step found, too, and says how much of it passed. */
  add(name: string, part: Tally): string {
    this.passed += part.passed;
    this.failures.push(...part.failures);
    return `${name}: ${part.passed} of ${part.passed + part.failures.length} as the kernel`;
  }

  result(): StepResult {
    return {
      passed: this.passed,
      skipped: [...this.skips.values()].reduce((sum, count) => sum + count, 0),
      failures: this.failures,
      reasons: [...this.skips].map(([reason, count]) => `${count}: ${reason}`),
    };
  }
}
