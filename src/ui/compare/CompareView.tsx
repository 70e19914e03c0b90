import { Suspense, useEffect, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { ErrorBoundary } from '../common/ErrorBoundary';
import { RestOfWords } from '../i18n/I18nProvider';
import { FlowState } from '../rules/FlowState';
import { paneId } from '../shell/shell-context';
import { rowsOf } from './compare.model';
import { CompareBar } from './CompareBar';
import { CompareFoot } from './CompareFoot';
import { CompareTable } from './CompareTable';
import { useCompareClock } from './use-compare-clock';
import { useComparison } from './use-comparison';
import styles from './compare.module.css';

/** One flow through two to four modes or releases, in lockstep by what happens. */
export function CompareView() {
  const document = useBench(({ run }) => run.shownDocument);
  return (
    <ErrorBoundary resetKey={document}>
      <Suspense fallback={<div className={styles.view} />}>
        <RestOfWords>
          <Compared />
        </RestOfWords>
      </Suspense>
    </ErrorBoundary>
  );
}

function Compared() {
  const t = useTranslations('compare');
  const flowId = useBench(({ run }) => run.flowId);
  const title = useBench(({ run }) => run.shownDocument?.title);
  const subject = `${title} ${flowId}`;
  const { pause } = useActions();
  const state = useComparison();
  const { comparison } = state;
  const rows = useMemo(() => (comparison ? rowsOf(comparison) : []), [comparison]);
  const clock = useCompareClock(rows, subject);
  // The bench behind stands still: one thing moves at a time.
  useEffect(pause, [pause]);
  return (
    <>
      <main
        id={paneId('stage')}
        tabIndex={-1}
        aria-label={t('title')}
        aria-busy={state.working}
        className={styles.view}
      >
        <h2 className="visually-hidden">{t('about')}</h2>
        <CompareBar state={state} />
        {comparison && flowId !== undefined ? (
          <CompareTable
            key={subject}
            state={state}
            comparison={comparison}
            rows={rows}
            tick={clock.tick}
            onGo={clock.setTick}
          />
        ) : (
          <FlowState />
        )}
      </main>
      <CompareFoot rows={rows} clock={clock} />
    </>
  );
}
