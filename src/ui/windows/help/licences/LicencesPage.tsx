import notices from 'virtual:third-party-notices';
import { useTranslations } from 'use-intl';
import { SectionHeading } from '../../../common/labels';
import styles from './licences.module.css';

/** The licence of the page, and of everything it is built from. */
export function LicencesPage() {
  const t = useTranslations('licences');
  return (
    <div className={styles.page}>
      <p>
        {t('own')}{' '}
        <a href="./LICENSE.txt" target="_blank" rel="noreferrer">
          {t('ownText')}
        </a>
      </p>
      <SectionHeading count={notices.length}>{t('others')}</SectionHeading>
      <p className={styles.about}>
        {t('othersAbout')}{' '}
        <a href="./THIRD-PARTY-NOTICES.txt" target="_blank" rel="noreferrer">
          THIRD-PARTY-NOTICES.txt
        </a>
      </p>
      <ul className={styles.list}>
        {notices.map(({ name, version, license, text }) => (
          <li key={`${name} ${version}`}>
            <details>
              <summary>{t('show', { name, version, license })}</summary>
              <pre className={styles.text}>{text}</pre>
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}
