import { reasonsOf, tell, type Narration } from '../../core/sim/narrate';
import { VerdictBadge } from '../common/VerdictBadge';
import { usePhrase } from '../i18n/use-phrase';
import { targetMark } from '../theme/verdicts';
import styles from './event-card.module.css';

/** The packet ends here, and why. */
export function StopEvent({ narration }: { readonly narration: Narration }) {
  const say = usePhrase();
  return (
    <>
      <span className={styles.title}>
        <VerdictBadge mark={targetMark('DROP')} word={say(tell(narration, 'card'))} />
      </span>
      {reasonsOf(narration).map((reason) => (
        <span key={reason.id} className={styles.line}>
          {say(reason)}
        </span>
      ))}
    </>
  );
}
