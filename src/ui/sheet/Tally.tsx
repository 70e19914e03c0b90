import { useTranslations } from 'use-intl';
import type { TallyRow } from '../../core/sheet/tallies';
import { parseFraction, toNumber } from '../../core/lib/fraction';
import styles from './sheet.module.css';

/** Where a thousand new connections went: a bar each, and a tick where it is expected. */
export function Tally({ rows }: { readonly rows: readonly TallyRow[] }) {
  const t = useTranslations('sheet');
  const expected = rows.map(({ share }) => (share === undefined ? 0 : toNumber(parseFraction(share)) * 1000));
  // The longest bar takes most of the room: what differs is seen.
  const whole = Math.max(1, ...rows.map(({ count }) => count), ...expected) * 1.15;
  return (
    <ul className={styles.tally} aria-label={t('tally')}>
      {rows.map(({ end, count, share }, at) => (
        <li key={end.text} aria-label={t('row', { name: end.name, count, share: share ?? 'none' })} data-count={count}>
          <b>{end.name}</b>
          <span className={styles.bar} aria-hidden>
            <span style={{ width: `${(count / whole) * 100}%` }} />
            {share !== undefined && <i style={{ left: `${((expected[at] ?? 0) / whole) * 100}%` }} />}
          </span>
          <span aria-hidden>{count}</span>
        </li>
      ))}
    </ul>
  );
}
