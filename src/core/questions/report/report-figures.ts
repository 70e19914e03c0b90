import { phrase } from '../../lib/phrase';
import type { RenderedFigure } from '../../sheet/render';
import type { SheetWalk } from '../../sheet/walks';

const FIGURE = { kind: 'figure', lens: false, steps: [], ways: [], knobs: [], hand: [] } as const;

/** A walk on the stage, at the moment it ends with; every moment can be gone to. */
export function stageFigure(number: number, { key, moments }: SheetWalk): RenderedFigure {
  return { ...FIGURE, id: `figure-${number}`, number, draws: 'stage', lens: true, walk: key, at: moments.length - 1 };
}

/** How one flow ends on two sides, beside each other. */
export function sidesFigure(
  number: number,
  sides: readonly (readonly [name: string, walk: SheetWalk])[],
): RenderedFigure[] {
  const [first] = sides;
  if (!first) return [];
  const ways = sides.map(([mode, { key, moments }]) => ({
    mode,
    walk: key,
    at: moments.length - 1,
    ended: true as const,
  }));
  const { walk, at } = ways[0] ?? { walk: first[1].key, at: 0 };
  return [
    { ...FIGURE, id: `figure-${number}`, number, draws: 'compare', walk, at, ways, sentence: phrase('report.sides') },
  ];
}
