import { compareDumps, type DumpComparison, type DumpPair } from '../../core/questions/diff/compare-dumps';
import type { Engine } from '../engine';

/** Compares two dumps of nodes. */
export function twoDumps({ memo }: Engine, pair: DumpPair): Generator<number, DumpComparison> {
  return compareDumps(pair, memo);
}
