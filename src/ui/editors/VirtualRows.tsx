import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import styles from './editors.module.css';

/** Height of a row in px before it is measured. */
const ROW_HEIGHT = 28;

interface VirtualRowsProps {
  readonly count: number;
  readonly rowKey: (index: number) => string;
  /** The row that is picked: there even out of sight, so that the focus can go back to it. */
  readonly picked: number | undefined;
  readonly children: (index: number) => ReactNode;
}

/** How far the list's top is below that of what scrolls, in px. */
function marginIn(scroller: HTMLElement, list: HTMLElement): number {
  return list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
}

/**
 * One of several lists that scroll together (in the nearest `[data-scroller]`), drawing only the rows in sight, and
 * those that keys reach in one go: the first, the last, the picked and the focused one.
 */
export function VirtualRows({ count, rowKey, picked, children }: VirtualRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [margin, setMargin] = useState(0);
  const [focused, setFocused] = useState<number>();
  const scroller = (): HTMLElement | null => list.current?.closest<HTMLElement>('[data-scroller]') ?? null;
  // oxlint-disable-next-line react/incompatible-library -- this component hands nothing of it to others
  const rows = useVirtualizer({
    count,
    getScrollElement: scroller,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollMargin: margin,
    getItemKey: rowKey,
    rangeExtractor: (range) => {
      const kept = [0, count - 1, picked ?? 0, focused ?? 0].filter((index) => index >= 0 && index < count);
      return [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b);
    },
  });
  useLayoutEffect(() => {
    const [own, frame, around] = [list.current, scroller(), list.current?.closest('nav')];
    if (!own || !frame || !around) return undefined;
    // What stands above may grow: another list of the same tree.
    const watch = new ResizeObserver(() => setMargin(marginIn(frame, own)));
    watch.observe(around);
    return () => watch.disconnect();
  }, []);
  return (
    <ul ref={list} className={styles.virtual} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={rows.measureElement}
          data-index={index}
          aria-setsize={count}
          aria-posinset={index + 1}
          style={{ transform: `translateY(${start - margin}px)` }}
          onFocus={() => setFocused(index)}
          onBlur={() => setFocused(undefined)}
        >
          {children(index)}
        </li>
      ))}
    </ul>
  );
}
