import { Fragment, useCallback, useDeferredValue, useState } from 'react';
import { useTranslations } from 'use-intl';
import { phrase } from '../../core/lib/phrase';
import type { Document } from '../../core/document/document';
import type { Matrix, MatrixRow } from '../../core/questions/reach/matrix';
import { sayColumn, sayLegend, sayRow, sayRowAsks, splitNames } from '../../core/questions/reach/say';
import type { AskOptions } from '../../engine/client';
import { background } from '../../engine/page-engines';
import type { IpFamily } from '../../core/net/ip';
import { useActions, useBench } from '../../store/hooks';
import { REACH_ABOUT, REACH_WAY } from '../shell/bench/use-reach-about';
import { Button } from '../common/controls';
import { WorkProgress } from '../common/Dialog';
import { SearchBox } from '../common/inputs';
import { useQuestion } from '../common/use-asked';
import { CellPanel } from './CellPanel';
import { EndWords } from './EndWords';
import {
  columnKind,
  END_MARKS,
  findLost,
  isAmongSenders,
  isAtOwn,
  mergeCells,
  openCell,
  type MergedCell,
  type OpenCell,
} from './reach.model';
import styles from './reach.module.css';
import { useReachPhrase } from './use-reach-phrase';

/** The cluster, family and exit that every question of the window has. */
export interface ReachSubject {
  readonly document: Document;
  readonly family: IpFamily;
  readonly onWalk: () => void;
}

/** The matrix: rows are where to, columns who; what ends alike stands once. With a party in the box only what concerns it. */
export function WhoReaches(subject: ReachSubject) {
  const t = useTranslations('reach');
  const about = useBench(({ view }) => view.drafts[REACH_ABOUT] ?? '');
  const { setDraft } = useActions();
  const asked = useDeferredValue(about.trim());
  return (
    <>
      <SearchBox
        className={styles.aboutBox}
        found={undefined}
        label={t('aboutParty')}
        value={about}
        onValue={(text) => setDraft(REACH_ABOUT, text)}
      />
      {asked === '' ? <Everything {...subject} /> : <About {...subject} about={asked} />}
    </>
  );
}

function Everything(subject: ReachSubject) {
  const { document, family } = subject;
  const work = useQuestion(
    useCallback((options: AskOptions) => background.ask('reach', { document, family }, options), [document, family]),
  );
  const matrix = work.status === 'done' ? work.answer : undefined;
  return (
    <>
      <WorkProgress work={work} room="reach" />
      {matrix && (matrix.walked === 0 ? <Empty matrix={matrix} /> : <MatrixTable matrix={matrix} subject={subject} />)}
    </>
  );
}

/** Two matrices: everybody to one party, and that party to everything. */
function About({ about, ...subject }: ReachSubject & { readonly about: string }) {
  const { document, family } = subject;
  const t = useTranslations('reach');
  const say = useReachPhrase();
  const isFrom = useBench(({ view }) => view.drafts[REACH_WAY] === 'from');
  const work = useQuestion(
    useCallback(
      (options: AskOptions) => background.ask('reach-about', { document, family, about }, options),
      [document, family, about],
    ),
  );
  const found = work.status === 'done' ? work.answer : undefined;
  const titleOf = (way: 'to' | 'from', to: Matrix, party: string): string =>
    t(way === 'to' && isAtOwn(to) ? 'about_own' : `about_${way}`, { party });
  return (
    <>
      <WorkProgress work={work} room="reach" />
      {found && !found.ok && <p role="status">{say(found.error)}</p>}
      {found?.ok &&
        (isFrom ? (['from', 'to'] as const) : (['to', 'from'] as const)).map((way) => (
          <section key={way} aria-label={titleOf(way, found.value.to, about)}>
            <h3 className={styles.headline}>{titleOf(way, found.value.to, about)}</h3>
            {way === 'to' && <OwnWays {...found.value} />}
            {found.value[way].walked === 0 ? (
              <p>{t(`none_${way}`)}</p>
            ) : (
              <MatrixTable matrix={found.value[way]} subject={subject} isPart />
            )}
          </section>
        ))}
    </>
  );
}

/** Other ways to a Pod: the Services that lead to it; and whether it is one of those that send. */
function OwnWays({ services, to }: { readonly services: readonly string[]; readonly to: Matrix }) {
  const t = useTranslations('reach');
  const { setDraft } = useActions();
  return (
    <>
      {isAmongSenders(to) && <p className={styles.second}>{t('amongItself')}</p>}
      {services.length > 0 && (
        <p className={styles.buttons}>
          {t('services')}
          {services.map((name) => (
            <Button key={name} size="s" onClick={() => setDraft(REACH_ABOUT, `service ${name}`)}>
              {name}
            </Button>
          ))}
        </p>
      )}
    </>
  );
}

function Empty({ matrix: { unasked } }: { readonly matrix: Matrix }) {
  const t = useTranslations('reach');
  const say = useReachPhrase();
  return <p>{unasked.length > 0 ? unasked.map(say).join(' ') : t('empty')}</p>;
}

interface TableProps {
  readonly matrix: Matrix;
  readonly subject: ReachSubject;
}

interface RowProps {
  readonly row: MatrixRow;
  readonly matrix: Matrix;
  readonly opened: OpenCell | undefined;
  readonly onOpen: (cell: OpenCell | undefined) => void;
}

