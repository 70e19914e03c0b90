import { cardLens } from './lens-cards';

/** A key looked up in a set, which finds the Service. */
export const LOOKUP_LENS = cardLens<'lookup'>((picture, _, t) => ({
  title: t('lens.lookup'),
  cards: [
    { id: 'key', over: t('lens.key'), text: picture.key, mono: true },
    { id: 'set', over: t('lens.set', { size: picture.size }), text: picture.set, mono: true },
    { id: 'service', over: t('lens.finds'), text: picture.service, tone: 'service' },
  ],
}));
