import { useTranslations } from 'use-intl';
import type { ConntrackStep } from '../../core/sim/trace';
import { TupleLine } from '../tables/TupleLine';
import styles from './event-card.module.css';

/** conntrack looks the packet up: the state rules will see, and the entry that was found or made. */
export function ConntrackEvent({ step }: { readonly step: ConntrackStep }) {
  const t = useTranslations('rules.event');
  const { ctState, direction, entry, created } = step;
  const found = created ? 'created' : entry ? direction : 'none';
  return (
    <>
      <span className={styles.title}>
        {t('conntrack')} <span className={styles.state}>{ctState}</span>
      </span>
      <span className={styles.line}>{t(`ct.${found}`)}</span>
      {entry && !created && (
        <>
          <TupleLine tuple={entry.original} sign="→" />
          <TupleLine tuple={entry.reply} sign="←" />
        </>
      )}
    </>
  );
}
