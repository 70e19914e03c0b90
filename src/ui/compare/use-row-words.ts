import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { withoutDefault } from '../common/object-names.model';
import type { CompareRow } from './compare.model';

/** Where a row is and what happens there, in words. */
export function useRowWords(): (row: CompareRow) => { readonly place: string; readonly event: string } {
  const t = useTranslations('compare');
  return useMemo(
    () =>
      ({ role, places, event }) => ({
        place: t(`place.${role}`, { places: places.map(withoutDefault).join(' / ') }),
        event: 'hook' in event ? event.hook : t(`event.${event.id}`),
      }),
    [t],
  );
}
