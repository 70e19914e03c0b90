import { arrowHead, box, text, type Ink, type Ruler, type Shape, type TextShape } from '../../common/shapes.model';
import type { StoryEnd } from '../../../core/story/moment';
import type { StoryWords } from '../cast/words';
import { getTone, STAGE_INKS } from '../cast/tones';

/** What the lens's drawings are made with. */
export interface LensKit {
  readonly t: StoryWords;
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

export const textRow = (words: string, x: number, y: number, look: RowLook = {}): Shape =>
  text(words, [x, y], { size: TYPE, weight: 400, fill: 'ink', ...look });
export const title = (words: string): Shape => textRow(words, PAPER_LEFT, TITLE, { fill: 'mute' });

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
      ...cells.map(({ words, ...look }, cell) => textRow(words, columns[cell] ?? x, top + 23, look)),
    ];
  });
  return { shapes, columns, height: y + rows.length * PAPER_ROW };
}

export const nameOfChoice = (name: string, taken: boolean): SheetCell => ({
  words: name,
  weight: taken ? 640 : 560,
  fill: taken ? 'pod' : 'ink',
});
export const answerCell = (words: string, taken: boolean): SheetCell => ({
  words,
  weight: taken ? 680 : 400,
  fill: taken ? 'pod' : 'mute',
});

/** Below what a lens shows, px. */
export const END = 16;

/** An arrow to the right. */
export function arrow([x, y]: readonly [number, number], length: number, stroke: Ink = 'pod'): Shape[] {
  const d = `M${x} ${y}L${x + length} ${y}`;
  return [{ kind: 'line', d, stroke, width: 3 }, arrowHead(d, { stroke, width: 3, size: 10 })];
}

/** An address, in its colour. */
export const endCell = (end: StoryEnd, struck = false): SheetCell => ({
  words: end.text,
  weight: 520,
  fill: STAGE_INKS[getTone(end)],
  face: 'mono',
  ...(struck ? { struck: true } : {}),
});
/** The name of an address's owner, where that says more. */
export const nameCell = (end: StoryEnd): SheetCell => ({
  words: end.name === end.address ? '' : end.name,
  weight: 620,
  fill: STAGE_INKS[getTone(end)],
});
