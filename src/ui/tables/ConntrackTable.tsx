import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { packetProtocolName } from '../common/packet.model';
import { useBench, useActions } from '../../store/hooks';
import { netnsById, shownSteps, type FlatStep } from '../../store/selectors';
import { classes } from '../common/classes';
import { Term } from '../common/labels';
import { FlowState } from '../rules/FlowState';
import { useStepIndex } from '../rules/datapath-context';
import { withoutDefault } from '../common/texts.model';
import {
  entriesAt,
  trackingNetns,
  type EntryChange,
  type ShownEntry,
  routeTables,
  routingAt,
  type RouteTableView,
} from './conntrack.model';
import styles from '../common/tables.module.css';
import { TupleLine, RouteLine } from '../rule/lines';
import type { NetnsView } from '../../engine/protocol';
import { Button, Select } from '../common/controls';
import { EmptyState } from '../common/feedback';
import { usePhrase } from '../i18n/use-phrase';
import { nodesByPassage } from '../rules/ladder.model';

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

const PastedConnections = lazy(async () => ({ default: (await import('./PastedConnections')).PastedConnections }));

const VfpTables = lazy(async () => ({ default: (await import('./EbpfTables')).VfpTables }));

const EbpfTables = lazy(async () => ({ default: (await import('./EbpfTables')).EbpfTables }));

/** The connections every namespace knows at the playhead, what the step under it changed, and those that were pasted. */
export function ConntrackTab() {
  const pasted = useBench(({ run }) => run.bench?.connections);
  const ebpf = useBench(({ run }) => run.result?.trace?.ebpf);
  const vfp = useBench(({ run }) => run.result?.trace?.vfp);
  return (
    <>
      {ebpf && (
        <Suspense fallback={null}>
          <EbpfTables tables={ebpf} />
        </Suspense>
      )}
      {vfp && (
        <Suspense fallback={null}>
          <VfpTables tables={vfp} />
        </Suspense>
      )}
      <Tracked />
      {pasted && pasted.length > 0 && (
        <div className={styles.tab}>
          <Suspense fallback={null}>
            <PastedConnections connections={pasted} by="conntrack" />
            <PastedConnections connections={pasted} by="ipvs" />
          </Suspense>
        </div>
      )}
    </>
  );
}

function Tracked() {
  const t = useTranslations('tables.conntrack');
  const steps = useBench(shownSteps);
  const trace = useBench((state) => state.run.result?.trace);
  const now = useStepIndex();
  const netns = useMemo(() => (trace ? trackingNetns(trace, steps) : []), [trace, steps]);
  if (!trace || steps.length === 0) return <FlowState />;
  return (
    <div className={styles.tab}>
      {netns.length === 0 && <p className={styles.quiet}>{t('none')}</p>}
      {netns.map((id) => (
        <NetnsEntries key={id} netns={id} entries={entriesAt(trace, steps, now, id)} />
      ))}
      <p className={styles.note}>
        <Term id="conntrack-entry" /> · <Term id="tuple" />
      </p>
      <p className={styles.quiet}>{t('note')}</p>
    </div>
  );
}

function NetnsEntries({ netns, entries }: { readonly netns: string; readonly entries: readonly ShownEntry[] }) {
  const t = useTranslations('tables.conntrack');
  const title = withoutDefault(useBench((state) => netnsById(state, netns)?.title ?? netns));
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{title}</h3>
      {entries.length === 0 && <p className={styles.quiet}>{t('empty')}</p>}
      <ul>
        {entries.map((shown) => (
          <li key={shown.entry.id}>
            <Entry shown={shown} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Entry({ shown: { entry, phase, changes } }: { readonly shown: ShownEntry }) {
  const t = useTranslations('tables.conntrack');
  const changed = (...of: EntryChange[]): string | false =>
    of.some((each) => changes.includes(each)) && styles.changed!;
  return (
    <div className={classes(styles.entry, changes.length > 0 && styles.entryChanged, phase === 'lost' && styles.lost)}>
      <p className={styles.entryHead}>
        <b>{packetProtocolName(entry.original.protocol)}</b>
        {entry.tcpState !== undefined && <span className={classes(changed('state'))}>{entry.tcpState}</span>}
        <span className={classes(styles.timer, changed('timeout'))}>{t('timeout', { seconds: entry.timeout })}</span>
        {phase !== 'confirmed' && <span className={styles.phase}>{t(phase)}</span>}
      </p>
      <TupleLine tuple={entry.original} sign="→" changed={changes.includes('original')} />
      <TupleLine tuple={entry.reply} sign="←" changed={changes.includes('reply')} />
      <p className={classes(styles.status, changed('status', 'confirmed'))}>
        {entry.status.map((status) => `[${status}]`).join(' ')}
        {entry.mark !== 0 && ` mark=${entry.mark}`}
        {entry.zone !== 0 && ` zone=${entry.zone}`}
      </p>
      {changes.length > 0 && (
        <p className={styles.changes}>
          {t('changes', { changes: changes.map((each) => t(`change.${each}`)).join(', ') })}
        </p>
      )}
    </div>
  );
}
