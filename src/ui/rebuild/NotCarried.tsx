import { useTranslations } from 'use-intl';
import type { Rebuilt } from '../../core/analysis/reconstruct/rebuild';
import { usePhrase } from '../i18n/use-phrase';
import { SectionHeading } from '../common/SectionHeading';
import styles from './rebuild.module.css';

/** What rules of this mode do not hold, so that nobody takes what was made up for what was read. */
export function NotCarried({ made: { notCarried } }: { readonly made: Rebuilt }) {
  const t = useTranslations('rebuild');
  const say = usePhrase();
  return (
    <section>
      <SectionHeading count={notCarried.length}>{t('notCarried')}</SectionHeading>
      <ul className={styles.bullets}>
        {notCarried.map(({ id, what }) => (
          <li key={id}>{say(what)}</li>
        ))}
      </ul>
    </section>
  );
}
