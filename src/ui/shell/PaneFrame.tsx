import { Suspense, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';
import { ErrorBoundary } from '../common/ErrorBoundary';
import { RestOfWords } from '../i18n/I18nProvider';
import { paneId, type Pane } from './shell-context';
import styles from './workspace.module.css';

/** One pane: a landmark that can be gone to, and that breaks alone if it breaks. */
export function PaneFrame({ pane, children }: { readonly pane: Pane; readonly children: ReactNode }) {
  const t = useTranslations('shell');
  const shown = useBench(({ run }) => run.result ?? run.shownDocument);
  const Landmark = pane === 'stage' ? 'main' : 'aside';
  return (
    <Landmark id={paneId(pane)} tabIndex={-1} aria-label={t(`pane.${pane}`)} className={styles.pane}>
      <ErrorBoundary resetKey={shown}>
        <Suspense fallback={<p className={styles.loading}>{t('loading')}</p>}>
          {pane === 'stage' ? children : <RestOfWords>{children}</RestOfWords>}
        </Suspense>
      </ErrorBoundary>
    </Landmark>
  );
}
