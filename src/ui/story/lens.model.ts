import type { LensDevice, LensRoute, LensRung, LensPicture } from '../../core/story/lens';
import type { useTranslations } from 'use-intl';
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

/**
 * Cards of the server that was asked beside the one that answers; or of how far the packet came, and where it goes no
 * further.
 */
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
function ruleName({ place = '', number }: Of<'refusal'>, t: LensWords): string {
  return number === undefined ? place : t('lens.ruleAt', { place, number });
}

/** Did another program than kube-proxy write it (`kubernetes/writers`)? */
const isOthers = ({ why }: Of<'refusal'>): boolean => why?.id.startsWith('kubernetes.writers.') === true;

/** A comment begins with the Service's name, which the first card says. */
function withoutName(remark: string): string {
  return remark.replace(/^\S+\/\S+\s+/, '');
}

/** `1/3` as a number; what is no fraction is nothing. */
export function fractionNumber(text: string): number {
  const [, top, under = '1'] = /^(\d+(?:\.\d+)?)(?:\/(\d+))?$/.exec(text) ?? [];
  return top === undefined ? 0 : Number(top) / Number(under);
}

/** `3` of `1/3`; undefined: the odds are not one of so many. */
export function oneIn(odds: string): number | undefined {
  const [, count] = /^1\/(\d+)$/.exec(odds) ?? [];
  return count === undefined ? undefined : Number(count);
}

/** A rung with its place among all shares, 0 to 1. */
export interface RungBar {
  readonly rung: LensRung;
  readonly index: number;
  readonly from: number;
  readonly share: number;
}

/** Every rung with what was left for it when it was asked. */
export function rungBars(rungs: readonly LensRung[]): readonly RungBar[] {
  let from = 0;
  return rungs.map((rung, index) => {
    const share = fractionNumber(rung.share);
    const bar = { rung, index, from, share };
    from += share;
    return bar;
  });
}

/** So many of those that are chosen among have room in a lens. */
export const MOST_LISTED = 3;

/** Rungs of a ladder are closer where there are more of them: one that said no is not put away for one more Pod. */
export const MOST_RUNGS = 6;

/** Of many, `most` that tell: the first, the chosen and those beside it, the last; in their order. */
export function telling<T>(items: readonly T[], isChosen: (item: T) => boolean, most: number): readonly T[] {
  if (items.length <= most) return items;
  const at = Math.max(0, items.findIndex(isChosen));
  const wanted = [at, 0, items.length - 1, at - 1, at + 1, ...items.keys()];
  const kept = new Set(wanted.filter((index) => index >= 0 && index < items.length).slice(0, 3 * most));
  const chosen = new Set([...kept].slice(0, most));
  return items.filter((_, index) => chosen.has(index));
}

/** What a rule of a ladder asks for: `1 in 2 of the rest`. */
export function oddsWords({ rung: { odds, share: part }, index }: RungBar, t: LensWords): string {
  if (part === '1') return t('lens.always');
  if (odds === undefined) return t('lens.rest');
  const count = oneIn(odds);
  if (count === undefined) return t(index === 0 ? 'lens.odds' : 'lens.oddsRest', { odds });
  return t(index === 0 ? 'lens.oneIn' : 'lens.oneInRest', { count });
}

/** Of a table of routes the chosen one and those beside it; `narrow`: as many as three lines hold. */
export function routesShown(
  { routes }: { readonly routes: readonly LensRoute[] },
  narrow = false,
): readonly LensRoute[] {
  const at = routes.findIndex(({ chosen }) => chosen);
  if (!narrow) {
    const from = Math.max(0, Math.min(at - 1, routes.length - 3));
    return routes.slice(from, from + 3);
  }
  const free = 3 - linesOf(routes[at]);
  const beside = [at - 1, at + 1].find((index) => routes[index] !== undefined && linesOf(routes[index]) <= free);
  return routes.filter((_, index) => index === at || index === beside);
}

/** Letters of a line in a hand, and of the word that a route is taken. */
const HAND = 38;
const TAKEN = 7;

/** Lines a route takes in a hand. */
function linesOf(route: LensRoute | undefined): number {
  return Math.ceil(((route?.text.length ?? 0) + (route?.chosen ? TAKEN : 0)) / HAND);
}

/** Letters of two cards beside each other in a hand, and of a title on one line. */
const BESIDE_EACH_OTHER = 34;
const ONE_TITLE = 40;

/** Letters of one width take so much more than those of words. */
const MONO = 1.15;

/** As wide as letters of Latin are. */
const lettersOf = (text = ''): number => Array.from(text).reduce((sum, each) => sum + (each > '\u2E7F' ? 1.7 : 1), 0);

/** In a hand each card is a line where they have no room beside each other, or the title takes the height. */
export function areLines({ title, cards }: CardRow): boolean {
  const widths = cards.map(({ over, text, under, mono }) =>
    Math.max(lettersOf(over), lettersOf(text) * (mono ? MONO : 1), lettersOf(under)),
  );
  const all = widths.reduce((sum, width) => sum + width, 0);
  return cards.length > 2 || all > BESIDE_EACH_OTHER || lettersOf(title) > ONE_TITLE;
}

/** Devices of one machine that a packet passes one after the other. */
export interface MachineDevices {
  readonly where: string;
  readonly devices: readonly LensDevice[];
}

/** A line for each machine: a hand has no room for one for each device. */
export function devicesByMachine(devices: readonly LensDevice[]): readonly MachineDevices[] {
  const lines: { where: string; netns: string; devices: LensDevice[] }[] = [];
  for (const device of devices) {
    const last = lines.at(-1);
    if (last?.netns === device.netns) last.devices.push(device);
    else lines.push({ where: device.where, netns: device.netns, devices: [device] });
  }
  return lines;
}

/** A name where a line may end behind its namespace only, an address of 39 characters behind its colons; others are one part. */
export function breakable(text: string): readonly string[] {
  if (/^[a-z0-9-]+\/[a-z0-9.-]+$/u.test(text)) return text.split(/(?<=\/)/u);
  return text.length > LONG_ADDRESS && /^\[?[0-9a-f:]+\]?(?::\d+)?$/u.test(text) ? text.split(/(?<=:)/u) : [text];
}

/** Longer than any of IPv4 with its port. */
const LONG_ADDRESS = 21;
