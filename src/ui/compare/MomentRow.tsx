import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { classes } from '../common/classes';
import type { CompareCell, CompareRow } from './compare.model';
import { StepLine } from './StepLine';
import { useRowWords } from './use-row-words';
import styles from './compare.module.css';
import cellStyles from './cell.module.css';

interface Props {
  readonly row: CompareRow;
  /** How many ticks of this row have passed; -1: it is not the present one. */
  readonly inside: number;
  readonly onGo: (tick: number) => void;
}

/** One moment in every pane. A tick changes classes of two rows and draws nothing else. */
export const MomentRow = memo(function MomentRow({ row, inside, onGo }: Props) {
  const { place, event } = useRowWords()(row);
  const name = `${place} ${event}`;
  const now = inside >= 0;
  return (
    <div
      role="row"
      data-moment={row.id}
      aria-current={now ? 'step' : undefined}
      className={classes(styles.row, styles.moment, now && styles.now, row.arrives && styles.arrives)}
    >
      <div role="rowheader" aria-label={name} className={styles.label}>
        <button type="button" aria-label={name} className={styles.go} onClick={() => onGo(row.tick)}>
          <span className={styles.names}>
            {row.arrives && <span className={styles.place}>{place}</span>}
            <span className={styles.event}>{event}</span>
          </span>
        </button>
      </div>
      {row.cells.map((cell, pane) => (
        // oxlint-disable-next-line react/no-array-index-key -- a pane is its place
        <Cell key={pane} cell={cell} inside={inside} />
      ))}
    </div>
  );
});

/** `data-waits`: the others move on, this pane stands still. */
function Cell({ cell, inside }: { readonly cell: CompareCell | undefined; readonly inside: number }) {
  const t = useTranslations('compare');
  if (!cell) {
    const waits = inside >= 0;
    return (
      <div role="cell" className={classes(cellStyles.cell, cellStyles.empty)} data-waits={waits ? '' : undefined}>
        <span className={cellStyles.nothing}>{t(waits ? 'waits' : 'nothing')}</span>
      </div>
    );
  }
  const lit = inside < 0 ? -1 : Math.min(inside, cell.steps.length - 1);
  return (
    <div role="cell" className={cellStyles.cell}>
      <ol className={cellStyles.lines}>
        {cell.steps.map((step, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- steps of a trace never move
          <StepLine key={at} step={step} cell={cell} lit={at === lit} />
        ))}
      </ol>
    </div>
  );
}
