import { useTranslations } from 'use-intl';
import type { Moment } from '../../core/story/moment';
import { classes } from '../common/classes';
import { useSheetPhrase } from './use-sheet-phrase';
import { Named } from '../story/page/Headline';
import { posterWays } from './sheet.model';
import styles from './sheet.module.css';

/** All moments of a walk on one page: the way out, the way back, and what is remembered between. */
export function Poster({ moments }: { readonly moments: readonly Moment[] }) {
  const t = useTranslations('sheet');
  const say = useSheetPhrase();
  const { out, back, made, read } = posterWays(moments);
  const column = (name: 'wayOut' | 'wayBack', own: typeof out) => (
    <section className={styles.posterWay} aria-label={t(name)}>
      <h3>
        {t(name)} <span aria-hidden>{name === 'wayOut' ? '↓' : '↑'}</span>
      </h3>
      <ol>
        {own.map(({ at, moment }) => (
          <li key={at} value={at + 1} className={classes((at === made || at === read) && styles.kept)}>
            <span className={styles.posterNumber} aria-hidden>
              {at + 1}
            </span>
            <span>
              <Named>{say(moment.sentence)}</Named>
              {at === made && <span className={styles.memory}>{t('remembered')}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
  return (
    <div className={styles.poster}>
      {column('wayOut', out)}
      {back.length > 0 && column('wayBack', back)}
    </div>
  );
}
