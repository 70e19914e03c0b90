import { useTranslations } from 'use-intl';
import { tell, type Narration } from '../../core/sim/narrate';
import type { ConntrackStep } from '../../core/sim/trace';
import { usePhrase } from '../i18n/use-phrase';
import { TupleLine } from '../tables/TupleLine';
import styles from './event-card.module.css';

/** conntrack looks the packet up: the state rules will see, and the entry that was found or made. */
export function ConntrackEvent({ step, narration }: { readonly step: ConntrackStep; readonly narration: Narration }) {
  const t = useTranslations('rules.event');
  const say = usePhrase();
  const { ctState, entry, created } = step;
  return (
    <>
      <span className={styles.title}>
        {t('conntrack')} <span className={styles.state}>{ctState}</span>
      </span>
      <span className={styles.line}>{say(tell(narration, 'card'))}</span>
      {entry && !created && (
        <>
          <TupleLine tuple={entry.original} sign="→" />
          <TupleLine tuple={entry.reply} sign="←" />
        </>
      )}
    </>
  );
}
