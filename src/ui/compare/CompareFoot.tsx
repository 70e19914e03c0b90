import { useTranslations } from 'use-intl';
import { TransportButtons } from '../shell/TransportButtons';
import transport from '../shell/transport.module.css';
import { rowAt, type CompareRow } from './compare.model';
import type { CompareClock } from './use-compare-clock';
import { useRowWords } from './use-row-words';
import styles from './compare.module.css';

/** What moves all panes at once. */
export function CompareFoot({ rows, clock }: { readonly rows: readonly CompareRow[]; readonly clock: CompareClock }) {
  const t = useTranslations('compare');
  const transportWords = useTranslations('shell.transport');
  const words = useRowWords();
  const end = rows.at(-1);
  const count = end ? end.tick + end.ticks : 0;
  const row = rows[rowAt(rows, clock.tick)];
  const { place, event } = row ? words(row) : { place: '', event: '' };
  const step = clock.tick + 1;
  return (
    <footer className={transport.foot} aria-label={transportWords('bar')}>
      <div className={transport.bar}>
        <TransportButtons playing={clock.playing} disabled={count === 0} onCommand={clock.run} />
        <input
          type="range"
          className={styles.scrubber}
          aria-label={t('scrubber')}
          aria-valuetext={t('position', { step, count, place, event })}
          min={0}
          max={Math.max(0, count - 1)}
          value={clock.tick}
          disabled={count === 0}
          onChange={(change) => clock.setTick(Number(change.target.value))}
        />
        <span className={styles.where} aria-hidden>
          {place} · <b>{event}</b>
        </span>
        <span className={transport.count}>{count === 0 ? '' : t('count', { step, count })}</span>
      </div>
    </footer>
  );
}
