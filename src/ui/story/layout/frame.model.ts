import { shortName } from '../../common/texts.model';
import type { Actor, Host } from '../cast/cast.model';
import type { Area } from './lines.model';

/** Width of a text on the page, px; tests hand in their own. */
export type MeasureText = (text: string, font: 'ui' | 'mono', size: number) => number;

/** The stage's own measures, px of a page of 1280x720 or of a phone. */
export interface Sizes {
  readonly margin: number;
  readonly gap: number;
  /** Of the Service's pill. */
  readonly pillHeight: number;
  readonly top: number;
  readonly actorTop: number;
  readonly actorHeight: number;
  readonly actorWidth: number;
  readonly inset: number;
  readonly padding: number;
  readonly type: number;
  readonly packet: number;
  /** From the packet's edge to its text. */
  readonly packetPad: number;
  /** Of the Service's pill, from the top. */
  readonly pillTop: number;
  /** From the bottom of the paper up to the one line. */
  readonly lane: number;
  /** More letters of an address than these take two lines; absent: as many as most boxes hold. */
  readonly longest?: number;
  /** A hook's box is so much larger than its packet: above, below, at each side. */
  readonly gate: readonly [above: number, below: number, side: number];
}

export const WIDE: Sizes = {
  margin: 32,
  gap: 80,
  pillHeight: 44,
  top: 94,
  actorTop: 20,
  actorHeight: 64,
  actorWidth: 168,
  inset: 34,
  padding: 16,
  type: 18,
  packet: 18,
  packetPad: 16,
  pillTop: 8,
  lane: 64.4,
  gate: [48, 12, 12],
};

/** For a room type is larger, so the paper is smaller: boxes give way, that the aim has its corridor. */
export const NARROW: Sizes = { ...WIDE, margin: 26, gap: 66, actorWidth: 140, inset: 24, padding: 13 };

/** In a pane of the bench: who stands there has all the width there is. */
export const PANE: Sizes = { ...NARROW, margin: 14, gap: 44, inset: 14 };

export const TALL: Sizes = {
  margin: 20,
  gap: 24,
  pillHeight: 40,
  top: 56,
  actorTop: 16,
  actorHeight: 56,
  actorWidth: 132,
  inset: 16,
  padding: 12,
  type: 17,
  packet: 16.5,
  packetPad: 16,
  pillTop: 3,
  lane: 0,
  gate: [38, 7, 12],
};

/** Where those who must be there have no room beside each other with whole addresses: these stand on two lines. */
export const FOLDED: Sizes = { ...TALL, longest: 11 };

/** In a small frame of another page, and on paper: the least that can be read. */
export const SMALL: Sizes = {
  margin: 8,
  gap: 12,
  pillHeight: 36,
  top: 62,
  actorTop: 12,
  actorHeight: 48,
  actorWidth: 104,
  inset: 6,
  padding: 8,
  type: 14.5,
  packet: 14.5,
  packetPad: 8,
  pillTop: 4,
  lane: 53,
  gate: [32, 8, 6],
};

/** In the least frame, where its headline takes two lines. */
export const LOW: Sizes = {
  ...SMALL,
  pillHeight: 32,
  top: 44,
  actorTop: 7,
  actorHeight: 44,
  lane: 42,
  gate: [27, 6, 6],
};

/** In the least frame, where its headline takes two lines and its cause three: letters stay as large. */
export const LEAST: Sizes = {
  ...LOW,
  pillHeight: 26,
  pillTop: 2,
  top: 32,
  actorTop: 4,
  actorHeight: 40,
  lane: 40,
  gate: [24.5, 5, 6],
};

/** Longer names than this are cut in the middle, where they differ least. */
const LONGEST_NAME = 24;
/** An address is whole, on two lines where it is longer than this. */
const LONGEST_ADDRESS = 24;

/** Where a shorter one has no room either. */
const NAME_LENGTHS = [LONGEST_NAME, 20, 16, 12, 9] as const;

/** A name as it is drawn. */
export const drawnName = (name: string): string => shortName(name, LONGEST_NAME);

/** Lines below an actor's name: its address, unless it has no other name. */
export function linesBelow({ name, address }: Actor, longest = 17): readonly string[] {
  return name === address ? [] : addressLines(address, longest);
}

/** A name as long as has room. */
export function fitName(name: string, hasRoom: (drawn: string) => boolean): string {
  const names = NAME_LENGTHS.map((most) => shortName(name, most));
  return names.find(hasRoom) ?? names.at(-1) ?? name;
}

