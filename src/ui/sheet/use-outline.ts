import { useEffect, useMemo, useState } from 'react';
import { useLocale } from 'use-intl';
import { OUTLINES } from './outlines';
import { showOutline, spellOutline, type SheetOutline } from './outline.model';
import type { SheetSource, ShownSheet } from './sheet.model';

/** Outlines that were loaded, by their names. */
const loaded = new Map<string, SheetOutline>();

/** Loads an outline; one that there is not, or that is not to be had, is none: the engine tells it all the same. */
async function load(name: string): Promise<void> {
  try {
    const found = loaded.has(name) ? undefined : await OUTLINES[name]?.();
    if (found) loaded.set(name, found.default);
  } catch {
    // As if there were none.
  }
}

/** Loads the outline of a Sheet in a language; resolves without one, too. */
export const loadOutline = (id: string, locale: string): Promise<void> => load(spellOutline(id, locale));

/** A Sheet of the house as it was told when the page was built: what is read stands there before the engine answers. Undefined: of this one nothing was. */
export function useOutline(source: SheetSource): ShownSheet | undefined {
  const locale = useLocale();
  const name = source.kind === 'shelf' && !source.own ? spellOutline(source.shelf.id, locale) : '';
  const [, setLoaded] = useState('');
  useEffect(() => void load(name).then(() => setLoaded(name)), [name]);
  const outline = loaded.get(name);
  return useMemo(() => outline && showOutline(outline, source), [outline, source]);
}
