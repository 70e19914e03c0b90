import { useTranslations } from 'use-intl';
import { classes } from '../common/classes';
import styles from './datapath.module.css';
import { useGoTo, useScope } from './datapath-context';
import type { Place } from './rules.model';

/** `PREROUTING · nat`: where the cards below stand. The first of a hook is the hook's own step. */
export function PlaceHeading({ place }: { readonly place: Place }) {
  const t = useTranslations('rules');
  const goTo = useGoTo();
  const { now } = useScope();
  const { hook, table, hookStep } = place;
  const current = hookStep?.index === now;
  return (
    <h4 className={styles.place}>
      <button
        type="button"
        tabIndex={-1}
        data-row
        data-step={hookStep?.index}
        aria-current={current ? 'step' : undefined}
        className={classes(styles.placeName, current && styles.now)}
        onClick={() => hookStep && goTo(hookStep)}
      >
        {hook}
        <span className={styles.table}>{table === undefined ? t('conntrackPlace') : table}</span>
      </button>
    </h4>
  );
}
