import { UNTOUCHED } from '../../core/sheet/state';
import type { SentSheet } from '../../engine/questions/sheet';
import type { SheetSource, ShownSheet, ToldWalks } from './sheet.model';

/** A Sheet of the house as the engine told it when the page was built: all that is read, and of its walks what figures say. */
export interface SheetOutline extends Omit<SentSheet, 'walks' | 'scripts' | 'source'> {
  readonly told: ToldWalks;
}

/** The name of a Sheet's outline in a language. */
export const spellOutline = (id: string, locale: string): string => `${id}-${locale}`;

/** An outline as it is shown: nothing was touched yet, and figures have their places alone. */
export const showOutline = ({ told, ...sheet }: SheetOutline, source: SheetSource): ShownSheet => ({
  sheet: { ...sheet, walks: {} },
  walks: new Map(),
  scripts: new Map(),
  source,
  state: UNTOUCHED,
  turned: undefined,
  told,
});
