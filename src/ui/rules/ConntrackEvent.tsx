import { useTranslations } from 'use-intl';
import type { ConntrackStep } from '../../core/sim/trace';
import { conntrackSentenceId } from '../inspector/sentence-ids.model';
import { TupleLine } from '../tables/TupleLine';
import styles from './event-card.module.css';

/** conntrack looks the packet up: the state rules will see, and the entry that was found or made. */
export function ConntrackEvent({ step }: { readonly step: ConntrackStep }) {
  const t = useTranslations('rules.event');
  const { ctState, entry, created } = step;
  return (
    <>
      <span className={styles.title}>
        {t('conntrack')} <span className={styles.state}>{ctState}</span>
      </span>
      <span className={styles.line}>{t(`ct.${conntrackSentenceId(step)}`)}</span>
      {entry && !created && (
        <>
          <TupleLine tuple={entry.original} sign="→" />
          <TupleLine tuple={entry.reply} sign="←" />
        </>
      )}
    </>
  );
}
