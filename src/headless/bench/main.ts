import { compileFigures } from './compile';
import { printFigure } from './measure';
import { walkFigures } from './walk';

/** Prints every figure of the core; times are medians of one run on this machine, to be read as ratios. */
export function main(): void {
  for (const figures of [compileFigures, walkFigures]) {
    for (const figure of figures()) console.log(printFigure(figure));
  }
}