/** An address on one line or, as IPv6 is long, on two. */
export function addressLines(text: string, longest = LONGEST_ADDRESS): readonly string[] {
  if (text.length <= longest) return [text];
  const colons = [...text.matchAll(/:/g)].map(({ index }) => index);
  const middle = colons.toSorted((a, b) => Math.abs(a - text.length / 2) - Math.abs(b - text.length / 2))[0];
  return middle === undefined ? [text] : [text.slice(0, middle + 1), text.slice(middle + 1)];
}

/** Where the lines of an actor's text stand, from the top of its box: together in its middle, a name alone in it by itself. */
export function textBaselines({ h, lines }: Pick<Placed, 'h' | 'lines'>, type: number): readonly number[] {
  if (lines.length === 0) return [(h + type * (1.5 - CAP)) / 2];
  const below = lines.length;
  const last = type * 2.78 + (below - 1) * (type + 4);
  const up = Math.max(0, (last + type * CAP - h) / 2);
  return [type * 1.5 - up, ...Array.from({ length: below }, (_, at) => type * 2.78 + at * (type + 4) - up)];
}

/** The first line's capitals begin so much of its type below the top, as much as the last is to leave below. */
const CAP = 0.78;

/** An actor with its box. */
export interface Placed extends Area {
  readonly actor: Actor;
  /** As it is drawn. */
  readonly name: string;
  readonly lines: readonly string[];
  /** From its edge to its text. */
  readonly pad: number;
  /** There is room for a letter at its end. */
  readonly letter?: true;
  /** Another stands below it: its line goes down at its left. */
  readonly side?: true;
}

/** Where lines come down on a box: beside the word that says a Pod is not ready, which stands above its right end. */
export function landing({ actor, x, w }: Placed): number {
  return actor.state !== undefined ? x + 16 : x + w / 2;
}

/** How many of a node's actors have no room. */
export interface PlacedRow {
  readonly placed: readonly Placed[];
  readonly more: number;
}

/** What decides who is drawn where not all have room. */
interface Wanted {
  readonly sizes: Sizes;
  readonly measure: MeasureText;
  /** Actors that must be there: the sender and those that were chosen. */
  readonly must: ReadonlySet<string>;
  /** Actors the lens of a choice lists. */
  readonly listed: ReadonlySet<string>;
  /** Actors the Service asks for, ready or not. */
  readonly own: ReadonlySet<string>;
  /** Actors that are an answer to what is asked, and have its letter. */
  readonly lettered?: ReadonlySet<string> | undefined;
}

/** The room of an answer's letter in a box, px: as wide as it is high; with a gap, LETTER_ROOM. */
export const LETTER = 30;
const LETTER_ROOM = LETTER + 6;

/** Where the letter of an answer stands: at the end of its box, or, where that has no room, on its corner. */
export function letterBox({ x, y, w, h, pad, letter }: Placed, tall: boolean): Area {
  const r = LETTER / 2;
  // In a hand the aim rises on the left; there it leaves a name whole that goes to the end of its box.
  const end = x + w + Math.max(0, r - pad + 1);
  const middle = letter ? { x: x + w - pad - r + 4, y: y + h / 2 } : { x: tall ? end : x, y: y + 2 };
  return { x: middle.x - r, y: middle.y - r, w: LETTER, h: LETTER };
}

const TIGHT = 10;

/** Puts a node's actors in a row from `x` on, `width` wide: all, or the first, the chosen, the last and a count. */
export function placeRow(host: Host, row: Area, wanted: Wanted): PlacedRow {
  const { sizes } = wanted;
  const edge = Math.min(TIGHT, sizes.inset);
  const tight = row.w - 2 * edge;
  const room = row.w - 2 * sizes.inset;
  // A name that shares its row with none is whole.
  const alone = host.actors.length === 1;
  const boxes = host.actors.map((actor) => makeBox(actor, { ...wanted, alone }, tight));
  const lettered = boxes.map((box) => withLetter(box, wanted));
  if (fits(lettered, room)) return { placed: spread(lettered, row, sizes.inset), more: 0 };
  if (fits(boxes, room)) return { placed: spread(boxes, row, sizes.inset), more: 0 };
  const pad = slimPad(sizes);
  const slim = boxes.map((box) => ({ ...box, w: box.text + 2 * pad, pad }));
  if (fits(slim, tight, edge)) return { placed: spread(slim, row, edge), more: 0 };
  const kept = keepSome(slim, tight, wanted);
  return { placed: spread(kept, row, edge), more: slim.length - kept.length };
}

/** Left of a column of boxes that stand over each other: their lines go down there, px. */
const GUTTER = 24;
/** Between rows of them. */
const ROWS_APART = 10;

