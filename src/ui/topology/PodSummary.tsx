import { useTranslations } from 'use-intl';
import styles from './card.module.css';
import { useLayout } from './stage-context';
import type { NodeCard, PodCounts } from './stage-types';

/** When Pods are counted instead of drawn: how many, and how they are. */
export function PodSummary({ card }: { readonly card: NodeCard }) {
  const t = useTranslations('topology');
  const layout = useLayout();
  if (!layout || card.counts.total === card.pods.length) return null;
  const { total, ready, notReady, terminating } = card.counts;
  return (
    <div className={styles.summary}>
      <span>{t('shownOf', { shown: card.pods.length, total })}</span>
      <PodBar counts={card.counts} />
      <span className="visually-hidden">{t('podCounts', { ready, notReady, terminating })}</span>
    </div>
  );
}

/** Ready, not ready, terminating as one bar; the words stand beside it or in its title. */
export function PodBar({ counts }: { readonly counts: PodCounts }) {
  const t = useTranslations('topology');
  const { ready, notReady, terminating } = counts;
  return (
    <span className={styles.bar} title={t('podCounts', { ready, notReady, terminating })}>
      <i className={styles.barReady} style={{ flexGrow: ready }} />
      <i className={styles.barNotReady} style={{ flexGrow: notReady }} />
      <i className={styles.barTerminating} style={{ flexGrow: terminating }} />
    </span>
  );
}
