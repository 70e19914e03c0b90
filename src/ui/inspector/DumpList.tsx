import { useEffect, useId, useMemo, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { lineCount, longestLine, ruleAtLine, type ChainIndex } from '../rules/rules-view.model';
import { ruleName, type Hit } from './dump.model';
import { DumpRow } from './DumpRow';
import styles from './dump-list.module.css';
import type { Remarks } from './remarks.model';
import { ROW_HEIGHT, useWindow } from './use-window';

export interface DumpListProps {
  readonly index: ChainIndex;
  readonly label: string;
  /** The line the keyboard is on. */
  readonly cursor: number;
  readonly selected: number | undefined;
  /** The line of the rule under the playhead. */
  readonly now: number | undefined;
  readonly hits: ReadonlyMap<number, Hit>;
  readonly remarks: Remarks;
  /** Lines the last edit added, and whether it came just now. */
  readonly changed: ReadonlySet<number>;
  readonly fresh: boolean;
  readonly query: string;
  readonly onCursor: (line: number) => void;
  readonly onChoose: (line: number) => void;
  /** `/` was pressed: a list box keeps keys from the page. */
  readonly onSearch: () => void;
}

/** The lines of a dump; only those in sight are drawn, cut from the text as they come. */
export function DumpList(props: DumpListProps) {
  const { index, label, cursor, selected, now, hits, remarks, changed, fresh, query, onCursor, onChoose, onSearch } =
    props;
  const { view } = index;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const count = lineCount(view);
  const width = useMemo(() => longestLine(view), [view]);
  const { first, last, top, fast } = useWindow(scroller, count);
  useCursorInSight(scroller, cursor);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = moved(event, cursor, count, scroller.current?.clientHeight ?? 0);
    if (next !== undefined) onCursor(next);
    else if (event.key === 'Enter') onChoose(cursor);
    else if (event.key === '/') onSearch();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <TopChain index={index} line={top} />
      <div
        ref={scroller}
        role="listbox"
        tabIndex={0}
        aria-label={label}
        aria-activedescendant={cursor >= first && cursor < last ? `${id}-${cursor}` : undefined}
        className={styles.scroller}
        onKeyDown={onKeyDown}
      >
        <div className={styles.sheet} style={{ height: count * ROW_HEIGHT, minWidth: `calc(${width}ch + 96px)` }}>
          <div className={styles.rows} style={{ transform: `translateY(${first * ROW_HEIGHT}px)` }}>
            {Array.from({ length: last - first }, (_, at) => first + at).map((line) => (
              <DumpRow
                key={line}
                id={`${id}-${line}`}
                view={view}
                line={line}
                count={count}
                query={query}
                plain={fast}
                hit={hits.get(line)}
                remark={remarks.get(line)?.[0]}
                change={changed.has(line) ? (fresh ? 'fresh' : 'changed') : undefined}
                isCursor={line === cursor}
                isSelected={line === selected}
                isNow={line === now}
                onChoose={onChoose}
              />
            ))}
          </div>
        </div>
      </div>
    </>
  );
}

function moved(event: KeyboardEvent, cursor: number, count: number, height: number): number | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const page = Math.max(1, Math.floor(height / ROW_HEIGHT) - 1);
  const to: Readonly<Record<string, number>> = {
    ArrowDown: cursor + 1,
    ArrowUp: cursor - 1,
    PageDown: cursor + page,
    PageUp: cursor - page,
    Home: 0,
    End: count - 1,
  };
  const next = to[event.key];
  return next === undefined ? undefined : Math.max(0, Math.min(next, count - 1));
}

/** Keeps the cursor's line in sight; a far jump puts it in the middle. */
function useCursorInSight(scroller: RefObject<HTMLDivElement | null>, cursor: number): void {
  useEffect(() => {
    const view = scroller.current;
    if (!view) return;
    const [start, end] = [cursor * ROW_HEIGHT, (cursor + 1) * ROW_HEIGHT];
    const { scrollTop, clientHeight } = view;
    if (start >= scrollTop && end <= scrollTop + clientHeight) return;
    const near = Math.abs(start - scrollTop) < clientHeight + 3 * ROW_HEIGHT;
    const edge = start < scrollTop ? start : end - clientHeight;
    view.scrollTo({ top: near ? edge : start - clientHeight / 2 });
  }, [scroller, cursor]);
}

/** Which chain the first line in sight belongs to. */
function TopChain({ index, line }: { readonly index: ChainIndex; readonly line: number }) {
  const t = useTranslations('inspector.rules');
  const ref = ruleAtLine(index, line);
  return <p className={styles.top}>{ref ? ruleName(ref) : t('line', { line: line + 1 })}</p>;
}
