import { useMemo } from 'react';
import type { DumpComparison, DumpPair } from '../../core/analysis/ruleset-diff/compare-dumps';
import type { AskOptions } from '../../engine/client';
import { background } from '../../engine/page-engines';
import { useAsked, type Asked } from '../common/use-asked';

/** Compares in a worker whenever the pair changes; `pair` must keep its identity while it is the same. */
export function useDumpComparison(pair: DumpPair | undefined): Asked<DumpComparison> {
  return useAsked(useMemo(() => pair && ((options: AskOptions) => background.ask('two-dumps', pair, options)), [pair]));
}
