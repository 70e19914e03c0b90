import type { SheetOutline } from './outline.model';

/** Loads outlines, by their names. None here: those of the house are put in their place while the page is built (scripts/sheet-outlines.mjs). */
export const OUTLINES: Readonly<Record<string, () => Promise<{ readonly default: SheetOutline }>>> = {};
