import { useTranslations } from 'use-intl';
import { classes } from '../common/classes';
import { VerdictOf } from '../common/VerdictBadge';
import styles from './event-card.module.css';
import { priorityText } from './stands.model';
import { useGoTo } from './datapath-context';
import type { ClosedCard, ClosedTable } from './rules.model';
import { useStepRow } from './use-step-row';

/** Tables in which there is nothing to see: one line each, with the reason. */
export function ClosedCardView({ card }: { readonly card: ClosedCard }) {
  return (
    <ul className={styles.closed}>
      {card.tables.map((table) => (
        <li key={table.name}>
          <ClosedLine closed={table} />
        </li>
      ))}
    </ul>
  );
}

function ClosedLine({ closed: { name, priority, reason, step, verdict } }: { readonly closed: ClosedTable }) {
  const t = useTranslations('rules.closed');
  const { row, current } = useStepRow(step);
  const goTo = useGoTo();
  const words = (
    <>
      <span className={styles.closedName}>
        {name}
        {priority !== undefined && ` ${priorityText(priority)}`}
      </span>
      <span className={styles.closedReason}>{t(reason)}</span>
      {verdict && <VerdictOf verdict={verdict} />}
    </>
  );
  if (!step) return <p className={styles.closedLine}>{words}</p>;
  return (
    <button
      type="button"
      {...row}
      className={classes(styles.closedLine, current && styles.now)}
      onClick={() => goTo(step)}
    >
      {words}
    </button>
  );
}
