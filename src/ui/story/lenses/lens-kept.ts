import { cardLens } from './lens-cards';

/** A source address that is kept, and the mark that was looked for. */
export const KEPT_LENS = cardLens<'kept'>(({ header: { from }, mark }, _, t) => {
  const source = { id: 'from', over: t('from'), text: from.text, under: from.name, mono: true, tone: 'pod' } as const;
  const looked = mark === undefined ? [] : [{ id: 'mark', over: t('lens.mark'), text: mark, mono: true }];
  return { title: t('lens.kept'), cards: [...looked, source] };
});
