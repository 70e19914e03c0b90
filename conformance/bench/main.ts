import { compileFigures } from './compile';
import { type Figure, walkFigures } from './walk';
import { parseFigures } from './parse';
import { timelineFigures } from './timeline';

/** Every figure of the core; times are medians of one run on this machine, to be read as ratios. */
export function* coreFigures(): Generator<Figure> {
  for (const figures of [compileFigures, walkFigures, parseFigures, timelineFigures]) yield* figures();
}
