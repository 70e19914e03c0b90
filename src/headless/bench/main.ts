import { compileFigures } from './compile';
import type { Figure } from './measure';
import { parseFigures } from './parse';
import { walkFigures } from './walk';

/** Every figure of the core; times are medians of one run on this machine, to be read as ratios. */
export function* coreFigures(): Generator<Figure> {
  for (const figures of [compileFigures, walkFigures, parseFigures]) yield* figures();
}
