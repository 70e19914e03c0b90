import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { FateEnd } from '../../core/questions/reach/fate';
import type { Matrix, MatrixRow } from '../../core/questions/reach/matrix';
import { sayColumn, sayFate } from '../../core/questions/reach/say';
import { classes } from '../common/classes';
import { EndWords } from './EndWords';
import { moveInGrid, type GridPlace } from './matrix-keys.model';
import { headRow, shortNames, type MatrixBlock, type MatrixLayout, type RowHead } from './matrix-layout.model';
import { columnKind, END_MARKS, ITSELF_SIGN, openCell, type OpenCell } from './reach.model';
import styles from './matrix.module.css';
import { useReachPhrase } from './use-reach-phrase';
import { useRowHeads } from './use-row-heads';

interface Props {
  readonly matrix: Matrix;
  readonly layout: MatrixLayout;
  /** So many rows are seen, those behind the fold on paper only. */
  readonly seen: number;
  readonly opened: OpenCell | undefined;
  /** Signs without words, beside a cell that is opened. */
  readonly isSmall: boolean;
  /** Only blocks that end so keep their colour. */
  readonly lit: FateEnd | undefined;
  readonly onOpen: (cell: OpenCell | undefined) => void;
  readonly onWalk: (cell: OpenCell) => void;
  /** A sentence of the cell that has the focus. */
  readonly onFocus: (says: string) => void;
}

/** Rows and columns of the grid begin behind their heads, which are line 1. */
const placeIn = (row: number, column: number, rows = 1, columns = 1): CSSProperties => ({
  gridRow: `${row + 2} / span ${rows}`,
  gridColumn: `${column + 2} / span ${columns}`,
});

/** The matrix as a grid: rows are where to, columns who. Each cell can be opened; blocks of cells that read alike are painted over them. */
export function MatrixGrid(props: Props) {
  const { matrix, layout, seen, isSmall, lit, opened, onOpen, onWalk, onFocus } = props;
  const t = useTranslations('reach');
  const say = useReachPhrase();
  const own = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<GridPlace>({ row: 0, column: 0 });
  const { columns } = matrix;
  const short = shortNames(matrix);
  const isOnlyOutside = columns.filter((each) => columnKind(each) === 'outside').length < 2;
  const onKey = (event: KeyboardEvent<HTMLDivElement>): void => {
    const next = moveInGrid(event, focused, { rows: seen, columns: columns.length, blocks: layout.blocks });
    const row = layout.rows[focused.row];
    if (next) {
      event.preventDefault();
      own.current?.querySelector<HTMLElement>(`[data-at="${next.row} ${next.column}"]`)?.focus();
    } else if (event.key === ' ' && row) {
      event.preventDefault();
      const cell = openCell(matrix, row, focused.column);
      if (cell) onWalk(cell);
    }
  };
  return (
    <div
      ref={own}
      role="grid"
      tabIndex={-1}
      aria-label={t('table')}
      className={classes(styles.matrix, isSmall && styles.small)}
      style={{ '--columns': columns.length } as CSSProperties}
      onKeyDown={onKey}
    >
      <div role="row" className={styles.line}>
        <span role="columnheader" className={styles.corner}>
          {t('to')}
        </span>
        {columns.map((column, at) => (
          <span
            key={column.callers[0].id}
            role="columnheader"
            className={styles.head}
            style={{ gridRow: 1, gridColumn: at + 2 }}
          >
            {say(sayColumn(column, isOnlyOutside))}
          </span>
        ))}
      </div>
      {layout.rows.map((row, at) => (
        <GridRow
          key={row.destinations[0].id}
          {...{ row, at, matrix, opened, onOpen, focused }}
          head={headRow(row, short)}
          isFolded={at >= seen}
          onFocus={(place, says) => {
            setFocused(place);
            onFocus(says);
          }}
        />
      ))}
      {layout.blocks.map((block) => (
        <Painted
          key={`${block.row} ${block.column}`}
          block={block}
          row={layout.rows[block.row]}
          {...{ matrix, lit, opened, isSmall }}
          isFolded={block.row >= seen}
        />
      ))}
      {layout.blocks.flatMap(({ row, column, rows, columns: width }) =>
        Array.from({ length: rows - 1 }, (_, at) => (
          <i
            key={`${row + at} ${column}`}
            aria-hidden
            className={classes(styles.rule, row >= seen && styles.folded)}
            style={placeIn(row + at + 1, column, 1, width)}
          />
        )),
      )}
    </div>
  );
}

interface RowProps extends Pick<Props, 'matrix' | 'opened' | 'onOpen'> {
  readonly row: MatrixRow;
  readonly at: number;
  readonly head: RowHead;
  readonly isFolded: boolean;
  readonly focused: GridPlace;
  readonly onFocus: (place: GridPlace, says: string) => void;
}

