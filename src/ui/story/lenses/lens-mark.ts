import { cardLens } from './lens-cards';

/** The mark of a packet, before and after. */
export const MARK_LENS = cardLens<'mark'>((picture, _, t) => ({
  title: t('lens.marked'),
  cards: [
    { id: 'before', over: t('before'), text: picture.before, mono: true },
    { id: 'after', over: t('after'), text: picture.after, mono: true, tone: 'memory' },
  ],
}));
