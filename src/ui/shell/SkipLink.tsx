import { useTranslations } from 'use-intl';
import { paneId } from './shell-context';
import styles from './skip-link.module.css';

/** The first stop of the Tab key: past the top bar. */
export function SkipLink() {
  const t = useTranslations('shell');
  return (
    <button type="button" className={styles.skip} onClick={() => document.getElementById(paneId('stage'))?.focus()}>
      {t('skip')}
    </button>
  );
}
