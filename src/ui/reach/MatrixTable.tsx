import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import { phrase } from '../../core/lib/phrase';
import type { FateEnd } from '../../core/questions/reach/fate';
import type { Matrix } from '../../core/questions/reach/matrix';
import { sayColumn, sayLegend } from '../../core/questions/reach/say';
import { Button } from '../common/controls';
import { NARROW_QUERY, useMediaQuery } from '../common/theme/media';
import { latinKey } from '../shell/bench/shortcuts.model';
import { CellPanel } from './CellPanel';
import { EndWords } from './EndWords';
import { lightedBy } from './matrix-keys.model';
import { layOutMatrix, narrowMatrix, type MatrixLayout } from './matrix-layout.model';
import { MatrixGrid } from './MatrixGrid';
import { MatrixList } from './MatrixList';
import { countLost, ITSELF_SIGN, type OpenCell } from './reach.model';
import styles from './reach.module.css';
import { useReachPhrase } from './use-reach-phrase';
import { useWalkCell, type ReachSubject } from './use-walk-cell';

interface Props {
  readonly matrix: Matrix;
  readonly subject: ReachSubject;
  /** True: the view around it has the headline. */
  readonly isPart?: boolean;
  /** The same matrix of another document; absent: it is about a party that has another name there. */
  readonly askAgain?: (document: Document) => Promise<Matrix>;
}

/** A matrix with its headline, what its words mean, and the cell that is opened; keys: `t` a table, `f` and a letter one end, `+` and `-` the fold. */
export function MatrixTable({ matrix: whole, subject, isPart = false, askAgain }: Props) {
  const t = useTranslations('reach');
  const isNarrow = useMediaQuery(NARROW_QUERY);
  const [chosen, setChosen] = useState(0);
  const [told, setTold] = useState('');
  const matrix = useMemo(
    () => (isNarrow ? narrowMatrix(whole, Math.min(chosen, whole.columns.length - 1)) : whole),
    [isNarrow, whole, chosen],
  );
  const view = useMatrixView(matrix);
  const { opened, isList, isUnfolded, box } = view;
  const layout = useMemo(() => layOutMatrix(matrix), [matrix]);
  const seen = isUnfolded ? layout.rows.length : layout.shown;
  return (
    <div
      ref={box}
      role="group"
      aria-label={t('table')}
      onKeyDown={view.onKey}
      {...(opened && { 'data-own-escape': '' })}
    >
      <Head whole={whole} drawn={{ ...matrix, rows: layout.rows.slice(0, seen) }} view={view} isPart={isPart} />
      {/* Beside an open cell the matrix has signs alone. */}
      <p className={opened ? styles.second : 'visually-hidden'} role="status">
        {told}
      </p>
      {isNarrow && <Senders matrix={whole} chosen={chosen} onChoose={setChosen} />}
      {isList ? (
        <MatrixList matrix={whole} document={subject.document} {...(askAgain && { askAgain })} />
      ) : (
        <Body {...{ matrix, layout, seen, view, subject, isNarrow }} onFocus={setTold} />
      )}
      <Meanings matrix={matrix} />
    </div>
  );
}

type View = ReturnType<typeof useMatrixView>;

interface HeadProps {
  readonly whole: Matrix;
  /** The part of it that is seen. */
  readonly drawn: Matrix;
  readonly view: View;
  readonly isPart: boolean;
}

/** How many flows are answered, how many answers are lost, and the words of the matrix. */
function Head({ whole, drawn, view: { lit, setLit, isList, setList, toLost }, isPart }: HeadProps) {
  const t = useTranslations('reach');
  const say = useReachPhrase();
  const lost = countLost(whole);
  return (
    <>
      <p className={styles.buttons}>
        {!isPart && (
          <strong className={styles.headline} role="heading" aria-level={3}>
            {say(phrase('reach.head.answered', { answered: whole.answered, flows: whole.walked }))}
          </strong>
        )}
        {lost > 0 && (
          <Button size="s" onClick={toLost}>
            {t('lost', { count: lost })}
          </Button>
        )}
        <Button size="s" aria-pressed={isList} aria-keyshortcuts="t" onClick={() => setList(!isList)}>
          {t('asTable')}
        </Button>
      </p>
      <p className={styles.legend}>
        {sayLegend(drawn).map(({ end, by }) => (
          <Chip key={`${end} ${by}`} end={end} by={by} lit={lit} onLit={setLit} />
        ))}
      </p>
    </>
  );
}

interface BodyProps {
  readonly matrix: Matrix;
  readonly layout: MatrixLayout;
  readonly seen: number;
  readonly view: View;
  readonly subject: ReachSubject;
  readonly isNarrow: boolean;
  readonly onFocus: (says: string) => void;
}

