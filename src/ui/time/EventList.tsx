import { memo, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import { background } from '../../engine/page-engines';
import { handOut, type Parcel } from '../../store/hand-out';
import { useActions } from '../../store/hooks';
import type { TimePlace } from '../../engine/protocol';
import type { Timeline, TimelineRequest } from '../../core/timeline/timeline';
import { Button, Select } from '../common/controls';
import { usePhrase } from '../common/i18n/use-phrase';
import { firstAt, listTimelineRows, makeCsv, type ListRow } from './timeline.model';
import { formatTime } from '../common/texts.model';
import styles from './timeline.module.css';
import type { LanesView } from './TimelineDialog';
import type { Lane } from '../../core/timeline/run';

interface Props {
  readonly document: Document;
  /** What becomes of it. */
  readonly timeline: Timeline;
  readonly moment: number;
  readonly onMoment: (at: number) => void;
  /** Shows the walk of a request. */
  readonly onRequest: (time: TimePlace) => void;
}

/** So many lines are shown at once. */
const PAGE = 100;

/** The same in words: every event with its delay, every request that failed; enough without the picture. */
export function EventList({ document, timeline, moment, onMoment, onRequest }: Props) {
  const t = useTranslations('timeline');
  const rows = useMemo(() => listTimelineRows(timeline), [timeline]);
  const tell = useTell();
  const actions = useActions();
  const [failed, setFailed] = useState(false);
  const [from, setFrom] = useState<number>();
  const first = Math.max(0, Math.min(from ?? 0, Math.max(0, rows.length - 1)));
  const shown = useMemo(() => rows.slice(first, first + PAGE), [rows, first]);
  const makeFile = async (shared: Document): Promise<Parcel> => {
    const own = shared === document ? timeline : (await background.ask('timeline', { document: shared })).timeline;
    const head = [t('time'), t('where'), t('what'), t('delay')];
    const lines = listTimelineRows(own).map((row) => {
      const { where, what, delay } = tell(row, own);
      return [String(row.at), where, what, delay];
    });
    const file = new Blob([makeCsv([head, ...lines])], { type: 'text/csv' });
    return { to: 'file', name: 'timeline.csv', file };
  };
  const save = (): void => {
    setFailed(false);
    handOut(actions, document, makeFile).catch(() => setFailed(true));
  };
  return (
    <section aria-label={t('list')}>
      <div className={styles.bar}>
        <strong>{t('list')}</strong>
        <span className={styles.quiet}>
          {t('rows', { from: first + 1, until: first + shown.length, count: rows.length })}
        </span>
        <Button size="s" disabled={first === 0} onClick={() => setFrom(Math.max(0, first - PAGE))}>
          {t('before')}
        </Button>
        <Button size="s" disabled={first + PAGE >= rows.length} onClick={() => setFrom(first + PAGE)}>
          {t('after')}
        </Button>
        <Button size="s" onClick={() => setFrom(firstAt(rows, moment))}>
          {t('fromMoment')}
        </Button>
        <Button size="s" onClick={save}>
          {t('csv')}
        </Button>
        <span role="status">{failed && t('csvFailed')}</span>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('list')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('time')}</th>
              <th scope="col">{t('where')}</th>
              <th scope="col">{t('what')}</th>
              <th scope="col">{t('delay')}</th>
            </tr>
          </thead>
          <Rows timeline={timeline} shown={shown} onMoment={onMoment} onRequest={onRequest} />
        </table>
      </div>
    </section>
  );
}

interface RowsProps extends Omit<Props, 'document' | 'moment'> {
  readonly shown: readonly ListRow[];
}

/** As they are whatever moment is looked at. */
const Rows = memo(function Rows({ timeline, shown, onMoment, onRequest }: RowsProps) {
  const t = useTranslations('timeline');
  const tell = useTell();
  return (
    <tbody>
      {shown.map((row) => {
        const { where, what, delay } = tell(row, timeline);
        const { request } = row;
        return (
          <tr key={row.key} data-failed={request ? true : undefined}>
            <td>
              <button type="button" className={styles.link} onClick={() => onMoment(row.at)}>
                {formatTime(row.at)}
              </button>
            </td>
            <td>{where}</td>
            <td>
              {what}{' '}
              {request && (
                <Button size="s" variant="quiet" onClick={() => onRequest(placeOf(request))}>
                  {t('walk')}
                </Button>
              )}
            </td>
            <td>{delay}</td>
          </tr>
        );
      })}
    </tbody>
  );
});

const placeOf = ({ at, client }: TimelineRequest): TimePlace => ({ at, client });

interface RowWords {
  readonly where: string;
  readonly what: string;
  readonly delay: string;
}

function useTell(): (row: ListRow, of: Timeline) => RowWords {
  const t = useTranslations('timeline');
  const say = usePhrase();
  const laneName = useLaneName();
  const words = useRequestWords();
  return ({ event, request }, { events }) => {
    if (request) {
      return { where: t('client', { number: request.client + 1 }), what: words(request), delay: '' };
    }
    if (!event) return { where: '', what: '', delay: '' };
    const cause = event.cause === undefined ? undefined : events[event.cause];
    return {
      where: laneName(event.lane),
      what: say(event.says),
      delay: cause ? `+${formatTime(event.at - cause.at)}` : '',
    };
  };
}

interface PickerProps extends LanesView {
  readonly timeline: Timeline;
  readonly onShow: (time: TimePlace) => void;
}

/** The request of a client that is sent at the moment or next after it; its neighbours, and its walk. */
export function RequestPicker({ timeline, moment, setMoment, client, setClient, onShow }: PickerProps) {
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

/** Names lanes in the language of the page. */
export function useLaneName(): (lane: Lane) => string {
  const t = useTranslations('timeline');
  return (lane) => (isOfNode(lane) ? lane : t(`lane.${lane}`));
}

/** `kubelet node1`: called as it is. */
const isOfNode = (lane: Lane): lane is Extract<Lane, `${string} ${string}`> => lane.includes(' ');

/** Says the outcome of a request in the language of the page. */
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
