import { useTranslations } from 'use-intl';
import type { StopStep } from '../../core/sim/trace';
import { VerdictBadge } from '../common/VerdictBadge';
import { usePhrase } from '../i18n/use-phrase';
import { targetMark } from '../theme/verdicts';
import styles from './event-card.module.css';

/** The packet ends here, and why. */
export function StopEvent({ step }: { readonly step: StopStep }) {
  const t = useTranslations('rules.event');
  const say = usePhrase();
  return (
    <>
      <span className={styles.title}>
        <VerdictBadge mark={targetMark('DROP')} word={t('stop')} />
      </span>
      <span className={styles.line}>{say(step.reason)}</span>
    </>
  );
}