/** The grid, the cell that is opened beside it, and what folds its last rows; in a hand an open cell has all the room. */
function Body({ matrix, layout, seen, view, subject, isNarrow, onFocus }: BodyProps) {
  const t = useTranslations('reach');
  const { opened, setOpened, lit, isUnfolded, setUnfolded } = view;
  const walk = useWalkCell(subject);
  const behind = layout.rows.length - layout.shown;
  return (
    <>
      <div className={opened && styles.split}>
        {!(isNarrow && opened) && (
          <MatrixGrid
            {...{ matrix, layout, seen, opened, lit, onFocus }}
            isSmall={opened !== undefined}
            onOpen={setOpened}
            onWalk={(cell) => walk(cell, () => setOpened(cell))}
          />
        )}
        {opened && (
          <CellPanel
            key={`${opened.caller.id} ${opened.destination.id}`}
            {...subject}
            cell={opened}
            onClose={() => setOpened(undefined)}
          />
        )}
      </div>
      {behind > 0 && (
        <p className={styles.buttons}>
          <Button size="s" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
            {t('behind', { count: behind })}
          </Button>
        </p>
      )}
    </>
  );
}

/** The state of a matrix (open, lit, folded, focused), and the keys that change it. */
function useMatrixView(matrix: Matrix) {
  const [opened, setOpened] = useState<OpenCell>();
  const [lit, setLit] = useState<FateEnd>();
  const [isList, setList] = useState(false);
  const [isUnfolded, setUnfolded] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const isAfterF = useRef(false);
  const present = sayLegend(matrix).flatMap(({ end }) => end ?? []);
  const acts: Readonly<Record<string, () => void>> = {
    t: () => setList(!isList),
    '+': () => setUnfolded(true),
    '-': () => setUnfolded(false),
    f: () => (isAfterF.current = true),
    ...(opened && { Escape: () => setOpened(undefined) }),
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    const wasAfterF = isAfterF.current;
    isAfterF.current = false;
    const key = event.key === 'Escape' ? event.key : latinKey(event.key);
    const end = wasAfterF ? lightedBy(key, present) : undefined;
    const act = wasAfterF ? () => setLit(end === lit ? undefined : end) : acts[key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const toLost = (): void => {
    setLit('lost');
    box.current?.querySelector<HTMLElement>('[data-end="lost"]')?.focus();
  };
  return { opened, setOpened, lit, setLit, isList, setList, isUnfolded, setUnfolded, box, onKey, toLost };
}

interface ChipProps {
  readonly end: FateEnd | undefined;
  readonly by: 'node' | undefined;
  readonly lit: FateEnd | undefined;
  readonly onLit: (end: FateEnd | undefined) => void;
}

/** A word of the matrix; pressed, only what ends so keeps its colour. */
function Chip({ end, by, lit, onLit }: ChipProps) {
  const say = useReachPhrase();
  if (end === undefined)
    return (
      <span>
        {ITSELF_SIGN} {say(phrase('reach.itself'))}
      </span>
    );
  const isLit = lit === end;
  return (
    <Button size="s" aria-pressed={isLit} onClick={() => onLit(isLit ? undefined : end)}>
      <EndWords fate={{ ends: [{ end }] }} by={by} />
    </Button>
  );
}

interface SendersProps {
  readonly matrix: Matrix;
  readonly chosen: number;
  readonly onChoose: (column: number) => void;
}

/** On a small screen one sender at a time. */
function Senders({ matrix: { columns }, chosen, onChoose }: SendersProps) {
  const t = useTranslations('reach');
  const say = useReachPhrase();
  return (
    <fieldset className={styles.pills} aria-label={t('from')}>
      {columns.map((column, at) => (
        <Button key={column.callers[0].id} aria-pressed={at === chosen} onClick={() => onChoose(at)}>
          {say(sayColumn(column, false))}
        </Button>
      ))}
    </fieldset>
  );
}

/** Meanings of words, over what the matrix was worked out, and what was not looked at. */
function Meanings({ matrix }: { readonly matrix: Matrix }) {
  const say = useReachPhrase();
  const { rows, columns, unasked, selfEnds } = { ...matrix, selfEnds: matrix.rows.flatMap(({ selves }) => selves) };
  const own = [...new Set(selfEnds)].flatMap((end) => end ?? []);
  return (
    <>
      <ul className={styles.meanings}>
        {sayLegend(matrix).map(({ end, by, says }) => (
          <li key={`${end} ${by}`}>
            {end === undefined ? (
              <>
                {ITSELF_SIGN} {own.map((each) => say(phrase('reach.fate.drawn-itself', { end: each }))).join(', ')}
              </>
            ) : (
              <EndWords fate={{ ends: [{ end }] }} by={by} />
            )}{' '}
            <span className={styles.asks}>{say(says)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.second}>{say(phrase('reach.head.over', { rows: rows.length, columns: columns.length }))}</p>
      <p className={styles.second}>{[...unasked, phrase('reach.not-looked')].map(say).join(' ')}</p>
    </>
  );
}
