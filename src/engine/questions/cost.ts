import { measureCurves, type CostCurve, type CostQuestion } from '../../core/questions/cost/cost';
import type { Engine } from '../engine';

/** Compiles growing clusters in every mode and counts what that takes. */
export function cost(_: Engine, question: CostQuestion): Generator<number, readonly CostCurve[]> {
  return measureCurves(question);
}
