import type { Failure, SuiteResult } from '../suite';

/** Collects cases of one kind: each gives nothing when it agrees, else a diff, or a reason to skip it. */
export class Tally {
  private passed = 0;
  private total = 0;
  private readonly skips: Record<string, number> = {};
  private readonly failures: Failure[] = [];

  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  check(id: string, diff: string | undefined): void {
    this.total++;
    if (diff === undefined) this.passed++;
    else this.failures.push({ id, diff });
  }

  skip(reason: string): void {
    this.skips[reason] = (this.skips[reason] ?? 0) + 1;
  }

  result(): SuiteResult[] {
    const skipped = Object.values(this.skips).reduce((sum, count) => sum + count, 0);
    if (this.total + skipped === 0) return [];
    const { name, passed, total, skips, failures } = this;
    return [{ name, passed, total, skipped, skips, failures }];
  }
}

/** The first lines that differ, as a small diff. */
export function firstDifference(wanted: readonly string[], got: readonly string[]): string | undefined {
  const at = wanted.findIndex((line, index) => line !== got[index]);
  if (at < 0 && wanted.length === got.length) return undefined;
  const index = at < 0 ? wanted.length : at;
  return `    - ${wanted[index] ?? '(end)'}\n    + ${got[index] ?? '(end)'}`;
}

/** The lines of a listing without comments and empty ones. */
export const withoutComments = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
