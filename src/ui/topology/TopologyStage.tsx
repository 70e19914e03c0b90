import { ReactFlowProvider } from '@xyflow/react';
import { useDeferredValue, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';
import { EmptyState } from '../common/EmptyState';
import { noStepOf } from '../rules/no-step.model';
import { Stage } from './Stage';
import styles from './stage.module.css';

/**
 * The stage: every node, Pod, Service and device of the shown bench, and the packet on its way.
 * Needs the page's providers (words, tooltips, address book) around it.
 */
export function TopologyStage() {
  const t = useTranslations('topology');
  const { bench, shown, result, rules } = useShown();
  const present = useBench(({ document }) => document.present);
  const isEmpty = useBench((state) => noStepOf(state) === 'noNodes');
  if (!bench || bench.netns.length === 0) {
    return (
      <section className={styles.stage} aria-label={t('stage')}>
        {isEmpty && <EmptyState title={t('empty')}>{t('emptyNext')}</EmptyState>}
      </section>
    );
  }
  return (
    <section className={styles.stage} aria-label={t('stage')}>
      <ReactFlowProvider>
        <Stage document={shown ?? present} bench={bench} result={result} rules={rules} />
      </ReactFlowProvider>
    </section>
  );
}

/** What is shown. After an edit that moves nothing the rules come first, and the stage a frame later. */
function useShown() {
  const bench = useBench(({ run }) => run.bench);
  const shown = useBench(({ run }) => run.shownDocument);
  const result = useBench(({ run }) => run.result);
  const rules = useBench(({ run }) => run.rules);
  const now = useMemo(() => ({ bench, shown, result, rules }), [bench, shown, result, rules]);
  const late = useDeferredValue(now);
  return late.bench && late.bench.netns === now.bench?.netns ? late : now;
}
