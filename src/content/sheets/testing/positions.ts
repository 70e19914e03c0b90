import { createDerive } from '../../../core/document/derive';
import { eachTag, type InLanguages } from '../../../core/sheet/languages';
import type { KnobState } from '../../../core/sheet/knobs';
import { countOutcomes, listSettings } from '../../../core/sheet/positions';
import { readSheet } from '../../../core/sheet/read';
import { renderSheet, type RenderedFigure, type RenderedSheet } from '../../../core/sheet/render';
import { UNTOUCHED } from '../../../core/sheet/state';
import { plainText } from '../../../core/sheet/plain-text';
import type { RenderedText } from '../../../core/sheet/render-text';
import type { Sheet } from '../../../core/sheet/schema';
import { openWorkshop, type SheetWalk, type SheetWorkshop } from '../../../core/sheet/walks';
import type { Lens } from '../../../core/story/lens';
import type { Moment } from '../../../core/story/moment';
import type { ShelfSheet } from '../shelf';

/** A Sheet at one position of its knobs, in one outcome. */
export interface SheetPosition {
  readonly at: string;
  readonly knobs: Readonly<Record<string, string | number>>;
  readonly rendered: RenderedSheet;
  /** Prose as it is read, a text a block. */
  readonly texts: readonly PositionText[];
}

/** Prose of a block as it is read, in each of its languages; a heading says something, too. */
interface PositionText {
  readonly own: InLanguages<string>;
  readonly isHeading?: true;
}

/** The figure of an id with its walk and moment. */
export function figureAt(
  { rendered }: SheetPosition,
  id: string,
): { readonly figure: RenderedFigure; readonly walk: SheetWalk; readonly moment: Moment } {
  const figure = rendered.blocks.find((block) => block.kind === 'figure' && block.id === id);
  if (figure?.kind !== 'figure') throw new Error(`no figure ${id}`);
  const walk = rendered.walks.get(figure.walk);
  const moment = walk?.moments[figure.at];
  if (!walk || !moment) throw new Error(`${id} has no moment`);
  return { figure, walk, moment };
}

/** True of a sentence with the words of a mode just where the Sheet's own knob stands at it. */
export function isOfMode({ knobs }: SheetPosition, mode: string, words: string | undefined): boolean {
  return (words !== undefined) === (knobs['mode'] === mode);
}

/** The lens of the figure of an id, at the moment it shows. */
export function lensAt(position: SheetPosition, id: string): Lens {
  const { figure, walk } = figureAt(position, id);
  const lens = walk.lenses[figure.at];
  if (!lens) throw new Error(`${id} has no lens`);
  return lens;
}

const sheets = new Map<string, Sheet>();

/** The Sheet a shelf holds, read once; its faults throw. */
export function sheetOf({ text }: ShelfSheet): Sheet {
  const known = sheets.get(text);
  if (known) return known;
  const read = readSheet(text);
  if (!read.ok) throw new Error(JSON.stringify(read.error, undefined, 1));
  sheets.set(text, read.value);
  return read.value;
}

/** A Sheet at every position of its knobs, and in every outcome of the walk it is about, or in so many at most. */
export function* positionsOf(shelf: ShelfSheet, most = Infinity): Generator<SheetPosition> {
  yield* walkPositions(openWorkshop(shelf.benches('en'), createDerive()), sheetOf(shelf), most);
}

/** A Sheet at all its positions, in so many outcomes of each at most; the workshop may know the walks from another Sheet of the same figures. */
export function* walkPositions(shop: SheetWorkshop, sheet: Sheet, most = Infinity): Generator<SheetPosition> {
  for (const settings of listSettings(sheet)) {
    let outcomes = 1;
    for (let outcome = 0; outcome < outcomes; outcome++) {
      const state = { ...UNTOUCHED, knobs: settings, draws: { again: 0, outcome } };
      const rendered = renderSheet(shop, sheet, state);
      const knobs = new Map(rendered.knobs.map((knob) => [knob.name, knob]));
      outcomes = Math.min(most, countOutcomes(rendered, sheet));
      yield {
        at: `${JSON.stringify(settings)} outcome ${outcome}`,
        knobs: Object.fromEntries([...knobs].map(([name, { value }]) => [name, value])),
        rendered,
        texts: textsAt(rendered, knobs),
      };
    }
  }
}

function textsAt({ blocks }: RenderedSheet, knobs: ReadonlyMap<string, KnobState>): SheetPosition['texts'] {
  // What is read on paper is held, too, where it is another.
  const read = ({ spans }: RenderedText): PositionText => ({
    own: eachTag(spans, (own) => {
      const [live, still] = [plainText(own, knobs, 'live'), plainText(own, knobs, 'still')];
      return live === still ? live : `${live} ${still}`;
    }),
  });
  return blocks.flatMap((block): readonly PositionText[] => {
    if (block.kind === 'h') return [{ ...read(block.text), isHeading: true }];
    if ('text' in block) return [read(block.text)];
    return block.kind === 'figure' ? block.steps.map(({ text }) => read(text)) : [];
  });
}
