import { useEffect, useMemo, useState } from 'react';
import { useLocale } from 'use-intl';
import { OUTLINES } from './outlines';
import { showOutline, spellOutline, type SheetOutline } from './outline.model';
import type { SheetSource, ShownSheet } from './sheet.model';

/** A Sheet of the house as it was told when the page was built: what is read stands there before the engine answers. Undefined: of this one nothing was. */
export function useOutline(source: SheetSource): ShownSheet | undefined {
  const locale = useLocale();
  const [loaded, setLoaded] = useState<readonly [name: string, outline: SheetOutline]>();
  const name = source.kind === 'shelf' && !source.own ? spellOutline(source.shelf.id, locale) : '';
  useEffect(() => {
    let isAsked = true;
    OUTLINES[name]?.().then(
      ({ default: outline }) => isAsked && setLoaded([name, outline]),
      // The engine tells it all the same.
      () => undefined,
    );
    return () => void (isAsked = false);
  }, [name]);
  return useMemo(() => (loaded?.[0] === name ? showOutline(loaded[1], source) : undefined), [loaded, name, source]);
}
