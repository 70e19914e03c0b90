import { useMemo, useState, useEffect } from 'react';
import type { Phrase } from '../../core/lib/phrase';
import { useTranslations } from 'use-intl';
import { isProbe } from '../../core/questions/compare/compare-probes';
import { useActions } from '../../store/hooks';
import type { ProbeRow, ComparedDocuments } from '../../engine/questions/compare';
import { Button } from '../common/controls';
import { classes } from '../common/classes';
import { PaneTable } from './PaneHeads';
import { inOrder } from './pane.model';
import { type Compared, useFlowTitle } from './use-comparison';
import styles from './compare.module.css';
import probeStyles from './probes.module.css';
import { engineFailure } from '../../engine/failure';
import { background } from '../../engine/page-engines';
import type { PaneSpec } from '../../engine/protocol';
import type { EndsPart, ComparedEnds } from '../../core/questions/compare/compare-ends';
import { AddressChip } from '../common/addresses';
import { aboutOdds } from '../../core/lib/fraction';
import { MisdeliveredBadge, VerdictBadge } from '../common/VerdictBadge';
import { usePhrase } from '../common/i18n/use-phrase';
import { dispositionMark } from '../common/theme/verdicts';
import cellStyles from './cell.module.css';

interface Props {
  readonly end: ComparedEnds;
  readonly differ: readonly EndsPart[];
  /** Why it is otherwise here. */
  readonly reasons: readonly Phrase[];
}

/** So many backends are listed; more are counted. */
const MOST = 4;

/** The outcome of a flow in one pane: its end, who gets it with which odds, and the source they see. */
export function ProbeCell({ end, differ, reasons }: Props) {
  const t = useTranslations('compare');
  const say = usePhrase();
  const part = (id: EndsPart): string => classes(probeStyles.part, differ.includes(id) && probeStyles.marked);
  const { verdicts, backends, sources, problem } = end;
  return (
    <div role="cell" className={classes(cellStyles.cell, probeStyles.cell)}>
      {problem && <p className={part('verdicts')}>{say(problem)}</p>}
      <Verdicts verdicts={verdicts} className={part('verdicts')} />
      {backends.length > 0 && (
        <ul className={part('backends')}>
          {backends.slice(0, MOST).map(({ to, odds, kernelOdds }) => (
            <li key={to} className={probeStyles.backend}>
              <span className={probeStyles.odds}>
                {odds === undefined ? t('unknownOdds') : aboutOdds(odds, kernelOdds !== undefined)}
              </span>{' '}
              <AddressChip address={to} bare />
            </li>
          ))}
          {backends.length > MOST && (
            <li className={probeStyles.quiet}>{t('more', { count: backends.length - MOST })}</li>
          )}
        </ul>
      )}
      {sources.length > 0 && (
        <p className={part('sources')}>
          <span className={probeStyles.quiet}>{t('probes.sees')}</span>{' '}
          {sources.map((source) => (
            <AddressChip key={source} address={source} bare />
          ))}
        </p>
      )}
      {reasons.map((reason) => (
        <p key={reason.id} className={probeStyles.reason} data-reason={reason.id}>
          {say(reason)}
        </p>
      ))}
    </div>
  );
}

function Verdicts({
  verdicts,
  className,
}: {
  readonly verdicts: ComparedEnds['verdicts'];
  readonly className: string;
}) {
  const t = useTranslations('compare');
  const verdict = useTranslations('common.verdict');
  return verdicts.map(({ kind, answered, odds, kernelOdds, astray = false }) => (
    <p key={`${kind} ${answered} ${astray}`} className={className}>
      {astray ? <MisdeliveredBadge /> : <VerdictBadge mark={dispositionMark({ kind } as never)} word={verdict(kind)} />}
      {kind === 'DELIVERED' && !answered && <b>· {t('silent')}</b>}
      {verdicts.length > 1 && (
        <span className={probeStyles.quiet}>
          {' '}
          {odds === undefined ? t('unknownOdds') : aboutOdds(odds, kernelOdds !== undefined)}
        </span>
      )}
    </p>
  ));
}

/** How far the table of differences is. */
export interface Probes {
  readonly rows: readonly ProbeRow[];
  /** Undefined before the first answer. */
  readonly total: number | undefined;
  /** What no flow's end shows. */
  readonly beyond: readonly Phrase[];
  readonly stopped: boolean;
  /** Why the engine stopped by itself. */
  readonly failure: Phrase | undefined;
  readonly stop: () => void;
  readonly resume: () => void;
}

interface Found {
  readonly of: unknown;
  readonly beyond: readonly Phrase[];
  readonly rows: readonly ProbeRow[];
  readonly total: number | undefined;
}

const NOTHING = { rows: [], total: undefined, beyond: [] } as const;

