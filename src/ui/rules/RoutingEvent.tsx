import { useTranslations } from 'use-intl';
import { tell, type Narration } from '../../core/sim/narrate';
import type { RoutingStep } from '../../core/sim/trace';
import { usePhrase } from '../i18n/use-phrase';
import styles from './event-card.module.css';
import { RouteLine } from '../tables/RouteLine';

/** The routing decision: for this host, through it, out of it, or nowhere; and the route that says so. */
export function RoutingEvent({ step, narration }: { readonly step: RoutingStep; readonly narration: Narration }) {
  const t = useTranslations('rules.event');
  const say = usePhrase();
  const { route, again, reason } = step;
  return (
    <>
      <span className={styles.title}>
        {t(again ? 'routingAgain' : 'routing')} <span className={styles.state}>{say(tell(narration, 'card'))}</span>
      </span>
      {route && <RouteLine route={route} />}
      <span className={styles.line}>{say(reason)}</span>
    </>
  );
}
