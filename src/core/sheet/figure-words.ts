import { phrase } from '../lib/phrase';
import type { MomentKind } from '../story/moment';
import type { FigureWay, RenderedFigure } from './render';
import type { FigureBlock } from './schema';
import type { SheetWalk } from './walks';

/** Ends without what was asked for. */
const FAILS: ReadonlySet<MomentKind> = new Set(['refused', 'dropped', 'lost', 'unknown']);

/** How a walk fails after a moment, which looks as if all were well; nothing where it does not. */
export function findFailure({ moments }: Pick<SheetWalk, 'moments'>, at: number): Pick<FigureWay, 'ended'> {
  const failed = moments.find(({ kind }, place) => place > at && FAILS.has(kind));
  return failed ? { ended: failed.sentence } : {};
}

/** The words of a figure that shows several moments; of any other none: its moment has its own. */
export function makeWords(block: FigureBlock, walk: SheetWalk): Pick<RenderedFigure, 'sentence' | 'cause'> {
  if (block.is === 'compare') {
    if (!block.at.includes('chosen'))
      return { sentence: phrase('sheet.compare.packet', { count: block.modes.length }) };
    const node = walk.moments.find(({ kind }) => kind === 'chosen')?.node ?? '';
    return {
      sentence: phrase('sheet.compare', { count: block.modes.length }),
      cause: phrase('sheet.compare.differs', { node }),
    };
  }
  if (block.is !== 'poster') return {};
  // What nobody answers has one way.
  if (walk.moments.every(({ role }) => role === 'request')) return { sentence: phrase('sheet.poster.out') };
  const back = walk.moments.findIndex(({ kind }) => kind === 'translated-back');
  const made = walk.moments[back]?.because.find((each) => each.kind === 'moment')?.index;
  const cause = made === undefined ? undefined : phrase('sheet.poster.undoes', { back: back + 1, made: made + 1 });
  return { sentence: phrase('sheet.poster'), ...(cause ? { cause } : {}) };
}
