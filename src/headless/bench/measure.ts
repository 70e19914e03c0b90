/** One line of the bench: what was measured, in the unit that is in its name. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | '/s' | 'x' | 'rules' | 'MB' | 'MB/s';
  /** What is promised: not more than this, */
  readonly most?: number;
  /** or not less. */
  readonly least?: number;
  readonly note?: string;
}

/** The median duration of `work` over `runs`, after one warm-up; milliseconds. */
export function median(work: () => unknown, runs = 5): number {
  work();
  const times = Array.from({ length: runs }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}
