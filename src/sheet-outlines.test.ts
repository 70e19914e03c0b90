import { describe, expect, it } from 'vitest';
import { LOCALES } from './content/languages';
import { SHELF } from './content/sheets';
import { LESSON_SHEETS } from './content/sheets/lessons';
import { createSpeaker } from './content/phrases';
import { SPOKEN } from './content/spoken';
import { createDerive } from './core/document/derive';
import { readSheet } from './core/sheet/read';
import { renderSheet } from './core/sheet/render';
import { UNTOUCHED } from './core/sheet/state';
import { openWorkshop } from './core/sheet/walks';
import { inLanguage } from './core/sheet/languages';
import { sheetOutlines } from './sheet-outlines';
import { spellOutline } from './ui/sheet/outline.model';

const OUTLINES = sheetOutlines();
const SHEETS = [...SHELF, ...LESSON_SHEETS];

describe.each(SHEETS.flatMap((shelf) => LOCALES.map((locale) => ({ shelf, locale, id: shelf.id }))))(
  'what is told of $id before the engine answers, $locale',
  ({ shelf, locale, id }) => {
    const outline = OUTLINES[spellOutline(id, locale)]!;
    const read = readSheet(shelf.text);
    if (!read.ok) throw new Error(id);
    const told = renderSheet(openWorkshop(shelf.benches(locale), createDerive()), read.value, UNTOUCHED);

    it('is what the engine tells, block by block', () => {
      const texts = told.blocks.map((block) => ('text' in block ? inLanguage(block.text.spans, locale) : block.kind));
      expect(outline.blocks.map((block) => ('text' in block ? block.text.spans.en : block.kind))).toEqual(texts);
      expect(outline.knobs).toEqual(told.knobs);
    });

    it('has of each figure the sentence that it shows', () => {
      const say = createSpeaker(locale, SPOKEN[locale].MORE_PHRASES);
      for (const block of told.blocks) {
        if (block.kind !== 'figure') continue;
        const moment = told.walks.get(block.walk)!.moments[block.at]!;
        const shown = outline.told[block.walk]?.[block.at];
        expect(shown && say(shown.sentence)).toBe(say(moment.sentence));
        expect(shown?.cause).toEqual(moment.cause);
      }
    });
  },
);

it('outlines every Sheet of the house in both languages', () => {
  expect(Object.keys(OUTLINES)).toHaveLength(SHEETS.length * LOCALES.length);
});
