import { cardLens } from './lens-cards';

/** A rule that leads to the Service, and how many were asked before. */
export const RULE_LENS = cardLens<'rule'>((picture, _, t) => ({
  title: t('lens.rule', { port: picture.port ? 'yes' : 'no' }),
  cards: [
    {
      id: 'asked',
      over: t('lens.asked', { count: picture.asked }),
      text: t('lens.askedSaid', { count: picture.asked }),
      quiet: picture.asked === 0,
    },
    { id: 'rule', over: t('lens.leads'), text: picture.service, tone: 'service' },
  ],
}));
