import { placeOfNumber } from '../story/fine-moments';
import type { Moment, MomentKind } from '../story/moment';
import type { FigureBlock } from './schema';
import type { SheetWalk } from './walks';

/** How a packet may end, the most telling first. */
const ENDINGS: readonly MomentKind[] = ['refused', 'dropped', 'lost', 'unknown'];

/** The moments a figure may be about, the first that the walk has. */
export function listKinds(block: FigureBlock): readonly MomentKind[] {
  switch (block.is) {
    case 'stage':
    case 'rules':
    case 'compare':
      return [...block.at, ...ENDINGS];
    case 'choice':
      return ['chosen', ...ENDINGS];
    case 'outside':
      return [...ENDINGS, 'arrives'];
    case 'scrub':
      return block.steps.flatMap(({ at }) => at);
    case 'poster':
      return ['translated-back', ...ENDINGS];
  }
}

/** The place of the moment that a figure shows. */
export function placeShown(block: FigureBlock, { moments }: SheetWalk): number {
  if (block.is === 'stage' && block.moment !== undefined) return placeOfNumber(moments, block.moment);
  return Math.max(0, findMoment(moments, listKinds(block)));
}

/** The place of a kind's first moment, of the first kind there is; -1: none. */
export function findMoment(moments: readonly Moment[], kinds: readonly MomentKind[]): number {
  for (const kind of kinds) {
    const at = moments.findIndex((moment) => moment.kind === kind);
    if (at >= 0) return at;
  }
  return -1;
}
