import type { TextSummary } from '../../core/paste/pasted-types';

/** A text cut into lines on demand, each marked as rules or as something else. */
export interface Preview {
  readonly count: number;
  readonly line: (index: number) => string;
  /** Nothing of this line was used. */
  readonly isNoise: (index: number) => boolean;
}

/** Longer lines are cut on the screen. */
const LONGEST = 400;

/** The lines of a pasted text, by where they start, with what was left aside, for a list that draws only what is in sight. */
export function previewOf(text: string, starts: Uint32Array, others: TextSummary['others']): Preview {
  return {
    count: starts.length,
    line: (index) => {
      const start = starts[index] ?? text.length;
      const end = starts[index + 1] ?? text.length;
      return text.slice(start, Math.min(end, start + LONGEST)).trimEnd();
    },
    isNoise: (index) => isWithin(others, index + 1),
  };
}

/** Runs are in order: the one that may hold a line is found by halving. */
function isWithin(runs: TextSummary['others'], line: number): boolean {
  let low = 0;
  let high = runs.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const run = runs[middle];
    if (!run) return false;
    if (line < run.from) high = middle - 1;
    else if (line > run.to) low = middle + 1;
    else return true;
  }
  return false;
}

/** `12.3 MB`, `418 kB`, `93 B`. */
export function sizeText(length: number): string {
  if (length >= 1_000_000) return `${(length / 1_000_000).toFixed(1)} MB`;
  return length >= 1000 ? `${Math.round(length / 1000)} kB` : `${length} B`;
}
