import type { useTranslations } from 'use-intl';
import type { LensPicture } from '../../core/story/lens';
import type { Moment, StoryEnd } from '../../core/story/moment';
import { assertNever } from '../../core/lib/result';
import { getTone } from './story-parts';

/** Words of the lens, in the page's language. */
export type LensWords = ReturnType<typeof useTranslations<'story'>>;

/** A picture of one kind. */
export type Of<K extends LensPicture['kind']> = Extract<LensPicture, { readonly kind: K }>;

export interface LensCard {
  readonly id: string;
  readonly over: string;
  readonly text: string;
  readonly under?: string | undefined;
  readonly mono?: boolean;
  readonly tone?: 'service' | 'refused' | 'memory' | 'pod' | undefined;
  readonly quiet?: boolean;
}

/** What leads to what: cards from left to right. */
export interface CardRow {
  readonly title: string;
  readonly cards: readonly LensCard[];
}

/** Pictures that are cards: one thing leads to the next. */
type Carded = Of<'way' | 'rule' | 'lookup' | 'virtual-server' | 'affinity' | 'mark' | 'kept' | 'refusal'>;

/** What the cards of a lens say. */
export function makeCards(picture: Carded, { header, kind }: Pick<Moment, 'header' | 'kind'>, t: LensWords): CardRow {
  switch (picture.kind) {
    case 'way':
      return wayRow(picture, header, t);
    case 'rule':
      return {
        title: t('lens.rule'),
        cards: [
          {
            id: 'asked',
            over: t('lens.asked', { count: picture.asked }),
            text: t('lens.askedSaid', { count: picture.asked }),
            quiet: picture.asked === 0,
          },
          { id: 'rule', over: t('lens.leads'), text: picture.service, tone: 'service' },
        ],
      };
    case 'lookup':
      return {
        title: t('lens.lookup'),
        cards: [
          { id: 'key', over: t('lens.key'), text: picture.key, mono: true },
          { id: 'set', over: t('lens.set', { size: picture.size }), text: picture.set, mono: true },
          { id: 'service', over: t('lens.finds'), text: picture.service, tone: 'service' },
        ],
      };
    case 'virtual-server':
      return { title: t('lens.virtualTitle'), cards: virtualCards(picture, t) };
    case 'affinity': {
      const { client, end } = picture;
      return {
        title: t('lens.affinity'),
        cards: [
          { id: 'client', over: t('lens.client'), text: client.name, under: client.address, tone: 'pod' },
          { id: 'end', over: t('lens.remembers'), text: end?.name ?? '', under: end?.address, tone: 'memory' },
        ],
      };
    }
    case 'mark':
      return {
        title: t('lens.marked'),
        cards: [
          { id: 'before', over: t('before'), text: picture.before, mono: true },
          { id: 'after', over: t('after'), text: picture.after, mono: true, tone: 'memory' },
        ],
      };
    case 'kept':
      return keptRow(picture, t);
    case 'refusal':
      return refusalRow(picture, { header, kind }, t);
    default:
      return assertNever(picture);
  }
}

function keptRow({ header: { from }, mark }: Of<'kept'>, t: LensWords): CardRow {
  const source = { id: 'from', over: t('from'), text: from.text, under: from.name, mono: true, tone: 'pod' } as const;
  const looked = mark === undefined ? [] : [{ id: 'mark', over: t('lens.mark'), text: mark, mono: true }];
  return { title: t('lens.kept'), cards: [...looked, source] };
}

function virtualCards({ device, server, service }: Of<'virtual-server'>, t: LensWords): readonly LensCard[] {
  return [
    ...(device === undefined ? [] : [{ id: 'device', over: t('lens.device'), text: device, mono: true }]),
    { id: 'server', over: t('lens.virtual'), text: server, mono: true },
    { id: 'service', over: t('lens.serves'), text: service, tone: 'service' as const },
  ];
}

