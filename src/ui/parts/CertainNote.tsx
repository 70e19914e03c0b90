import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { certainOf, type Certain } from '../../core/sim/certain';
import { useBench } from '../../store/hooks';
import { VerdictBadge } from '../common/VerdictBadge';
import { dispositionMark } from '../theme/verdicts';

/** What holds of the shown flow whatever is the case; undefined: nothing unknown decides its way. */
export function useCertain(): Certain | undefined {
  const result = useBench(({ run }) => run.result);
  return useMemo(() => result && certainOf(result.outcomes, result.truncated), [result]);
}

/** Where the texts leave the way open: what is certain of its end in all the ways it can go. */
export function CertainNote() {
  const t = useTranslations('common');
  const certain = useCertain();
  if (!certain) return null;
  const { end, ways, oneSource } = certain;
  if (!end)
    return <VerdictBadge mark={{ sign: '?', word: 'UNKNOWN', tone: 'unknown' }} word={t('certain.none', { ways })} />;
  const source = end.kind === 'DELIVERED' && !oneSource ? 'open' : 'one';
  const word = t('certain.all', { end: t(`verdict.${end.kind}`), ways, source });
  return <VerdictBadge mark={dispositionMark(end)} word={word} />;
}
