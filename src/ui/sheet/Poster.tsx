import type { CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import type { Moment } from '../../core/story/moment';
import { classes } from '../common/classes';
import { useSheetPhrase } from './use-sheet-phrase';
import { Named } from '../story/page/Headline';
import { placeBack, posterWays } from './sheet.model';
import styles from './sheet.module.css';

/** All moments of a walk on one page: the way out, the way back, and what is remembered between. */
export function Poster({ moments }: { readonly moments: readonly Moment[] }) {
  const t = useTranslations('sheet');
  const say = useSheetPhrase();
  const ways = posterWays(moments);
  const { out, back, made, read } = ways;
  const rows = { wayOut: out.map((_, at) => [at + 1, at + 2] as const), wayBack: placeBack(ways) };
  const column = (name: 'wayOut' | 'wayBack', own: typeof out) => (
    <section className={styles.posterWay} aria-label={t(name)}>
      <h3>
        {t(name)} <span aria-hidden>{name === 'wayOut' ? '↓' : '↑'}</span>
      </h3>
      <ol>
        {own.map(({ at, moment }, place) => (
          <li
            key={at}
            value={at + 1}
            className={classes((at === made || at === read) && styles.kept)}
            style={{ '--row': rows[name][place]?.join(' / ') } as CSSProperties}
          >
            <span className={styles.posterNumber} aria-hidden>
              {at + 1}
            </span>
            <span>
              <Named>{say(moment.sentence)}</Named>
            </span>
            {at === made && <span className={styles.memory}>{t('remembered')}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
  return (
    <div className={styles.poster} style={{ '--rows': Math.max(out.length, back.length) + 1 } as CSSProperties}>
      {column('wayOut', out)}
      {back.length > 0 && column('wayBack', back)}
    </div>
  );
}
