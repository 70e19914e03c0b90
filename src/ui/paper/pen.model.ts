import type { Area } from '../story/lines.model';
import type { Ink, Shape, TextShape, Ruler } from './sheet.model';
import type { LensWords } from '../story/lens.model';
import { getTone } from '../story/story-parts';

type Look = Pick<TextShape, 'size' | 'weight' | 'fill'> &
  Partial<Pick<TextShape, 'anchor' | 'struck' | 'halo' | 'face'>>;

/** A text at a place. */
export function text(words: string, [x, y]: readonly [number, number], look: Look): Shape {
  return { kind: 'text', x, y, text: words, face: 'ui', ...look };
}

interface Dressed {
  readonly fill: Ink;
  readonly stroke?: Ink;
  readonly width?: number;
  readonly dash?: string;
  readonly r?: number;
}

/** A box where the drawing has one. */
export const box = ({ x, y, w, h }: Area, look: Dressed): Shape => ({ kind: 'box', x, y, w, h, ...look });

const CHEVRON = 9;

/** Where a path made of M, L, V, H, Q and C ends, and the point it comes from there. */
function endOf(d: string): { readonly end: readonly [number, number]; readonly from: readonly [number, number] } {
  let at: [number, number] = [0, 0];
  let from: [number, number] = [0, 0];
  for (const [, command = '', numbers = ''] of d.matchAll(/([A-Z])([^A-Z]*)/g)) {
    const values = numbers
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const [x, y] = [values.at(-2) ?? at[0], values.at(-1) ?? at[1]];
    const next: [number, number] = command === 'V' ? [at[0], y] : command === 'H' ? [y, at[1]] : [x, y];
    // A curve arrives from its last control point.
    from = values.length > 2 ? [values.at(-4) ?? at[0], values.at(-3) ?? at[1]] : at;
    if (command !== 'M' && next[0] === from[0] && next[1] === from[1]) from = at;
    at = next;
  }
  return { end: at, from };
}

const RING = 5;

/** A ring where a path ends that nothing goes along. */
export function ring(d: string, stroke: Ink): Shape {
  const [x, y] = endOf(d).end;
  return { kind: 'dot', x, y, r: RING, fill: 'panel', stroke, width: 2.5 };
}

/** The head of an arrow at the end of a path: lines of its own, as few programs draw markers. */
export function arrowHead(d: string, look: { readonly stroke: Ink; readonly width?: number }): Shape {
  const { end, from } = endOf(d);
  const angle = Math.atan2(end[1] - from[1], end[0] - from[0]);
  const corner = (turn: number): string => {
    const [x, y] = [end[0] - CHEVRON * Math.cos(angle + turn), end[1] - CHEVRON * Math.sin(angle + turn)];
    return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
  };
  return { kind: 'line', d: `M${corner(0.62)}L${end[0]} ${end[1]}L${corner(-0.62)}`, width: 3.2, ...look };
}

/** Words on as many lines as they need in a room of so many px; longer ones are cut: hashes, sets of addresses. */
export function wrapText(words: string, room: number, widthOf: (line: string) => number): readonly string[] {
  const pieces = words.split(' ').flatMap((word) => word.match(/.{1,44}/gu) ?? ['']);
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    const longer = line === '' ? piece : `${line} ${piece}`;
    if (line === '' || widthOf(longer) <= room) line = longer;
    else {
      lines.push(line);
      line = piece;
    }
  }
  return [...lines, line];
}

/** What the lens's drawings are made with. */
export interface LensKit {
  readonly t: LensWords;
  readonly ruler: Ruler;
}

/** Shapes and the height they take, px. */
export interface Block {
  readonly shapes: readonly Shape[];
  readonly height: number;
}

export const PAPER_LEFT = 32;
const TITLE = 34;
export const TOP = 50;
export const PAPER_ROW = 36;
export const TYPE = 18;

type RowLook = Partial<Pick<TextShape, 'weight' | 'fill' | 'face' | 'anchor' | 'struck'>>;

export const put = (words: string, x: number, y: number, look: RowLook = {}): Shape =>
  text(words, [x, y], { size: TYPE, weight: 400, fill: 'ink', ...look });
export const title = (words: string): Shape => put(words, PAPER_LEFT, TITLE, { fill: 'mute' });
export const TONE: Readonly<Record<ReturnType<typeof getTone>, Ink>> = { service: 'svc', pod: 'pod', physical: 'phys' };

/** A cell of a row: its words and how they look. */
export interface SheetCell extends RowLook {
  readonly words: string;
}

export interface SheetRow {
  readonly taken: boolean;
  readonly cells: readonly SheetCell[];
}

export function measureWidth({ ruler }: LensKit, { words, weight = 400, face = 'ui' }: SheetCell): number {
  return ruler({ text: words, size: TYPE, weight, face });
}

interface Table extends Block {
  /** Where each column begins. */
  readonly columns: readonly number[];
}

export const GAP = 26;

/** Rows in columns as wide as they need; what was taken stands on its colour. */
export function table(rows: readonly SheetRow[], [x, y]: readonly [number, number], kit: LensKit): Table {
  const count = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const columns = [x];
  for (let at = 0; at < count; at++) {
    const widths = rows.flatMap(({ cells }) => cells.slice(at, at + 1)).map((cell) => measureWidth(kit, cell));
    const widest = Math.max(0, ...widths);
    columns.push((columns[at] ?? x) + widest + GAP);
  }
  const shapes = rows.flatMap(({ taken, cells }, at): Shape[] => {
    const top = y + at * PAPER_ROW;
    const back = { x: x - 12, y: top, w: (columns.at(-1) ?? x) - x - GAP + 24, h: PAPER_ROW - 2 };
    return [
      ...(taken ? [box(back, { fill: 'pod-soft', r: 9 })] : []),
      ...cells.map(({ words, ...look }, cell) => put(words, columns[cell] ?? x, top + 23, look)),
    ];
  });
  return { shapes, columns, height: y + rows.length * PAPER_ROW };
}

export const who = (name: string, taken: boolean): SheetCell => ({
  words: name,
  weight: taken ? 640 : 560,
  fill: taken ? 'pod' : 'ink',
});
export const said = (words: string, taken: boolean): SheetCell => ({
  words,
  weight: taken ? 680 : 400,
  fill: taken ? 'pod' : 'mute',
});