/** `isPart`: what it is part of has the headline. */
function MatrixTable({ matrix, subject, isPart = false }: TableProps & { readonly isPart?: boolean }) {
  const t = useTranslations('reach');
  const say = useReachPhrase();
  const [opened, setOpened] = useState<OpenCell>();
  const { columns, rows, walked, answered } = matrix;
  const isOnlyOutside = columns.filter(({ callers }) => callers[0].kind === 'outside').length < 2;
  return (
    <>
      {!isPart && (
        <h3 className={styles.headline}>{say(phrase('reach.head.answered', { answered, flows: walked }))}</h3>
      )}
      <LostCells matrix={matrix} isOnlyOutside={isOnlyOutside} onOpen={setOpened} />
      <Legend matrix={matrix} />
      <p className={styles.second}>
        <strong>{t('open')}</strong>
      </p>
      <div className={styles.wide}>
        <table className={styles.matrix}>
          <caption>{t('table')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('to')}</th>
              {columns.map((column) => (
                <th key={column.callers[0].id} scope="col">
                  {say(sayColumn(column, isOnlyOutside))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Fragment key={row.destinations[0].id}>
                <Row row={row} matrix={matrix} opened={opened} onOpen={setOpened} />
                {opened?.destination === row.destinations[0] && (
                  <tr>
                    <td colSpan={columns.length + 1} className={styles.answer}>
                      <CellPanel {...subject} cell={opened} onClose={() => setOpened(undefined)} />
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.second}>{say(phrase('reach.head.over', { rows: rows.length, columns: columns.length }))}</p>
      <p className={styles.second}>{[...matrix.unasked, phrase('reach.not-looked')].map(say).join(' ')}</p>
    </>
  );
}

/** So many cells are named whose answers are lost. */
const MOST_LOST = 3;

interface LostProps extends Pick<TableProps, 'matrix'> {
  readonly isOnlyOutside: boolean;
  readonly onOpen: (cell: OpenCell | undefined) => void;
}

/** Cells whose packets arrive and whose answers do not come back: each leads to its place in the table. */
function LostCells({ matrix, isOnlyOutside, onOpen }: LostProps) {
  const t = useTranslations('reach');
  const say = useReachPhrase();
  const lost = findLost(matrix);
  if (lost.length === 0) return null;
  const nameOf = ({ column, span }: MergedCell): string =>
    matrix.columns
      .slice(column, column + span)
      .map((each) => say(sayColumn(each, isOnlyOutside)))
      .join(', ');
  return (
    <p className={styles.buttons}>
      <strong>{t('lost', { count: lost.length })}</strong>
      {lost.slice(0, MOST_LOST).map(({ row, cell }) => (
        <Button
          key={`${row.destinations[0].id} ${cell.column}`}
          size="s"
          onClick={() => onOpen(openCell(matrix, row, cell))}
        >
          {nameOf(cell)} → {say(sayRow(row))}, {say(sayRowAsks(row))}
        </Button>
      ))}
      {lost.length > MOST_LOST && t('lostMore', { count: lost.length - MOST_LOST })}
    </p>
  );
}

/** What each word of the table means, beside its sign. */
function Legend({ matrix }: { readonly matrix: Matrix }) {
  const say = useReachPhrase();
  return (
    <ul className={styles.legend}>
      {sayLegend(matrix).map(({ end, by, says }) => (
        <li key={`${end} ${by}`}>
          {end === undefined ? say(phrase('reach.itself')) : <EndWords fate={{ ends: [{ end }] }} by={by} />}{' '}
          <span className={styles.aside}>{say(says)}</span>
        </li>
      ))}
    </ul>
  );
}

function Row(props: RowProps) {
  const { row, matrix } = props;
  const t = useTranslations('reach');
  const say = useReachPhrase();
  const [first] = row.destinations;
  const [, unnamed] = splitNames(row);
  return (
    <tr>
      <th scope="row">
        <span className={styles[first.kind === 'pod' ? 'pod' : first.kind === 'node' ? 'node' : 'service']}>
          {say(sayRow(row))}
        </span>{' '}
        <span className={styles.asks}>{say(sayRowAsks(row))}</span>
        {unnamed.length > 0 && (
          <details className={styles.asks}>
            <summary>{t('unnamed', { count: unnamed.length })}</summary>
            {unnamed.join(', ')}
          </details>
        )}
      </th>
      {mergeCells(row, matrix.columns).map((cell) => (
        <Cell key={cell.column} cell={cell} {...props} />
      ))}
    </tr>
  );
}

function Cell({ cell, row, matrix, opened, onOpen }: RowProps & { readonly cell: MergedCell }) {
  const t = useTranslations('reach');
  const { fate, self, column, span } = cell;
  const whose = matrix.columns[column];
  const asked = openCell(matrix, row, cell);
  if (!fate || !whose || !asked) {
    const { onlyFrom, node = '' } = row.destinations[0];
    return (
      <td colSpan={span} className={styles.nobody}>
        {onlyFrom === undefined ? t('silent') : t('onlyItself', { node })}
      </td>
    );
  }
  const [end] = fate.ends;
  const isOpen = opened?.destination === asked.destination && opened.caller === asked.caller;
  return (
    <td colSpan={span} className={styles[END_MARKS[end?.end ?? 'unknown'].tone]} data-end={end?.end}>
      <button
        type="button"
        className={styles.cell}
        aria-expanded={isOpen}
        onClick={() => onOpen(isOpen ? undefined : asked)}
      >
        <EndWords fate={fate} self={self} by={columnKind(whose)} />
      </button>
    </td>
  );
}
