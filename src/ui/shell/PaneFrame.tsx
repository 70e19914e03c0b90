import { Suspense, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';
import { ErrorBoundary } from '../common/ErrorBoundary';
import { RestOfWords } from '../i18n/I18nProvider';
import { paneId, type Pane } from './shell-context';
import styles from './workspace.module.css';

interface Props {
  readonly pane: Pane;
  /** In a tab: the tab already names it. */
  readonly tabbed?: boolean;
  readonly children: ReactNode;
}

/** One pane: a landmark that can be gone to, and that breaks alone if it breaks. */
export function PaneFrame({ pane, tabbed = false, children }: Props) {
  const t = useTranslations('shell');
  const shown = useBench(({ run }) => run.result ?? run.shownDocument);
  const frame = { id: paneId(pane), tabIndex: -1, className: styles.pane };
  const inside = (
    <>
      <h2 className="visually-hidden">{t(`pane.${pane}`)}</h2>
      <ErrorBoundary resetKey={shown}>
        <Suspense fallback={<p className={styles.loading}>{t('loading')}</p>}>
          {pane === 'stage' ? children : <RestOfWords>{children}</RestOfWords>}
        </Suspense>
      </ErrorBoundary>
    </>
  );
  if (tabbed) return <div {...frame}>{inside}</div>;
  const Landmark = pane === 'stage' ? 'main' : 'aside';
  return (
    <Landmark {...frame} aria-label={t(`pane.${pane}`)}>
      {inside}
    </Landmark>
  );
}
