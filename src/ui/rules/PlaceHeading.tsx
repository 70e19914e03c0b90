import { useTranslations } from 'use-intl';
import { classes } from '../common/classes';
import styles from './datapath.module.css';
import { useGoTo, useScope } from './datapath-context';
import { priorityText } from './stands.model';
import type { Place } from './rules.model';

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
  const { now, tabStop } = useScope();
  const { hook, table, base, hookStep } = place;
  const where = base ? `${table} ${priorityText(base.priority)}` : table;
  const current = first && hookStep?.index === now;
  return (
    <h4 className={styles.place}>
      <button
        type="button"
        tabIndex={first && hookStep?.index === tabStop ? 0 : -1}
        data-row
        data-step={first ? hookStep?.index : undefined}
        aria-current={current ? 'step' : undefined}
        className={classes(styles.placeName, current && styles.now)}
        onClick={() => hookStep && goTo(hookStep)}
      >
        {hook}
        {!closed && <span className={styles.table}>{where ?? t('conntrackPlace')}</span>}
      </button>
    </h4>
  );
}
