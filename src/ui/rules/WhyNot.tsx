import { useTranslations } from 'use-intl';
import type { RuleRef } from '../../core/linux/xtables/types';
import type { FlatStep } from '../../store/selectors';
import styles from './chain-card.module.css';
import { useExplanation } from './use-explanation';
import { decidingTest } from './why-not.model';

/** One line why a rule did not match: what its first failing test wanted, and what the packet had. */
export function WhyNot({ at, step }: { readonly at: RuleRef; readonly step: FlatStep }) {
  const t = useTranslations('rules');
  const explanation = useExplanation(at, step);
  const test = explanation && decidingTest(explanation);
  if (!explanation) return <span className={styles.why}>…</span>;
  // Nobody can say it of this rule (nftables): better nothing than a guess.
  if (!test && explanation.matched === 'unknown') return null;
  if (!test) return <span className={styles.why}>{t('noReason')}</span>;
  const words = { wanted: test.expected, had: test.actual };
  return <span className={styles.why}>{t(test.matched === 'unknown' ? 'unknownWhy' : 'why', words)}</span>;
}