/** In a pane: over each other where they have no room beside each other, `most` rows at most; who must be there stands in the lowest. */
export function placeRows(host: Host, row: Area, wanted: Wanted, most: number): PlacedRow {
  const beside = placeRow(host, row, wanted);
  if (beside.more === 0 || most < 2) return beside;
  const { boxes, columns, w } = inColumns(host, row, wanted);
  const must = boxes.filter(({ actor }) => wanted.must.has(actor.id));
  if (columns < Math.max(1, must.length)) return beside;
  const kept = keepMost(boxes, columns * most, wanted);
  if (boxes.length - kept.length >= beside.more) return beside;
  const others = kept.filter((box) => !must.includes(box));
  const low = new Set([...must, ...others.slice(0, columns - must.length)]);
  const inOrder = [...kept.filter((box) => low.has(box)), ...kept.filter((box) => !low.has(box))];
  const h = Math.max(...kept.map((box) => box.h));
  const rows = Math.ceil(kept.length / columns);
  const placed = inOrder.map(({ text: _text, ...box }, at) => {
    const up = Math.floor(at / columns);
    const x = row.x + GUTTER + (at % columns) * (w + GUTTER);
    const y = row.y + (rows - 1 - up) * (h + ROWS_APART);
    return { ...box, x, y, w, h, ...(up > 0 ? { side: true as const } : {}) };
  });
  return { placed, more: boxes.length - kept.length };
}

/** Boxes as wide as the widest of them, and how many have room beside each other. */
function inColumns(host: Host, row: Area, wanted: Wanted) {
  const { sizes, measure } = wanted;
  const pad = slimPad(sizes) - 2;
  const addressed = host.actors.flatMap((actor) => linesBelow(actor).map((line) => measure(line, 'mono', sizes.type)));
  // A name is as long as the addresses below it.
  const room = Math.max(LEAST_COLUMN, ...addressed);
  const boxes = host.actors.map((actor): Box => {
    const box = makeBox(actor, { ...wanted, alone: false }, room + 2 * sizes.padding);
    return { ...box, pad };
  });
  const w = Math.max(...boxes.map(({ text }) => text)) + 2 * pad;
  return { boxes, w, columns: Math.floor((row.w - pad) / (w + GUTTER)) };
}

/** Room for the letters of a short name, px. */
const LEAST_COLUMN = 88;

/** How many rows have room, where one has it in a height. */
export const rowsIn = (spare: number, { actorHeight }: Sizes): number =>
  1 + Math.max(0, Math.floor(spare / (actorHeight + ROWS_APART)));

/** From its edge to its text where boxes have to stand close. */
const slimPad = ({ padding }: Sizes): number => Math.min(9, padding - 1);

interface Box extends Area {
  /** Of its widest text. */
  readonly text: number;
  readonly actor: Actor;
  readonly name: string;
  readonly lines: readonly string[];
  readonly pad: number;
  readonly letter?: true;
}

/** How wide the box of an actor is with as much of its name as has room in `most`, or with its address. */
export function boxWidth(actor: Actor, { sizes, measure }: Pick<Wanted, 'sizes' | 'measure'>, most: number): number {
  const widthOf = (name: string): number => measure(name, 'ui', sizes.type);
  const name = fitName(actor.name, (drawn) => widthOf(drawn) + 2 * sizes.padding <= most);
  const texts = linesBelow(actor, sizes.longest).map((line) => measure(line, 'mono', sizes.type));
  return Math.max(sizes.actorWidth, Math.max(widthOf(name), ...texts) + 2 * sizes.padding);
}

/** @param most No box is wider than the row it stands in. */
function makeBox(actor: Actor, { sizes, measure, alone }: Wanted & { readonly alone: boolean }, most: number): Box {
  const widthOf = (name: string): number => measure(name, 'ui', sizes.type);
  const hasRoom = (drawn: string): boolean => widthOf(drawn) + 2 * sizes.padding <= most;
  const name = alone && hasRoom(actor.name) ? actor.name : fitName(actor.name, hasRoom);
  // Whole or absent.
  const all = linesBelow(actor, sizes.longest);
  const isWhole = all.every((line) => measure(line, 'mono', sizes.type) + 2 * slimPad(sizes) <= most);
  const lines = isWhole ? all : [];
  const texts = [
    widthOf(name),
    ...lines.map((line) => measure(line, 'mono', sizes.type)),
    Math.min(widthOf(drawnName(actor.label ?? '')), most - 2 * sizes.padding),
  ];
  const text = Math.max(...texts);
  const h = sizes.actorHeight + Math.max(0, lines.length - 1) * (sizes.type + 4);
  return {
    actor,
    name,
    lines,
    x: 0,
    y: 0,
    w: Math.max(sizes.actorWidth, text + 2 * sizes.padding),
    text,
    h,
    pad: sizes.padding,
  };
}