/** Asks for rows, slice after slice, until all are there or it is stopped; other panes begin anew. */
export function useProbes(documents: ComparedDocuments, panes: readonly PaneSpec[]): Probes {
  const [question, setQuestion] = useState({ documents, panes });
  const [found, setFound] = useState<Found>({ of: question, ...NOTHING });
  const [stopped, setStopped] = useState(false);
  const [failed, setFailed] = useState<{ readonly to: unknown; readonly why: Phrase }>();
  if (question.documents !== documents || question.panes !== panes) {
    setQuestion({ documents, panes });
    setStopped(false);
  }
  const current = found.of === question ? found : { of: question, ...NOTHING };
  const from = current.rows.length;
  const done = current.total !== undefined && from >= current.total;
  useEffect(() => {
    if (stopped || done || question.panes.length === 0) return undefined;
    const abort = new AbortController();
    background
      .ask('probe', { ...question, from }, { signal: abort.signal })
      .then(({ rows, total, beyond }) => {
        setFound((old) => {
          const before = old.of === question ? old : NOTHING;
          return { of: question, rows: [...before.rows, ...rows], total, beyond: [...before.beyond, ...beyond] };
        });
      })
      .catch((error: unknown) => {
        const why = abort.signal.aborted ? undefined : engineFailure(error);
        if (!why) return;
        setFailed({ to: question, why });
        setStopped(true);
      });
    return () => abort.abort();
  }, [question, from, done, stopped]);
  return {
    failure: failed?.to === question ? failed.why : undefined,
    rows: current.rows,
    total: current.total,
    beyond: current.beyond,
    stopped,
    stop: () => setStopped(true),
    resume: () => setStopped(false),
  };
}

/** So many rows are drawn at first, and with every wish for more. */
const PAGE = 100;

/** Many flows through every pane, those first that the panes do otherwise; each opens in the panes. */
export function ProbeTable({ compared }: { readonly compared: Compared }) {
  const t = useTranslations('compare.probes');
  const probes = useProbes(compared.documents, compared.panes);
  const [all, setAll] = useState(false);
  const [most, setMost] = useState(PAGE);
  const rows = useMemo(() => inOrder(probes.rows, all), [probes.rows, all]);
  return (
    <>
      <Progress probes={probes} all={all} onAll={setAll} />
      <div className={styles.scroller}>
        <PaneTable compared={compared} count={compared.panes.length} label={t('title')} corner={t('flow')}>
          <div role="rowgroup">
            {rows.slice(0, most).map((row) => (
              <Row key={row.flow.id} row={row} />
            ))}
          </div>
        </PaneTable>
        {rows.length === 0 && probes.total !== undefined && probes.rows.length >= probes.total && (
          <p className={probeStyles.none}>{t(probes.total === 0 ? 'noFlows' : 'noDifference')}</p>
        )}
        {rows.length > most && (
          <Button size="s" className={probeStyles.more} onClick={() => setMost(most + PAGE)}>
            {t('more', { count: rows.length - most })}
          </Button>
        )}
        <Beyond phrases={probes.beyond} />
      </div>
    </>
  );
}

/** What the modes do otherwise beside how flows end. */
function Beyond({ phrases }: { readonly phrases: readonly Phrase[] }) {
  const t = useTranslations('compare.probes');
  const say = usePhrase();
  if (phrases.length === 0) return null;
  return (
    <section aria-labelledby="beyond-flows" className={probeStyles.beyond}>
      <h3 id="beyond-flows">{t('beyond')}</h3>
      <ul>
        {phrases.map((each) => (
          <li key={each.id} data-reason={each.id}>
            {say(each)}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ProgressProps {
  readonly probes: Probes;
  readonly all: boolean;
  readonly onAll: (all: boolean) => void;
}

/** How many flows differ, how far it is, and to stop it. */
function Progress({ probes, all, onAll }: ProgressProps) {
  const t = useTranslations('compare.probes');
  const say = usePhrase();
  const { rows, total, stopped, failure } = probes;
  const differing = rows.filter(({ differ }) => differ.length > 0).length;
  const running = total === undefined || rows.length < total;
  const probed = rows.filter(({ flow }) => isProbe(flow.id)).length;
  const counts = { done: rows.length, total: total ?? 0, own: rows.length - probed, probes: probed };
  return (
    <div className={probeStyles.progress}>
      <p role="status" className={probeStyles.said}>
        <b>{t('differing', { count: differing })}</b> {failure && `${say(failure)} `}
        {total === undefined ? !failure && t('starting') : t(running ? 'sofar' : 'done', counts)}
      </p>
      {running && (
        <Button size="s" onClick={stopped ? probes.resume : probes.stop}>
          {t(stopped ? 'resume' : 'stop')}
        </Button>
      )}
      <label className={probeStyles.all}>
        <input type="checkbox" checked={all} onChange={(event) => onAll(event.target.checked)} />
        {t('all')}
      </label>
    </div>
  );
}

function Row({ row }: { readonly row: ProbeRow }) {
  const t = useTranslations('compare.probes');
  const titleOf = useFlowTitle();
  const { setCompare, setCompareTick, selectFlow } = useActions();
  const { flow, ends, differ, reasons } = row;
  const generated = isProbe(flow.id);
  const title = titleOf(flow);
  const show = (): void => {
    setCompareTick(0);
    setCompare({ tab: 'walk', outcome: undefined, probe: generated ? flow.id : undefined });
    if (!generated) selectFlow(flow.id);
  };
  return (
    <div role="row" data-differs={differ.length > 0} className={classes(styles.row, styles.moment)}>
      <div role="rowheader" className={styles.label}>
        <button type="button" title={t('open')} className={classes(styles.go, probeStyles.flow)} onClick={show}>
          <span className={probeStyles.title}>{title}</span>
          <span className={probeStyles.kind}>
            {flow.protocol.toUpperCase()} · {t(generated ? 'generated' : 'own')}
          </span>
          {differ.length > 0 && (
            <span className={probeStyles.differ}>≠ {differ.map((part) => t(`part.${part}`)).join(', ')}</span>
          )}
        </button>
      </div>
      {ends.map((end, pane) => (
        // oxlint-disable-next-line react/no-array-index-key -- a pane is its place
        <ProbeCell key={pane} end={end} differ={differ} reasons={reasons?.pane === pane ? reasons.says : []} />
      ))}
    </div>
  );
}
