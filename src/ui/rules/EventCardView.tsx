import type { ReactNode } from 'react';
import { classes } from '../common/classes';
import { ConntrackEvent } from './ConntrackEvent';
import { useGoTo } from './datapath-context';
import styles from './event-card.module.css';
import { IpvsEvent } from './IpvsEvent';
import { MoveEvent } from './MoveEvent';
import { NatEvent } from './NatEvent';
import { RoutingEvent } from './RoutingEvent';
import type { EventCard } from './rules.model';
import { StopEvent } from './StopEvent';
import { useStepRow } from './use-step-row';

/** Something the kernel did outside the rules, in its place among them. */
export function EventCardView({ card: { step, id } }: { readonly card: EventCard }) {
  const { row, current, reached } = useStepRow(step);
  const goTo = useGoTo();
  return (
    <article data-card={id} className={styles.card}>
      <button
        type="button"
        {...row}
        className={classes(styles.body, reached && styles.reached, current && styles.now)}
        onClick={() => goTo(step)}
      >
        {bodyOf(step.data)}
      </button>
    </article>
  );
}

function bodyOf(data: EventCard['step']['data']): ReactNode {
  switch (data.kind) {
    case 'conntrack':
      return <ConntrackEvent step={data} />;
    case 'nat':
      return <NatEvent step={data} />;
    case 'routing':
      return <RoutingEvent step={data} />;
    case 'stop':
      return <StopEvent step={data} />;
    case 'originate':
    case 'receive':
    case 'bridge':
    case 'transmit':
    case 'deliver':
      return <MoveEvent step={data} />;
    case 'ipvs':
      return <IpvsEvent step={data} />;
    case 'hook':
    case 'rule':
    case 'skip':
    case 'return':
    case 'policy':
    default:
      return null;
  }
}
