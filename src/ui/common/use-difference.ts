import { useTranslations } from 'use-intl';
import type { NodeDifference } from '../../core/timeline/moment';
import { formatTime } from './texts.model';

/** How a node differs from the others at a moment of a script, in a few words; `short`: beside its name on the stage. */
export function useDifference(short = false): (differs: NodeDifference) => string {
  const t = useTranslations('common.differs');
  return ({ behind, flushed, lost }) => {
    if (lost !== undefined) return t('lost', { time: formatTime(lost) });
    if (flushed) return t('flushed');
    return t(short ? 'behindShort' : 'behind', { time: formatTime(behind ?? 0) });
  };
}
