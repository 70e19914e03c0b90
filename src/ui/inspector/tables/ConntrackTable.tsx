import { Suspense, useMemo } from 'react';
import { lazyPart } from '../../common/late';
import { useTranslations } from 'use-intl';
import { packetProtocolName } from '../../common/packet.model';
import { useBench } from '../../../store/hooks';
import { netnsById, shownSteps } from '../../../store/selectors';
import { classes } from '../../common/classes';
import { Term } from '../../common/labels';
import { FlowState } from '../../rules/FlowState';
import { useStepIndex } from '../../rules/datapath-context';
import { plainName } from '../../../core/story/service-at';
import { entriesAt, trackingNetns, type EntryChange, type ShownEntry } from './conntrack.model';
import styles from '../../common/tables.module.css';
import { TupleLine } from '../../rules/rule/lines';

const PastedConnections = lazyPart(async () => (await import('./PastedConnections')).PastedConnections);

const VfpTables = lazyPart(async () => (await import('./EbpfTables')).VfpTables);

const EbpfTables = lazyPart(async () => (await import('./EbpfTables')).EbpfTables);

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
  const title = plainName(useBench((state) => netnsById(state, netns)?.title ?? netns));
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
