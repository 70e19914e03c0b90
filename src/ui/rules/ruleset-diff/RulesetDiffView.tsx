import { useMemo, useState, useId, useRef, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { RulesetDiff } from '../../../core/questions/diff/diff-rulesets';
import {
  getCounts,
  getGroupCounts,
  listRows,
  listSections,
  type ChangeKind,
  type Section,
  CHANGES,
  type RulesetDiffRow,
  SIGNS,
} from './ruleset-diff.model';
import styles from './ruleset-diff.module.css';
import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import { classes } from '../../common/classes';
import { IconButton } from '../../common/controls';
import { SearchBox } from '../../common/inputs';
import { useVirtualizer } from '@tanstack/react-virtual';
import { DiffRow } from './DiffRow';

export interface DiffTreeProps {
  readonly rows: readonly RulesetDiffRow[];
  readonly query: string;
  readonly onToggle: (id: string) => void;
}

const HEIGHT = 28;
const PAGE = 12;

/** The rows as a tree: only those in sight are drawn. The arrow keys go through it, left and right fold. */
export function DiffTree({ rows, query, onToggle }: DiffTreeProps) {
  const t = useTranslations('rulesetDiff');
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [cursorId, setCursorId] = useState<string>();
  const found = rows.findIndex((row) => row.id === cursorId);
  const cursor = Math.max(0, found);
  // oxlint-disable-next-line react/incompatible-library -- this component hands nothing of it to others
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    overscan: 12,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const go = (to: number): void => {
    const at = Math.max(0, Math.min(to, rows.length - 1));
    setCursorId(rows[at]?.id);
    list.scrollToIndex(at, { align: 'auto' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const done = act(event.key, { rows, cursor, go, onToggle });
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const drawn = list.getVirtualItems();
  const isDrawn = drawn.some(({ index }) => index === cursor);
  return (
    <div
      ref={scroller}
      role="tree"
      tabIndex={0}
      aria-label={t('label')}
      aria-activedescendant={isDrawn ? `${id}-${cursor}` : undefined}
      className={styles.tree}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={styles.sheet} style={{ height: list.getTotalSize() }}>
        {drawn.map(({ key, index, start }) => {
          const row = rows[index];
          if (!row) return null;
          const open = 'open' in row ? row.open : undefined;
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree takes the keys for its items
            <div
              key={key}
              ref={list.measureElement}
              data-index={index}
              id={`${id}-${index}`}
              role="treeitem"
              tabIndex={-1}
              aria-level={row.level}
              aria-expanded={open}
              aria-selected={index === cursor}
              className={classes(styles.row, styles[row.kind], index === cursor && styles.cursor)}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => {
                setCursorId(row.id);
                if (open !== undefined) onToggle(row.id);
              }}
            >
              <DiffRow row={row} query={query} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface Acting {
  readonly rows: readonly RulesetDiffRow[];
  readonly cursor: number;
  readonly go: (to: number) => void;
  readonly onToggle: (id: string) => void;
}

/** Does what a key says; false: the key is not for the tree. */
function act(key: string, { rows, cursor, go, onToggle }: Acting): boolean {
  const row = rows[cursor];
  const open = row && 'open' in row ? row.open : undefined;
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: cursor + 1,
    ArrowUp: cursor - 1,
    PageDown: cursor + PAGE,
    PageUp: cursor - PAGE,
    Home: 0,
    End: rows.length - 1,
  };
  const to = moves[key];
  if (to !== undefined) go(to);
  else if (row && open !== undefined && (key === 'Enter' || key === ' ')) onToggle(row.id);
  else if (row && ((key === 'ArrowRight' && open === false) || (key === 'ArrowLeft' && open === true)))
    onToggle(row.id);
  else if (row && key === 'ArrowLeft' && row.level > 1) go(getParent(rows, cursor));
  else if (key === 'ArrowRight') go(cursor + 1);
  else return false;
  return true;
}

function getParent(rows: readonly RulesetDiffRow[], at: number): number {
  const level = rows[at]?.level ?? 1;
  return rows.slice(0, at).findLastIndex((row) => row.level < level);
}

export interface DiffBarProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly found: number;
  readonly counts: Readonly<Record<ChangeKind, number>>;
  readonly hidden: ReadonlySet<ChangeKind>;
  readonly onHidden: (hidden: ReadonlySet<ChangeKind>) => void;
  readonly folded: boolean;
  readonly onFold: () => void;
}

/** How many lines of each kind, each a switch; the filter; fold all. */
export function DiffBar(props: DiffBarProps) {
  const { query, onQuery, found, counts, hidden, onHidden, folded, onFold } = props;
  const t = useTranslations('rulesetDiff');
  const flip = (kind: ChangeKind): void => {
    const next = new Set(hidden);
    if (!next.delete(kind)) next.add(kind);
    onHidden(next);
  };
  return (
    <div className={styles.bar}>
      <div role="group" aria-label={t('kinds')} className={styles.kinds}>
        {CHANGES.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={!hidden.has(kind)}
            disabled={counts[kind] === 0}
            className={classes(styles.kind, styles[kind])}
            onClick={() => flip(kind)}
          >
            <span aria-hidden className={styles.sign}>
              {SIGNS[kind]}
            </span>
            {t('show', { count: counts[kind], kind: t(`changeKind.${kind}`) })}
          </button>
        ))}
      </div>
      <SearchBox
        className={styles.search}
        label={t('filter')}
        value={query}
        onValue={onQuery}
        found={query !== '' && t('found', { count: found })}
      />
      <IconButton
        size="s"
        label={folded ? t('all') : t('fold')}
        icon={folded ? <ChevronsUpDown aria-hidden /> : <ChevronsDownUp aria-hidden />}
        onClick={onFold}
      />
    </div>
  );
}

/**
 * Differences of two rulesets, by table and chain: rules that came, went, changed or moved, chains under another name, sets
 * and virtual servers. Fills its parent's height; needs `RestOfWords` around it.
 */
export function RulesetDiffView({ diff }: { readonly diff: RulesetDiff }) {
  const t = useTranslations('rulesetDiff');
  const sections = useMemo(() => listSections(diff), [diff]);
  const counts = useMemo(() => getCounts(sections), [sections]);
  const [query, setQuery] = useState('');
  const [hidden, setHidden] = useState<ReadonlySet<ChangeKind>>(new Set());
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => listRows(sections, { query, hidden, toggled }), [sections, query, hidden, toggled]);
  const isFolded = toggled.size > 0 && rows.every(({ kind }) => kind !== 'line');
  const groups = getGroupCounts(sections);
  const same = groups.added + groups.removed + groups.changed + groups.renamed === 0;
  return (
    <div className={styles.view}>
      {same && (
        <p className={styles.none}>
          <strong>= {t('none')}</strong> {t('noneAbout')}
        </p>
      )}
      {!same && <p className={styles.about}>{t('groups', groups)}</p>}
      <DiffBar
        query={query}
        onQuery={setQuery}
        found={rows.length}
        counts={counts}
        hidden={hidden}
        onHidden={setHidden}
        folded={isFolded}
        onFold={() => setToggled(isFolded ? new Set() : foldable(sections))}
      />
      {rows.length === 0 ? (
        <p className={styles.none}>{t('nothing')}</p>
      ) : (
        <DiffTree rows={rows} query={query} onToggle={(id) => setToggled(flipped(toggled, id))} />
      )}
    </div>
  );
}

function flipped(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? new Set([...ids].filter((each) => each !== id)) : new Set([...ids, id]);
}

function foldable(sections: readonly Section[]): ReadonlySet<string> {
  return new Set(sections.flatMap(({ groups }) => groups.map(({ id }) => id)));
}
