import { describe, expect, it } from 'vitest';
import { LOCALES } from '../languages';
import { createDerive } from '../../core/document/derive';
import { openWorkshop, type SheetWorkshop } from '../../core/sheet/walks';
import { falseAt } from './testing/claims';
import { CLAIMS_BY_SHEET } from './testing/held';
import { plantSheet, type PlantedSheet } from './testing/plants';
import { sheetOf, walkPositions } from './testing/positions';
import { SHELF } from '.';

/** True of a plant that the facts see at some position of the knobs. */
function isSeen(shop: SheetWorkshop, { sheet }: PlantedSheet, id: string): boolean {
  // Most are false in the first outcome of some position.
  for (const most of [1, Infinity])
    for (const position of walkPositions(shop, sheet, most))
      if (falseAt(position, CLAIMS_BY_SHEET[id]!).length > 0) return true;
  return false;
}

describe.each(SHELF.map((shelf) => [shelf.id, shelf] as const))('%s', (id, shelf) => {
  it('is seen to be false wherever a number, a branch of a knob or a word is turned', () => {
    const shop = openWorkshop(shelf.benches('en'), createDerive());
    const planted = [...plantSheet(sheetOf(shelf))];
    const unseen = planted.filter((each) => !isSeen(shop, each, id));
    for (const kind of ['number', 'branch', 'prose'] as const)
      for (const tag of LOCALES)
        expect(
          planted.filter((each) => each.kind === kind && each.path.endsWith(tag)).length,
          `${kind} ${tag}`,
        ).toBeGreaterThan(0);
    expect(unseen.map(({ kind, path, text }) => `${kind} ${path}: ${text}`)).toEqual([]);
  }, 600_000);
});
