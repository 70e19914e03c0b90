import { useTranslations } from 'use-intl';
import type { RuleRef } from '../../core/linux/xtables/types';
import type { FlatStep } from '../../store/selectors';
import { classes } from '../common/classes';
import styles from './chain-card.module.css';
import { useExplanation } from './use-explanation';

const SIGN = { true: '✓', false: '✕', unknown: '?' } as const;

/** Every test of a rule up to the first that failed: what it wanted and what the packet had. */
export function RuleTests({ at, step }: { readonly at: RuleRef; readonly step: FlatStep }) {
  const t = useTranslations('rules');
  const explanation = useExplanation(at, step);
  if (!explanation) return null;
  return (
    <ul className={styles.tests} aria-label={t('tests')}>
      {explanation.tests.map(({ part, matched, expected, actual }) => (
        <li key={part} className={classes(styles.oneTest, matched !== true && styles.failedTest)}>
          <span aria-hidden>{SIGN[`${matched}`]}</span>
          {!expected.includes(part) && <code>{part}</code>}
          <span>{t(`test.${matched}`, { wanted: expected, had: actual })}</span>
        </li>
      ))}
    </ul>
  );
}