function GridRow({ row, at, head, isFolded, ...props }: RowProps) {
  const { name, way } = useRowHeads()(row, head);
  const [isNamed, setNamed] = useState(false);
  return (
    <div role="row" className={classes(styles.line, isFolded && styles.folded)}>
      <span role="rowheader" className={styles.rowHead} style={{ gridRow: at + 2, gridColumn: 1 }}>
        {head.isCounted ? (
          <button
            type="button"
            className={classes(styles.count, styles[head.kind])}
            aria-expanded={isNamed}
            onClick={() => setNamed(!isNamed)}
          >
            {name}
          </button>
        ) : (
          <strong className={styles[head.kind]}>{name}</strong>
        )}{' '}
        <span className={styles.way}>
          {way}
          {isNamed && `: ${head.names.join(', ')}`}
        </span>
      </span>
      {props.matrix.columns.map((column, c) => (
        <GridCell key={column.callers[0].id} {...props} row={row} to={`${name}, ${way}`} at={{ row: at, column: c }} />
      ))}
    </div>
  );
}

interface CellProps extends Omit<RowProps, 'at' | 'head' | 'isFolded'> {
  readonly at: GridPlace;
  /** The row in words. */
  readonly to: string;
}

function GridCell({ row, at, to, matrix, opened, onOpen, focused, onFocus }: CellProps) {
  const t = useTranslations('reach');
  const say = useReachPhrase();
  const text = useCellWords()(matrix, row, at.column);
  const by = matrix.columns[at.column];
  const sentence = t('cell', { fate: text, from: by ? say(sayColumn(by, false)) : '', to });
  const cell = openCell(matrix, row, at.column);
  const isOpen = cell !== undefined && isSameCell(opened, cell);
  const isFirst = focused.row === at.row && focused.column === at.column;
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its button has one
    <span role="gridcell" className={styles.place} style={placeIn(at.row, at.column)}>
      <button
        type="button"
        className={styles.cell}
        data-at={`${at.row} ${at.column}`}
        data-end={row.fates[at.column]?.ends[0]?.end}
        tabIndex={isFirst ? 0 : -1}
        title={sentence}
        aria-disabled={cell === undefined}
        aria-expanded={cell === undefined ? undefined : isOpen}
        onFocus={() => onFocus(at, sentence)}
        onClick={() => onOpen(isOpen ? undefined : cell)}
      >
        <span className="visually-hidden">{text}</span>
      </button>
    </span>
  );
}

const isSameCell = (a: OpenCell | undefined, b: OpenCell): boolean =>
  a?.destination === b.destination && a.caller === b.caller;

/** Says what a cell reads. */
export function useCellWords(): (matrix: Matrix, row: MatrixRow, column: number) => string {
  const t = useTranslations('reach');
  const say = useReachPhrase();
  return ({ columns }, { fates, selves, destinations: [{ onlyFrom, node = '' }] }, column) => {
    const [fate, by] = [fates[column], columns[column]];
    if (!fate || !by) return onlyFrom === undefined ? t('silent') : t('onlyItself', { node });
    return sayFate({ ends: fate.ends, self: selves[column] }, columnKind(by))
      .map(({ says, odds = '' }) => `${say(says)} ${odds}`.trim())
      .join(', ');
  };
}

interface PaintedProps extends Pick<Props, 'matrix' | 'lit' | 'opened' | 'isSmall'> {
  readonly block: MatrixBlock;
  readonly row: MatrixRow | undefined;
  readonly isFolded: boolean;
}

/** A block of cells that read alike, with its word once; seen only. */
function Painted({ block, row, matrix, lit, isFolded, isSmall }: PaintedProps) {
  const words = useCellWords();
  if (!row) return null;
  const [fate, by] = [row.fates[block.column], matrix.columns[block.column]];
  const isLit = lit === undefined || fate?.ends.some(({ end }) => end === lit) === true;
  const [first] = fate?.ends ?? [];
  const lines = Array.from({ length: block.columns - 1 }, (_, at) => ((at + 1) * 100) / block.columns);
  return (
    <span
      aria-hidden
      className={classes(
        styles.block,
        first && isLit && styles[END_MARKS[first.end].tone],
        first?.end === 'lost' && isLit && styles.framed,
        first?.end === 'rewritten' && isLit && styles.rewritten,
        !fate && styles.nobody,
        isFolded && styles.folded,
      )}
      style={placeIn(block.row, block.column, block.rows, block.columns)}
    >
      {lines.map((at) => (
        <i key={at} className={styles.hair} style={{ insetInlineStart: `${at}%` }} />
      ))}
      {fate && by ? (
        <>
          <EndWords fate={fate} by={columnKind(by)} self={row.selves[block.column]} isSign={isSmall} />
          {isSmall && row.selves[block.column] !== undefined && <span className={styles.way}>{ITSELF_SIGN}</span>}
        </>
      ) : (
        !isSmall && <span className={styles.way}>{words(matrix, row, block.column)}</span>
      )}
    </span>
  );
}
