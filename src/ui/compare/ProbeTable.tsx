import { useMemo, useState, type CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import { isProbe } from '../../core/document/compare-probes';
import { useActions } from '../../store/hooks';
import type { ProbeRow } from '../../engine/questions/compare';
import { Button } from '../common/Button';
import { classes } from '../common/classes';
import { ProbeCell } from './ProbeCell';
import { PaneHeads } from './PaneHeads';
import { inOrder } from './probes.model';
import type { Compared } from './use-comparison';
import { useFlowTitle } from './use-flow-title';
import { useProbes, type Probes } from './use-probes';
import styles from './compare.module.css';
import probeStyles from './probes.module.css';

/** So many rows are drawn at first, and with every wish for more. */
const PAGE = 100;

/** Many flows through every pane, those first that the panes do otherwise; each opens in the panes. */
export function ProbeTable({ compared }: { readonly compared: Compared }) {
  const t = useTranslations('compare.probes');
  const probes = useProbes(compared.documents, compared.panes);
  const [all, setAll] = useState(false);
  const [most, setMost] = useState(PAGE);
  const rows = useMemo(() => inOrder(probes.rows, all), [probes.rows, all]);
  const columns = { '--panes': compared.panes.length } as CSSProperties;
  return (
    <>
      <Progress probes={probes} all={all} onAll={setAll} />
      <div className={styles.scroller}>
        <div role="table" aria-label={t('title')} className={styles.table} style={columns}>
          <div role="rowgroup" className={styles.heads}>
            <div role="row" className={styles.row}>
              <div role="columnheader" className={styles.label}>
                <span className={styles.corner}>{t('flow')}</span>
              </div>
              <PaneHeads compared={compared} count={compared.panes.length} />
            </div>
          </div>
          <div role="rowgroup">
            {rows.slice(0, most).map((row) => (
              <Row key={row.flow.id} row={row} />
            ))}
          </div>
        </div>
        {rows.length === 0 && probes.total !== undefined && probes.rows.length >= probes.total && (
          <p className={probeStyles.none}>{t(probes.total === 0 ? 'noFlows' : 'noDifference')}</p>
        )}
        {rows.length > most && (
          <Button size="s" className={probeStyles.more} onClick={() => setMost(most + PAGE)}>
            {t('more', { count: rows.length - most })}
          </Button>
        )}
      </div>
    </>
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
  const { rows, total, stopped } = probes;
  const differing = rows.filter(({ differ }) => differ.length > 0).length;
  const running = total === undefined || rows.length < total;
  return (
    <div className={probeStyles.progress}>
      <p role="status" className={probeStyles.said}>
        <b>{t('differing', { count: differing })}</b>{' '}
        {total === undefined ? t('starting') : t(running ? 'sofar' : 'done', { done: rows.length, total })}
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
  const { flow, ends, differ } = row;
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
        <ProbeCell key={pane} end={end} differ={differ} />
      ))}
    </div>
  );
}
