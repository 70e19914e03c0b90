import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useBench, useActions } from '../../../store/hooks';
import { netnsById, shownSteps, type FlatStep } from '../../../store/selectors';
import { classes } from '../../common/classes';
import { useStepIndex } from '../../rules/datapath-context';
import { routeTables, routingAt, type RouteTableView } from './conntrack.model';
import styles from '../../common/tables.module.css';
import { RouteLine } from '../../rules/rule/lines';
import type { NetnsView } from '../../../engine/protocol';
import { Button, Select } from '../../common/controls';
import { EmptyState } from '../../common/feedback';
import { usePhrase } from '../../common/i18n/use-phrase';
import { nodesByPassage } from '../../rules/ladder.model';

const FOLLOW = '';

/** The routing tables of a namespace, in the order they are asked, and the route the packet took. */
export function RoutesTab() {
  const t = useTranslations('tables.routes');
  const steps = useBench(shownSteps);
  const now = useStepIndex();
  const bench = useBench((state) => state.run.bench);
  const [picked, setPicked] = useState(FOLLOW);
  const all = useMemo(() => nodesByPassage(bench?.netns ?? [], steps), [bench, steps]);
  const follows = steps[now]?.netns ?? all[0]?.id;
  const shown = all.some(({ id }) => id === picked) ? picked : follows;
  const netns = useBench((state) => netnsById(state, shown));
  if (!netns) return <EmptyState title={t('none')} />;
  const title = (id: string | undefined): string => all.find((each) => each.id === id)?.title ?? '';
  return (
    <div className={styles.tab}>
      <Select
        aria-label={t('namespace')}
        value={shown === picked ? picked : FOLLOW}
        onChange={setPicked}
        options={[
          { id: FOLLOW, label: t('follow', { netns: title(follows) }) },
          ...all.map((each) => ({ id: each.id, label: each.title })),
        ]}
      />
      <Tables netns={netns} decision={routingAt(steps, now, netns.id)} />
    </div>
  );
}

function Tables({ netns, decision }: { readonly netns: NetnsView; readonly decision: FlatStep | undefined }) {
  const t = useTranslations('tables.routes');
  const chosen = decision?.data.kind === 'routing' ? decision.data.route : undefined;
  const tables = useMemo(() => routeTables(netns.routes, chosen), [netns, chosen]);
  return (
    <>
      {decision && <Decision step={decision} />}
      {tables.length === 0 && <p className={styles.quiet}>{t('empty')}</p>}
      {tables.map((table) => (
        <OneTable key={table.table} view={table} />
      ))}
    </>
  );
}

function Decision({ step }: { readonly step: FlatStep }) {
  const t = useTranslations('tables.routes');
  const say = usePhrase();
  const { setPlayhead, pause } = useActions();
  const go = (): void => {
    pause();
    setPlayhead(step.index);
  };
  if (step.data.kind !== 'routing') return null;
  return (
    <div className={styles.decision}>
      <p>{say(step.data.reason)}</p>
      <Button size="s" variant="quiet" onClick={go}>
        {t('goToStep', { step: step.index + 1 })}
      </Button>
    </div>
  );
}

function OneTable({ view: { table, routes } }: { readonly view: RouteTableView }) {
  const t = useTranslations('tables.routes');
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{t('table', { table })}</h3>
      <ul>
        {routes.map(({ route, chosen }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- equal routes may stand twice in a pasted table
          <li key={at} className={classes(styles.routeRow, chosen && styles.chosen)} aria-current={chosen || undefined}>
            <RouteLine route={route} />
            {chosen && <span className={styles.tag}>{t('chosen')}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