/** As the simulator calls who sends what no process asked for. */
const KERNEL = 'kernel';

/** The devices; where there are none the machine it is in, and whose socket it comes from or goes to. */
function wayRow({ devices, inside }: Of<'way'>, { from, to }: Moment['header'], t: LensWords): CardRow {
  if (!inside) {
    return { title: t('lens.way'), cards: deviceCards(devices, t) };
  }
  const { where, made, given } = inside;
  const owner = made ?? given;
  if (owner === undefined) {
    return {
      title: t('lens.wayStopped', { where }),
      cards: [addressCard(to, t('to')), { id: 'stop', over: where, text: t('lens.stopsHere'), tone: 'refused' }],
    };
  }
  const isKernel = owner === KERNEL;
  const under = t(isKernel ? 'lens.noSocket' : 'lens.socket');
  const card = { id: 'owner', over: where, text: isKernel ? t('lens.kernel') : owner, under };
  if (made === undefined) return { title: t('lens.wayGiven', { where }), cards: [addressCard(from, t('from')), card] };
  return { title: t('lens.wayMade', { where }), cards: [card, addressCard(to, t('to'))] };
}

function addressCard(end: StoryEnd, over: string): LensCard {
  const tone = getTone(end);
  const under = end.name === end.address || end.name === end.text ? undefined : end.name;
  return { id: over, over, text: end.text, under, mono: true, tone: tone === 'physical' ? undefined : tone };
}

/** A machine may refuse by itself, where nobody listens: then no rule is why. */
function refusalRow(picture: Of<'refusal'>, moment: Pick<Moment, 'header' | 'kind'>, t: LensWords): CardRow {
  const cards = refusalCards(picture, t);
  if (cards.length > 0)
    return {
      title: t(picture.object ? 'why' : picture.number === undefined ? 'lens.endedByPolicy' : 'lens.endedByRule'),
      cards,
    };
  return { title: t('whyNoRule'), cards: stoppedCards(picture, moment, t) };
}

/** Whom it had asked beside who answers; or how far it came, and where it goes no further. */
function stoppedCards(
  { asked, stopped }: Of<'refusal'>,
  { header: { from, to }, kind }: Pick<Moment, 'header' | 'kind'>,
  t: LensWords,
): readonly LensCard[] {
  if (asked) return [addressCard(asked, t('askedFor')), { ...addressCard(from, t('answeredBy')), tone: 'refused' }];
  const end = { id: 'end', over: stopped?.where ?? to.name, text: t(`kinds.${kind}`), tone: 'refused' } as const;
  const devices = stopped?.devices ?? [];
  return [...(devices.length > 0 ? deviceCards(devices, t) : [addressCard(to, t('to'))]), end];
}

function deviceCards(devices: Of<'way'>['devices'], t: LensWords): readonly LensCard[] {
  return devices.map(({ where, device, kind }, at) => ({
    id: `${at}`,
    over: where,
    text: device,
    under: t(`lens.${kind}`),
    mono: true,
  }));
}

/** The object, what it has, and what kube-proxy wrote therefore. */
function refusalCards(picture: Of<'refusal'>, t: LensWords): readonly LensCard[] {
  const { object, selector, endpoints, here, node = '', ranges, source = '', verdict, remark, field } = picture;
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
      under: here === undefined ? t('endpoints', { count: endpoints }) : t('endpointsHere', { here, node }),
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
function ruleName({ place = '', number }: Of<'refusal'>, t: LensWords): string {
  return number === undefined ? place : t('lens.ruleAt', { place, number });
}

/** Did another program than kube-proxy write it (`kubernetes/writers`)? */
const isOthers = ({ why }: Of<'refusal'>): boolean => why?.id.startsWith('kubernetes.writers.') === true;

/** A comment begins with the Service's name, which the first card says. */
function withoutName(remark: string): string {
  return remark.replace(/^\S+\/\S+\s+/, '');
}
