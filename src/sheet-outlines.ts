import { LESSON_SHEETS } from './content/sheets/lessons';
import { SHELF } from './content/sheets';
import type { ShelfSheet } from './content/sheets/shelf';
import { LOCALES, type Locale } from './content/languages';
import { createDerive } from './core/document/derive';
import { inLanguage, type InLanguages } from './core/sheet/languages';
import { readSheet } from './core/sheet/read';
import { renderSheet } from './core/sheet/render';
import { UNTOUCHED } from './core/sheet/state';
import { openWorkshop } from './core/sheet/walks';
import { spellOutline, type SheetOutline } from './ui/sheet/outline.model';

/** Outlines of all Sheets of the house, by their names, made by this very code while the page is built (scripts/sheet-outlines.mjs). */
export function sheetOutlines(): Readonly<Record<string, SheetOutline>> {
  const all = [...SHELF, ...LESSON_SHEETS].flatMap((shelf) =>
    LOCALES.map((locale) => [spellOutline(shelf.id, locale), outline(shelf, locale)] as const),
  );
  return Object.fromEntries(all);
}

/** A Sheet as it is read before anything in it was touched; of its texts those of one language. */
function outline({ id, text, benches }: ShelfSheet, locale: Locale): SheetOutline {
  const read = readSheet(text);
  if (!read.ok) throw new Error(`${id} is no Sheet: ${JSON.stringify(read.error)}`);
  const { sheet, knobs, blocks, walks } = renderSheet(
    openWorkshop(benches(locale), createDerive()),
    read.value,
    UNTOUCHED,
  );
  const { title, minutes, notes } = sheet;
  const told = [...walks].map(([key, { moments }]) => [
    key,
    moments.map(({ sentence, cause }) => ({ sentence, ...(cause ? { cause } : {}) })),
  ]);
  const head = { id: sheet.id, title, notes, ...(minutes === undefined ? {} : { minutes }) };
  return { sheet: head, knobs, blocks: inOne(blocks, locale), told: Object.fromEntries(told) };
}

/** Blocks with their texts in one language alone, where English stands. */
const inOne = <T>(blocks: T, locale: Locale): T =>
  JSON.parse(
    JSON.stringify(blocks, (key, value: unknown) =>
      key === 'spans' && isInLanguages(value) ? { en: inLanguage(value, locale) } : value,
    ),
  ) as T;

const isInLanguages = (value: unknown): value is InLanguages<unknown> =>
  typeof value === 'object' && value !== null && 'en' in value;
