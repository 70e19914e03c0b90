import { useTranslations } from 'use-intl';
import type { Rebuilt } from '../../core/analysis/reconstruct/rebuild';
import { usePhrase } from '../i18n/use-phrase';
import styles from './rebuild.module.css';

/** What rules of this mode do not hold, so that nobody takes what was made up for what was read. */
export function NotCarried({ made: { notCarried } }: { readonly made: Rebuilt }) {
  const t = useTranslations('rebuild');
  const say = usePhrase();
  return (
    <section>
      <h3 className={styles.heading}>
        {t('notCarried')} <span className={styles.count}>{notCarried.length}</span>
      </h3>
      <ul className={styles.bullets}>
        {notCarried.map(({ id, what }) => (
          <li key={id}>{say(what)}</li>
        ))}
      </ul>
    </section>
  );
}
