import { useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';
import { TransportButtons } from '../shell/TransportButtons';
import transport from '../shell/transport.module.css';
import { lastTick, rowAt, type CompareRow } from './compare.model';
import type { CompareClock } from './use-compare-clock';
import { useRowWords } from './use-row-words';
import styles from './compare.module.css';

interface Props {
  readonly rows: readonly CompareRow[];
  readonly clock: CompareClock;
}

/** What moves all panes at once. */
export function CompareFoot({ rows, clock }: Props) {
  const transportWords = useTranslations('shell.transport');
  return (
    <footer className={transport.foot} aria-label={transportWords('bar')}>
      <div className={transport.bar}>
        <TransportButtons playing={clock.playing} disabled={rows.length === 0} onCommand={clock.run} />
        <Where rows={rows} onGo={clock.goTo} />
      </div>
    </footer>
  );
}

/** The scrubber, and in words where it is: all of the foot that a tick draws. */
function Where({ rows, onGo }: { readonly rows: readonly CompareRow[]; readonly onGo: (tick: number) => void }) {
  const t = useTranslations('compare');
  const words = useRowWords();
  const count = rows.length === 0 ? 0 : lastTick(rows) + 1;
  const tick = useBench(({ view }) => Math.max(0, Math.min(view.compareTick, count - 1)));
  const row = rows[rowAt(rows, tick)];
  const { place, event } = row ? words(row) : { place: '', event: '' };
  const step = tick + 1;
  return (
    <>
      <input
        type="range"
        className={styles.scrubber}
        aria-label={t('scrubber')}
        aria-valuetext={t('position', { step, count, place, event })}
        min={0}
        max={Math.max(0, count - 1)}
        value={tick}
        disabled={count === 0}
        data-compare-scrubber
        onChange={(change) => onGo(Number(change.target.value))}
      />
      <span className={styles.where} aria-hidden>
        {place} · <b>{event}</b>
      </span>
      <span className={transport.count}>{count === 0 ? '' : t('count', { step, count })}</span>
    </>
  );
}
