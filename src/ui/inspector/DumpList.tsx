import { useEffect, useId, useRef, type KeyboardEvent, type RefObject, memo } from 'react';
import { useTranslations } from 'use-intl';
import { ruleAtLine } from '../../engine/chain-index';
import type { ChainIndex } from '../rules/rule/rules-view.model';
import { ruleName, type Hit, lineKind, type Remarks } from './dump.model';
import styles from './dump-list.module.css';
import { ROW_HEIGHT, useWindow } from './use-window';
import type { Diagnostic } from '../../core/formats/format';
import type { Row, RowPart, RulesView } from '../../engine/protocol';
import { useActions } from '../../store/hooks';
import { classes } from '../common/classes';
import severities from '../common/severity.module.css';
import { usePhrase } from '../common/i18n/use-phrase';
import { PlainLine, Marked, RuleLine } from '../rules/rule/lines';
import { tokensOfPart } from '../rules/rule/rule-text.model';
import { verdictMark } from '../common/theme/verdicts';

interface Props {
  readonly id: string;
  /** Absent: it is still coming. */
  readonly row: Row | undefined;
  readonly line: number;
  readonly count: number;
  readonly query: string;
  readonly hit: Hit | undefined;
  readonly remark: Diagnostic | undefined;
  /** The last edit added it; `fresh`: just now. */
  readonly change: 'fresh' | 'changed' | undefined;
  /** Without colours: it flies past. */
  readonly plain: boolean;
  readonly isCursor: boolean;
  readonly isSelected: boolean;
  readonly isNow: boolean;
  readonly onChoose: (line: number) => void;
}

/** One line of the dump. */
const DumpRow = memo(function DumpRow(props: Props) {
  const { id, row, line, count, query, hit, remark, change, plain, isCursor, isSelected, isNow, onChoose } = props;
  const state = [hit && styles.hit, isNow && styles.now, isSelected && styles.selected, isCursor && styles.cursor];
  const news = [change && styles.changed, change === 'fresh' && styles.fresh];
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list box takes the keys for its options
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={line + 1}
      className={classes(styles.row, row && styles[lineKind(row)], ...state, ...news)}
      onClick={() => onChoose(line)}
    >
      <span className={styles.number} aria-hidden>
        {line + 1}
      </span>
      {change && <ChangeWord />}
      <RemarkSign remark={remark} />
      <HitSign hit={hit} />
      {row && (plain ? <code>{row.text}</code> : <Line row={row} query={query} lit={hit !== undefined} />)}
    </div>
  );
});

function ChangeWord() {
  const t = useTranslations('changes');
  return <span className="visually-hidden">{t('changed')}: </span>;
}

function RemarkSign({ remark }: { readonly remark: Diagnostic | undefined }) {
  const say = usePhrase();
  if (!remark) return null;
  const words = say(remark.message);
  return (
    <span className={classes(styles.remark, severities[remark.severity])} title={words}>
      <span aria-hidden>!</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

function HitSign({ hit }: { readonly hit: Hit | undefined }) {
  const t = useTranslations('inspector.rules');
  if (hit?.step.data.kind !== 'rule') return <span className={styles.sign} />;
  const { sign, word } = verdictMark(hit.step.data.verdict);
  return (
    <span className={styles.sign} title={t('hit', { step: hit.step.index + 1, times: hit.times })}>
      <span aria-hidden>{sign}</span>
      <span className="visually-hidden">
        {word}. {t('hit', { step: hit.step.index + 1, times: hit.times })}
      </span>
    </span>
  );
}

function Line({ row, query, lit }: { readonly row: Row; readonly query: string; readonly lit: boolean }) {
  const { text, rule } = row;
  if (rule && lineKind(row) === 'rule' && marksInside(rule.parts, text, query))
    return <RuleLine rule={rule} lit={lit} query={query} />;
  if (query !== '') {
    return (
      <code>
        <Marked text={text} query={query} />
      </code>
    );
  }
  return <PlainLine text={text} />;
}

/** Is what is searched for inside one token? Else the colours give way to the mark. */
function marksInside(parts: readonly RowPart[], text: string, query: string): boolean {
  const wanted = query.toLowerCase();
  if (wanted === '' || !text.toLowerCase().includes(wanted)) return true;
  return parts.some((part) => tokensOfPart(part).some((token) => token.text.toLowerCase().includes(wanted)));
}

interface DumpListProps {
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
  const count = view.lines;
  const { first, last, top, fast } = useWindow(scroller, count);
  const width = useRows(view, first, last);
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
                row={view.rows[line]}
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

/** So many lines above and below those drawn are fetched with them. */
const AHEAD = 150;

/** Fetches the rows drawn that are not there; tells how many characters the longest line has. */
function useRows(view: RulesView, first: number, last: number): number {
  const { loadRows } = useActions();
  let [width, missing] = [view.width, 0];
  for (let line = first; line < Math.min(last, view.lines); line++) {
    width = Math.max(width, view.rows[line]?.text.length ?? 0);
    if (!view.rows[line]) missing++;
  }
  const { netns, family, edition } = view;
  useEffect(() => {
    if (missing > 0) loadRows(view, [Math.max(0, first - AHEAD), last + AHEAD]);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- other rows of the listing are no reason to ask again
  }, [netns, family, edition, first, last, missing > 0, loadRows]);
  return width;
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
