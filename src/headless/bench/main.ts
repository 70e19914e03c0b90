import { compileFigures } from './compile';
import { printFigure } from './measure';
import { parseFigures } from './parse';
import { walkFigures } from './walk';

/** Prints every figure of the core; times are medians of one run on this machine, to be read as ratios. */
export function main(): void {
  for (const figures of [compileFigures, walkFigures, parseFigures]) {
    for (const figure of figures()) console.log(printFigure(figure));
  }
}
