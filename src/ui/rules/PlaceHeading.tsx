import { useTranslations } from 'use-intl';
import { classes } from '../common/classes';
import styles from './datapath.module.css';
import { useGoTo } from './datapath-context';
import { priorityText } from './stands.model';
import type { Place } from './rules.model';
import { useStepRow } from './use-step-row';

interface Props {
  readonly place: Place;
  /** The first heading of a hook is the hook's own step. */
  readonly first: boolean;
  /** The lines below name their tables themselves. */
  readonly closed: boolean;
}

/** `PREROUTING · nat`: where the cards below stand. */
export function PlaceHeading({ place, first, closed }: Props) {
  const t = useTranslations('rules');
  const goTo = useGoTo();
  const { hook, table, base, hookStep } = place;
  const where = base ? `${table} ${priorityText(base.priority)}` : table;
  const { row, current } = useStepRow(first ? hookStep : undefined);
  return (
    <h4 className={styles.place}>
      <button
        type="button"
        {...row}
        className={classes(styles.placeName, current && styles.now)}
        onClick={() => hookStep && goTo(hookStep)}
      >
        {hook}
        {!closed && <span className={styles.table}>{where ?? t('conntrackPlace')}</span>}
      </button>
    </h4>
  );
}
