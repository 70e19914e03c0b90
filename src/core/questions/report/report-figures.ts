import { phrase, type Phrase } from '../../lib/phrase';
import type { RenderedFigure } from '../../sheet/render';
import type { MomentKind } from '../../story/moment';
import type { SheetWalk } from '../../sheet/walks';

const FIGURE = { kind: 'figure', lens: false, steps: [], ways: [], knobs: [], hand: [] } as const;

/** A walk on the stage, at the moment it ends with; every moment can be gone to. */
export function drawStage(number: number, { key, moments }: SheetWalk): RenderedFigure {
  return { ...FIGURE, id: `figure-${number}`, number, draws: 'stage', lens: true, walk: key, at: moments.length - 1 };
}

/** One moment of a walk on the stage, with what decided it. */
export function drawMoment(walk: SheetWalk, at: number): RenderedFigure {
  return { ...drawStage(at + 1, walk), id: `moment-${at + 1}`, at };
}

/** Moments that decide how a packet ends, the most telling first. */
const DECIDING: readonly MomentKind[] = ['refused', 'dropped', 'lost', 'unknown', 'chosen'];

/** The place of the moment that decided how a walk ends; undefined: nothing chose or stopped it. */
export function findDeciding({ moments }: SheetWalk): number | undefined {
  const places = DECIDING.map((kind) => moments.findIndex((moment) => moment.kind === kind));
  return places.find((at) => at >= 0);
}

/** How one flow ends on two sides, and what decided it, beside each other. */
export function drawSides(
  number: number,
  sides: readonly (readonly [name: string | Phrase, walk: SheetWalk])[],
): readonly RenderedFigure[] {
  const ways = sides.map(([name, walk]) => {
    const called = typeof name === 'string' ? { mode: name } : { mode: walk.key, name };
    const ended = walk.moments.at(-1)?.sentence;
    return {
      ...called,
      walk: walk.key,
      at: findDeciding(walk) ?? walk.moments.length - 1,
      ...(ended ? { ended } : {}),
    };
  });
  const [first] = ways;
  if (!first) return [];
  const { walk, at } = first;
  const sentence = phrase('report.sides');
  return [{ ...FIGURE, id: `figure-${number}`, number, draws: 'compare', walk, at, ways, sentence }];
}
