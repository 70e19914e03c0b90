import { useTranslations } from 'use-intl';
import type { Verdict } from '../../core/linux/hooks';
import type { FlatStep } from '../../store/selectors';
import { classes } from '../common/classes';
import { VerdictBadge } from '../common/VerdictBadge';
import { targetMark, verdictMark } from '../theme/verdicts';
import styles from './chain-card.module.css';
import { useGoTo, useScope } from './datapath-context';
import type { ChainCard } from './rules.model';

interface Props {
  readonly card: ChainCard;
  readonly step: FlatStep;
  readonly verdict?: Verdict;
}

/** The end of a chain: its policy, or back to the chain that jumped here. */
export function EndRow({ card, step, verdict }: Props) {
  const t = useTranslations('rules');
  const { now } = useScope();
  const goTo = useGoTo();
  const jump = card.from?.step.data;
  const caller = jump?.kind === 'rule' ? jump.ref.chain : '';
  const current = step.index === now;
  return (
    <button
      type="button"
      data-row
      data-step={step.index}
      tabIndex={current ? 0 : -1}
      aria-current={current ? 'step' : undefined}
      className={classes(styles.row, styles.end, step.index <= now && styles.reached, current && styles.now)}
      onClick={() => goTo(step)}
    >
      <VerdictBadge mark={verdict ? verdictMark(verdict) : targetMark('RETURN')} />
      <span>{verdict ? t('byPolicy') : t('backTo', { chain: caller })}</span>
    </button>
  );
}
