import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';
import type { NetnsView } from '../../worker/protocol';
import { withoutDefault } from '../topology/names.model';
import type { CompareRow } from './compare.model';

const NONE: readonly NetnsView[] = [];

/** Where a row is and what happens there, in words. */
export function useRowWords(): (row: CompareRow) => { readonly place: string; readonly event: string } {
  const t = useTranslations('compare');
  const netns = useBench(({ run }) => run.bench?.netns ?? NONE);
  return useMemo(() => {
    const titles = new Map(netns.map(({ id, title }) => [id, withoutDefault(title)]));
    return ({ role, places, event }) => ({
      place: t(`place.${role}`, { places: places.map((id) => titles.get(id) ?? id).join(' / ') }),
      event: 'hook' in event ? event.hook : t(`event.${event.id}`),
    });
  }, [t, netns]);
}
