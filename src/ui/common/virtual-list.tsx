import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';
import { classes } from './classes';
import styles from './lists.module.css';

interface VirtualListProps {
  /** Names the list for screen readers. */
  readonly label: string;
  readonly count: number;
  /** Height of a row in px; rows that are higher are measured. */
  readonly rowHeight: number;
  readonly children: (index: number) => ReactNode;
  readonly rowKey?: (index: number) => string | number;
  /** Scrolls this row into view whenever it changes. */
  readonly scrollTo?: number | undefined;
  /** Rows do not wrap: the list scrolls sideways. */
  readonly wide?: boolean;
  readonly className?: string;
}

/** A list that draws only the rows in sight: 150,000 rows scroll at full speed. Fills its parent's height. */
export function VirtualList(props: VirtualListProps) {
  const { label, count, rowHeight, children, rowKey, scrollTo, wide = false, className } = props;
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- this component hands nothing of it to others
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: rowKey ?? ((index) => index),
  });
  useEffect(() => {
    if (scrollTo !== undefined && scrollTo < count) rows.scrollToIndex(scrollTo, { align: 'auto' });
  }, [scrollTo, count, rows]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <div ref={scroller} tabIndex={0} className={classes(styles.scroller, className)}>
      <ul aria-label={label} className={wide ? styles.wide : styles.sheet} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => (
          <li
            key={row.key}
            ref={rows.measureElement}
            data-index={row.index}
            aria-setsize={count}
            aria-posinset={row.index + 1}
            className={styles.row}
            style={{ transform: `translateY(${row.start}px)` }}
          >
            {children(row.index)}
          </li>
        ))}
      </ul>
    </div>
  );
}
