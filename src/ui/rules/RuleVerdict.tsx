import { useTranslations } from 'use-intl';
import type { Verdict } from '../../core/linux/hooks';
import type { FlatStep } from '../../store/selectors';
import { TargetBadge, VerdictBadge } from '../common/VerdictBadge';
import { markText } from '../inspector/packet.model';
import { usePhrase } from '../i18n/use-phrase';
import { targetMark, verdictMark } from '../theme/verdicts';
import styles from './chain-card.module.css';
import type { RuleText } from './rule-text.model';

interface Props {
  readonly rule: RuleText | undefined;
  readonly verdict: Verdict;
  readonly step: FlatStep | undefined;
}

/** What a rule that matched did: the sign and word of its verdict, the mark it set, what was assumed. */
export function RuleVerdict({ rule, verdict, step }: Props) {
  const t = useTranslations('rules');
  const say = usePhrase();
  const data = step?.data.kind === 'rule' ? step.data : undefined;
  const jumps = verdict.kind === 'JUMP' || verdict.kind === 'GOTO';
  return (
    <span className={styles.verdict}>
      {jumps || rule?.target === undefined ? (
        <VerdictBadge mark={verdictMark(verdict)} />
      ) : (
        <TargetBadge target={rule.target} />
      )}
      {data?.markBefore !== undefined && (
        <span className={styles.mark}>
          {t('mark', { before: markText(data.markBefore), after: markText(data.mark) })}
        </span>
      )}
      {data?.assumed && (
        <span className={styles.assumed}>
          <VerdictBadge mark={targetMark('UNKNOWN')} word={t('assumed')} /> {say(data.assumed)}
        </span>
      )}
    </span>
  );
}
