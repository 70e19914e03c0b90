import { narrateAlone } from '../../core/sim/narrate';
import type { FlatStep } from '../../store/selectors';
import { classes } from '../common/classes';
import { withoutDefault } from '../common/object-names.model';
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
        <Body step={step} />
      </button>
    </article>
  );
}

/** The kinds that show more than their words: a table, an entry, a route. */
function Body({ step: { data } }: { readonly step: FlatStep }) {
  const narration = narrateAlone(data, { called: withoutDefault });
  if (data.kind === 'conntrack') return <ConntrackEvent step={data} narration={narration} />;
  if (data.kind === 'nat') return <NatEvent step={data} narration={narration} />;
  if (data.kind === 'routing') return <RoutingEvent step={data} narration={narration} />;
  if (data.kind === 'ipvs') return <IpvsEvent step={data} narration={narration} />;
  if (data.kind === 'stop') return <StopEvent narration={narration} />;
  return <MoveEvent narration={narration} />;
}
