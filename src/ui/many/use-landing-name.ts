import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Landing } from '../../core/sim/many-landing';
import { useBench } from '../../store/hooks';
import { withoutDefault } from '../common/object-names.model';

const NONE = [] as const;

/** What a landing is called: the Pod, or how the packet ended and where. */
export function useLandingName(): (landing: Landing) => string {
  const t = useTranslations('many');
  const words = useTranslations('common.verdict');
  const netns = useBench(({ run }) => run.bench?.netns ?? NONE);
  const titles = useMemo(() => new Map(netns.map(({ id, title }) => [id, withoutDefault(title)])), [netns]);
  return useCallback(
    ({ disposition, endpoint, answered }) => {
      const place = titles.get(disposition.netns) ?? disposition.netns;
      if (disposition.kind !== 'DELIVERED') return t('lost', { verdict: words(disposition.kind), place });
      const name = endpoint === undefined ? place : t('endpoint', { place, endpoint });
      return answered ? name : t('silent', { name });
    },
    [t, words, titles],
  );
}
