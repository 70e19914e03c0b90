import { ReactFlowProvider } from '@xyflow/react';
import { useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';
import { EmptyState } from '../common/EmptyState';
import { Stage } from './Stage';
import styles from './stage.module.css';

/**
 * The stage: every node, Pod, Service and device of the shown bench, and the packet on its way.
 * Needs the page's providers (words, tooltips, address book) around it.
 */
export function TopologyStage() {
  const t = useTranslations('topology');
  const bench = useBench(({ run }) => run.bench);
  const present = useBench(({ document }) => document.present);
  const shown = useBench(({ run }) => run.shownDocument);
  const working = useBench(({ run }) => run.status === 'working');
  if (!bench || bench.netns.length === 0) {
    return (
      <section className={styles.stage} aria-label={t('stage')}>
        {!working && <EmptyState title={t('empty')}>{t('emptyNext')}</EmptyState>}
      </section>
    );
  }
  return (
    <section className={styles.stage} aria-label={t('stage')}>
      <ReactFlowProvider>
        <Stage document={shown ?? present} bench={bench} />
      </ReactFlowProvider>
    </section>
  );
}
