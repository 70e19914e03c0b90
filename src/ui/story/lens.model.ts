import type { LensDevice, LensRoute, LensRung } from '../../core/story/lens';
import type { CardRow, LensWords } from './cards.model';

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

/** Of many, `most` that tell: the first, the chosen and those beside it, the last; in their order. */
export function telling<T>(items: readonly T[], isChosen: (item: T) => boolean, most: number): readonly T[] {
  if (items.length <= most) return items;
  const at = Math.max(0, items.findIndex(isChosen));
  const wanted = [at, 0, items.length - 1, at - 1, at + 1, ...items.keys()];
  const kept = new Set(wanted.filter((index) => index >= 0 && index < items.length).slice(0, 3 * most));
  const chosen = new Set([...kept].slice(0, most));
  return items.filter((_, index) => chosen.has(index));
}

/** A text cut where what decided begins and ends. */
function litParts(
  text: string,
  lit: readonly (readonly [number, number])[],
): readonly { text: string; lit: boolean }[] {
  const parts: { text: string; lit: boolean }[] = [];
  let at = 0;
  for (const [from, to] of lit.toSorted((a, b) => a[0] - b[0])) {
    if (from > at) parts.push({ text: text.slice(at, from), lit: false });
    if (to > Math.max(from, at)) parts.push({ text: text.slice(Math.max(from, at), to), lit: true });
    at = Math.max(at, to);
  }
  if (at < text.length) parts.push({ text: text.slice(at), lit: false });
  return parts;
}

/** A rule's options, each kept on one line: `-m statistic --mode random --probability 0.5`, with what decided in it. */
export function ruleOptions(
  text: string,
  lit: readonly (readonly [number, number])[],
): readonly { readonly key: number; readonly parts: ReturnType<typeof litParts> }[] {
  let at = 0;
  return text.split(/(?= -[mjg] )/).map((option) => {
    const from = at;
    at += option.length;
    const inside = lit.map(([a, b]) => [clampTo(a - from, option), clampTo(b - from, option)] as const);
    return {
      key: from,
      parts: litParts(
        option,
        inside.filter(([a, b]) => b > a),
      ),
    };
  });
}

const clampTo = (value: number, { length }: string): number => Math.max(0, Math.min(value, length));

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
