import { lazy, Suspense, useEffect, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { WiderAddressBook } from '../common/AddressBook';
import { ErrorBoundary } from '../common/ErrorBoundary';
import { RestOfWords } from '../i18n/I18nProvider';
import { FlowState } from '../rules/FlowState';
import { paneId } from '../shell/shell-context';
import { rowsOf } from './compare.model';
import { CompareBar } from './CompareBar';
import { CompareFoot } from './CompareFoot';
import { CompareTable } from './CompareTable';
import { useCompareClock } from './use-compare-clock';
import { useComparison, type Compared } from './use-comparison';
import styles from './compare.module.css';

const ProbeTable = lazy(() => import('./ProbeTable').then((module) => ({ default: module.ProbeTable })));
const RulesPanel = lazy(() => import('./RulesPanel').then((module) => ({ default: module.RulesPanel })));

/** One flow through two to four panes, in lockstep by what happens; what else differs; the rules that do. */
export function CompareView() {
  const document = useBench(({ run }) => run.shownDocument);
  return (
    <ErrorBoundary resetKey={document}>
      <Suspense fallback={<div className={styles.view} />}>
        <RestOfWords>
          <Comparing />
        </RestOfWords>
      </Suspense>
    </ErrorBoundary>
  );
}

function Comparing() {
  const t = useTranslations('compare');
  const { pause } = useActions();
  const tab = useBench(({ view }) => view.compare.tab);
  const compared = useComparison();
  // The bench behind stands still: one thing moves at a time.
  useEffect(pause, [pause]);
  const others = useMemo(() => Object.values(compared.documents).slice(1), [compared.documents]);
  const main = (children: React.ReactNode) => (
    <WiderAddressBook documents={others}>
      <main
        id={paneId('stage')}
        tabIndex={-1}
        aria-label={t('title')}
        aria-busy={compared.working}
        className={styles.view}
      >
        <h2 className="visually-hidden">{t('about')}</h2>
        <CompareBar compared={compared} />
        <Suspense fallback={<div className={styles.scroller} />}>{children}</Suspense>
      </main>
    </WiderAddressBook>
  );
  if (tab === 'probes') return main(<ProbeTable compared={compared} />);
  if (tab === 'rules') return main(<RulesPanel compared={compared} />);
  return <Walk compared={compared} main={main} />;
}

interface WalkProps {
  readonly compared: Compared;
  readonly main: (children: React.ReactNode) => React.ReactNode;
}

function Walk({ compared, main }: WalkProps) {
  const { comparison } = compared;
  const rows = useMemo(() => (comparison ? rowsOf(comparison) : []), [comparison]);
  const clock = useCompareClock(rows);
  return (
    <>
      {main(
        comparison && compared.flow ? (
          <CompareTable compared={compared} comparison={comparison} rows={rows} onGo={clock.goTo} />
        ) : (
          <FlowState />
        ),
      )}
      <CompareFoot rows={rows} clock={clock} />
    </>
  );
}