/** Wide enough for its letter inside. */
function withLetter(box: Box, { lettered }: Wanted): Box {
  if (!lettered?.has(box.actor.id)) return box;
  return { ...box, w: Math.max(box.w, box.text + 2 * box.pad + LETTER_ROOM), letter: true };
}

function fits(boxes: readonly Box[], room: number, gap = TIGHT): boolean {
  return boxes.reduce((sum, { w }) => sum + w, 0) + Math.max(0, boxes.length - 1) * gap <= room;
}

/** From left to right with even gaps; a single one stands at the left. */
function spread(boxes: readonly Box[], row: Area, inset: number): Placed[] {
  const used = boxes.reduce((sum, { w }) => sum + w, 0);
  const gap = boxes.length < 2 ? 0 : (row.w - 2 * inset - used) / (boxes.length - 1);
  let x = row.x + inset;
  return boxes.map(({ text: _text, ...box }) => {
    const placed = { ...box, x, y: row.y };
    x += box.w + gap;
    return placed;
  });
}

/**
 * As many boxes as have room, in their order: first those that must be there, those the lens lists, the Service's own,
 * then the first and the last ones.
 */
function keepSome(boxes: readonly Box[], room: number, wanted: Wanted): readonly Box[] {
  const order = inRank(boxes, wanted);
  const kept = new Set<number>();
  for (const index of order) {
    const next = boxes.filter((_, at) => kept.has(at) || at === index);
    if (kept.size === 0 || fits(next, room)) kept.add(index);
  }
  return boxes.filter((_, index) => kept.has(index));
}

/** So many of them, by the same order. */
function keepMost(boxes: readonly Box[], most: number, wanted: Wanted): readonly Box[] {
  const kept = new Set(inRank(boxes, wanted).slice(0, most));
  return boxes.filter((_, index) => kept.has(index));
}

/** Indices of the boxes, those first that are kept before others. */
function inRank(boxes: readonly Box[], { must, listed, own }: Wanted): readonly number[] {
  const ends = boxes.flatMap((_, index) => [index, boxes.length - 1 - index]).slice(0, boxes.length);
  const rank = (index: number): number => {
    const id = boxes[index]?.actor.id ?? '';
    const nth = ends.indexOf(index);
    return must.has(id) ? -3 : listed.has(id) ? -2 : own.has(id) ? nth / boxes.length - 1 : nth;
  };
  return [...boxes.keys()].toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Widths of Inter at weight 620, thousandths of its size, from the space (32) to the tilde (126): as a browser measures
 * them. Where there is no browser, while the page is built, texts are laid out with these; a browser test holds them to
 * what is drawn.
 */
const INTER = [
  249, 325, 529, 645, 651, 1006, 665, 329, 374, 374, 543, 674, 322, 466, 322, 381, 663, 425, 625, 638, 668, 614, 642,
  577, 643, 642, 322, 332, 674, 674, 674, 546, 1002, 731, 660, 737, 722, 606, 588, 750, 746, 277, 581, 707, 565, 924,
  760, 769, 646, 773, 653, 651, 662, 735, 731, 1023, 723, 717, 655, 374, 381, 374, 482, 471, 354, 576, 625, 584, 625,
  592, 391, 627, 614, 264, 264, 572, 264, 903, 614, 610, 625, 625, 399, 552, 356, 614, 590, 842, 571, 591, 567, 458,
  361, 458, 674,
] as const;
/** Of other letters that stand between names. */
const INTER_BESIDE: Readonly<Record<string, number>> = { '·': 322, '…': 965, '→': 838, '–': 500, '’': 297 };
/** Every letter of JetBrains Mono. */
const MONO = 600;
const SPACE = 32;

/** Are the widths of all its letters known? */
export const hasKnownWidths = (text: string): boolean => /^[ -~·…→–’]*$/.test(text);

const widthOf = (letter: string): number => INTER[(letter.codePointAt(0) ?? 0) - SPACE] ?? INTER_BESIDE[letter] ?? MONO;

/** How wide a text is in the page's own typefaces, px: without a browser. */
export const textWidth: MeasureText = (text, font, size) => {
  let sum = 0;
  for (const letter of text) sum += font === 'ui' ? widthOf(letter) : MONO;
  return (sum * size) / 1000;
};
