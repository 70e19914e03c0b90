import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';
import { classes } from '../common/classes';
import { ticksInside, type CompareCell, type CompareRow } from './compare.model';
import { StepLine } from './StepLine';
import { useRowWords } from './use-row-words';
import styles from './compare.module.css';
import cellStyles from './cell.module.css';

interface Props {
  readonly row: CompareRow;
  /** The last tick of all. */
  readonly last: number;
  readonly onGo: (tick: number) => void;
}

/** One moment in every pane. A tick draws the row it leaves, the one it comes to, and of those only what is lit otherwise. */
export const MomentRow = memo(function MomentRow({ row, last, onGo }: Props) {
  const inside = useBench(({ view }) => ticksInside(row, view.compareTick, last));
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
        <Cell key={pane} cell={cell} lit={litLine(cell, inside)} />
      ))}
    </div>
  );
});

/** The line of a cell that is lit; -1: none; undefined: the cell has none, and the others move on. */
function litLine(cell: CompareCell | undefined, inside: number): number | undefined {
  if (inside < 0) return -1;
  return cell && Math.min(inside, cell.steps.length - 1);
}

/** `data-waits`: the others move on, this pane stands still. */
const Cell = memo(function Cell({
  cell,
  lit,
}: {
  readonly cell: CompareCell | undefined;
  readonly lit: number | undefined;
}) {
  const t = useTranslations('compare');
  if (!cell) {
    const waits = lit === undefined;
    return (
      <div role="cell" className={classes(cellStyles.cell, cellStyles.empty)} data-waits={waits ? '' : undefined}>
        <span className={cellStyles.nothing}>{t(waits ? 'waits' : 'nothing')}</span>
      </div>
    );
  }
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
});
