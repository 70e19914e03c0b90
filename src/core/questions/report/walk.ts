import { phrase, type Phrase } from '../../lib/phrase';
import type { Opened } from '../../document/explored';
import { flowText } from '../../document/flow-text';
import type { RenderedBlock, RenderedSheet } from '../../sheet/render';
import type { SheetWalk } from '../../sheet/walks';
import type { FlipQuestion } from '../why/what-flips';
import { sayOutcome, findAskedWalk } from './packet';
import { drawMoment } from './report-figures';

/**
 * The Sheet a walk is: what was sent, how it ended, and a figure for each of its moments, to be read, presented or printed.
 * `isMoment`: the document is one moment of a script. A phrase: why it was not sent.
 */
export function sheetOfWalk(opened: Opened, question: FlipQuestion, isMoment: boolean): RenderedSheet | Phrase {
  const walk = findAskedWalk(opened, question);
  if ('id' in walk) return walk;
  const title = phrase('report.walk', { flow: flowText(walk.flow) });
  return {
    sheet: { id: 'this-walk', title, notes: {} },
    knobs: [],
    blocks: walkBlocks(opened, walk, isMoment),
    walks: new Map([[walk.key, walk]]),
  };
}

function walkBlocks(opened: Opened, walk: SheetWalk, isMoment: boolean): readonly RenderedBlock[] {
  const figures = walk.moments.map((_, at) => drawMoment(walk, at));
  return [
    { kind: 'said', as: 'lede', says: [sayOutcome(opened, walk)] },
    ...figures.map((figure) => (isMoment ? { ...figure, atMoment: true as const } : figure)),
  ];
}
