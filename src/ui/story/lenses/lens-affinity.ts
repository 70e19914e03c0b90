import { cardLens } from './lens-cards';

/** A client that goes where it went before. */
export const AFFINITY_LENS = cardLens<'affinity'>(({ client, end }, _, t) => ({
  title: t('lens.affinity'),
  cards: [
    { id: 'client', over: t('lens.client'), text: client.name, under: client.address, tone: 'pod' },
    { id: 'end', over: t('lens.remembers'), text: end?.name ?? '', under: end?.address, tone: 'memory' },
  ],
}));
