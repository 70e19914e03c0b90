import { reasonsOf, tell, type Narration } from '../../core/sim/narrate';
import { usePhrase } from '../i18n/use-phrase';
import styles from './event-card.module.css';

/** What happened, and why: the packet comes, crosses a bridge, or goes. */
export function MoveEvent({ narration }: { readonly narration: Narration }) {
  const say = usePhrase();
  return (
    <>
      <span className={styles.title}>{say(tell(narration, 'card'))}</span>
      {reasonsOf(narration).map((reason) => (
        <span key={reason.id} className={styles.line}>
          {say(reason)}
        </span>
      ))}
    </>
  );
}
