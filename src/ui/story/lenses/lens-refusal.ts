import type { Moment } from '../../../core/story/moment';
import type { StoryWords } from '../cast/words';
import type { Of } from './lens.model';
import { addressCard, cardLens, deviceCards, type CardRow, type LensCard } from './lens-cards';

/** Why it goes no further: the object, what it has and what kube-proxy wrote therefore; or how far the packet came. */
export const REFUSAL_LENS = cardLens<'refusal'>(refusalRow);

/** A machine may refuse by itself, where nobody listens: then no rule is why. Nor is one where IPVS or a program has nobody to give it to. */
function refusalRow(picture: Of<'refusal'>, moment: Pick<Moment, 'header' | 'kind'>, t: StoryWords): CardRow {
  const cards = refusalCards(picture, t);
  if (cards.length > 0)
    return {
      title: t(titleId(picture)),
      cards,
    };
  return { title: t('whyNoRule'), cards: stoppedCards(picture, moment, t) };
}

function titleId({ object, verdict, number }: Of<'refusal'>) {
  if (object) return verdict === undefined ? 'whyEnds' : 'why';
  return number === undefined ? 'lens.endedByPolicy' : 'lens.endedByRule';
}

/**
 * Cards of the server that was asked beside the one that answers; or of how far the packet came, and where it goes no
 * further.
 */
function stoppedCards(
  { asked, stopped }: Of<'refusal'>,
  { header: { from, to }, kind }: Pick<Moment, 'header' | 'kind'>,
  t: StoryWords,
): readonly LensCard[] {
  if (asked) return [addressCard(asked, t('askedFor')), { ...addressCard(from, t('answeredBy')), tone: 'refused' }];
  const end = { id: 'end', over: stopped?.where ?? to.name, text: t(`kinds.${kind}`), tone: 'refused' } as const;
  const devices = stopped?.devices ?? [];
  return [...(devices.length > 0 ? deviceCards(devices, t) : [addressCard(to, t('to'))]), end];
}

/** The object, what it has, and what kube-proxy wrote therefore. */
function refusalCards(picture: Of<'refusal'>, t: StoryWords): readonly LensCard[] {
  const {
    object,
    selector,
    endpoints,
    here,
    waiting = 0,
    node = '',
    ranges,
    source = '',
    verdict,
    remark,
    field,
  } = picture;
  const cards: LensCard[] = [];
  if (object) {
    const text = object.name ?? '';
    cards.push({ id: 'object', over: object.kind, text, under: selector ?? field, tone: 'service' });
  }
  if (endpoints !== undefined) {
    cards.push({
      id: 'pods',
      over: selector === undefined ? t('service') : t('podsWith'),
      text: endpoints === 0 ? t('none') : String(endpoints),
      under:
        here === undefined
          ? t('endpoints', { count: endpoints, waiting })
          : t('endpointsHere', { here, waiting, node }),
      tone: endpoints === 0 || here === 0 ? 'refused' : undefined,
    });
  }
  if (ranges) {
    const under = t('notAmong', { address: source });
    cards.push({
      id: 'ranges',
      over: t('sourceRanges'),
      text: ranges.join(', '),
      under,
      mono: true,
      tone: 'refused',
    });
  }
  if (verdict !== undefined) {
    const under = remark === undefined ? undefined : `"${withoutName(remark)}"`;
    cards.push({
      id: 'verdict',
      over: object ? t(isOthers(picture) ? 'written' : 'wrote') : ruleName(picture, t),
      text: verdict,
      under,
      tone: 'refused',
    });
  }
  return cards;
}

/** Nobody tells whose a rule is: where it stands. */
function ruleName({ place = '', number }: Of<'refusal'>, t: StoryWords): string {
  return number === undefined ? place : t('lens.ruleAt', { place, number });
}

/** Did another program than kube-proxy write it (`kubernetes/writers`)? */
const isOthers = ({ why }: Of<'refusal'>): boolean => why?.id.startsWith('kubernetes.writers.') === true;

/** A comment begins with the Service's name, which the first card says. */
function withoutName(remark: string): string {
  return remark.replace(/^\S+\/\S+\s+/, '');
}
