import { useTranslations } from 'use-intl';
import type { Lane } from '../../core/timeline/journal';
import type { TimelineRequest } from '../../core/timeline/timeline';
import { formatTime } from '../common/texts.model';

/** What a lane is called. */
export function useLaneName(): (lane: Lane) => string {
  const t = useTranslations('timeline');
  return (lane) => (isOfNode(lane) ? lane : t(`lane.${lane}`));
}

/** `kubelet node1`: called as it is. */
const isOfNode = (lane: Lane): lane is Extract<Lane, `${string} ${string}`> => lane.includes(' ');

/** What came of a request. */
export function useRequestWords(): (request: TimelineRequest) => string {
  const t = useTranslations('timeline');
  return ({ outcome, to, pod = to, node = '', took }) => {
    // What was dropped before it was translated had nobody yet.
    const known = pod === '' ? 'no' : 'yes';
    const said = t('request', { outcome: t(`outcomes.${outcome}`), known, to: pod, node });
    if (took === undefined) return said;
    return `${said}, ${t(outcome === 'served' ? 'late' : 'took', { time: formatTime(took) })}`;
  };
}
