import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Timeline } from '../../core/timeline/timeline';
import type { TimePlace } from '../../engine/protocol';
import { Button, Select } from '../common/controls';
import { formatTime } from '../common/texts.model';
import { firstAt } from './timeline.model';
import type { LanesView } from './TimelineDialog';
import { useRequestWords } from './use-words';
import styles from './timeline.module.css';

interface Props extends LanesView {
  readonly timeline: Timeline;
  readonly onShow: (time: TimePlace) => void;
}

/** The request of a client that is sent at the moment or next after it; its neighbours, and its walk. */
export function RequestPicker({ timeline, moment, setMoment, client, setClient, onShow }: Props) {
  const t = useTranslations('timeline');
  const words = useRequestWords();
  const clients = useMemo(
    () => [...new Set(timeline.requests.map((each) => each.client))].sort((a, b) => a - b),
    [timeline],
  );
  const chosen = client !== undefined && clients.includes(client) ? client : clients[0];
  const own = useMemo(() => timeline.requests.filter((each) => each.client === chosen), [timeline, chosen]);
  const nth = Math.min(firstAt(own, moment), own.length - 1);
  const request = own[nth];
  if (!request || chosen === undefined) return null;
  const failed = (step: 1 | -1) =>
    step === 1
      ? own.find((each, place) => place > nth && each.outcome !== 'served')
      : own.findLast((each, place) => place < nth && each.outcome !== 'served');
  const go = (label: 'earlier' | 'later' | 'failedBefore' | 'failedAfter', to = request) => (
    <Button size="s" disabled={to === request} onClick={() => setMoment(to.at)}>
      {t(label)}
    </Button>
  );
  return (
    <div className={styles.bar} role="group" aria-label={t('requestPicker')}>
      {clients.length > 1 && (
        <Select
          aria-label={t('ofClient')}
          value={String(chosen)}
          onChange={(id) => setClient(Number(id))}
          options={clients.map((id) => ({ id: String(id), label: t('client', { number: id + 1 }) }))}
        />
      )}
      <span role="status">
        {formatTime(request.at)} {words(request)}
      </span>
      {go('failedBefore', failed(-1))}
      {go('earlier', own[nth - 1])}
      {go('later', own[nth + 1])}
      {go('failedAfter', failed(1))}
      <Button size="s" onClick={() => onShow({ at: request.at, client: chosen })}>
        {t('walk')}
      </Button>
    </div>
  );
}
