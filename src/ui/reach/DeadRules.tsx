import { useCallback, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import type { DeadEntry, DeadTable, UnsureEntry } from '../../core/questions/reach/dead';
import type { AskOptions } from '../../engine/client';
import { background } from '../../engine/page-engines';
import { classes } from '../common/classes';
import { Button } from '../common/controls';
import { WorkProgress } from '../common/Dialog';
import { useQuestion } from '../common/use-asked';
import { VirtualList } from '../common/virtual-list';
import { PlainLine } from '../rules/rule/lines';
import { VerdictBadge } from '../common/VerdictBadge';
import { listDeadRows, type DeadRow } from './reach.model';
import styles from './reach.module.css';

/** So many lines of a table are drawn at once. */
const MOST_AT_ONCE = 100;
/** Of a line, px, before it is measured. */
const ROW_HEIGHT = 100;
/** So many of those that take a rule's packets are shown. */
const MOST_TAKERS = 3;

/** Rules of all nodes that decide no packet, table after table, those first that say otherwise than what takes their packets. */
export function DeadRules({ document }: { readonly document: Document }) {
  const t = useTranslations('reach');
  const work = useQuestion(
    useCallback((options: AskOptions) => background.ask('reach-dead', { document }, options), [document]),
  );
  const tables = work.status === 'done' ? work.answer : undefined;
  const told = tables?.filter(({ unsaid }) => unsaid === undefined) ?? [];
  const sum = (count: (table: DeadTable) => number): number => told.reduce((all, each) => all + count(each), 0);
  const dead = sum((table) => table.dead.length);
  const unsure = sum((table) => table.unsure.length);
  const others = sum(({ dead }) => dead.filter(({ otherwise }) => otherwise).length);
  const sets = [...new Set(told.flatMap((table) => table.unsure.flatMap((each) => each.sets)))];
  return (
    <section aria-label={t('dead')}>
      <WorkProgress work={work} room="reach" />
      {tables && (
        <>
          <p className={styles.headline} role="status">
            {told.length === 0 ? t('deadNone') : t('deadAll', { rules: sum(({ rules }) => rules), dead, unsure })}
          </p>
          {others > 0 && (
            <p>
              <strong>{t('deadOtherwise', { count: others })}</strong>
            </p>
          )}
          {unsure > 0 && <p>{t('deadUnsure', { unsure, count: sets.length, sets: sets.join(', ') })}</p>}
          {dead > 0 && <p className={styles.second}>{t('deadAbout')}</p>}
          {tables.map((table) => (
            <TableOfDead key={`${table.node} ${table.family} ${table.table}`} found={table} />
          ))}
        </>
      )}
    </section>
  );
}

function TableOfDead({ found }: { readonly found: DeadTable }) {
  const t = useTranslations('reach');
  const { node, family, table, rules, dead, unsure, unsaid } = found;
  const name = `${node}, ${family} ${table}`;
  if (unsaid)
    return (
      <p className={styles.second}>
        {t('deadUnsaid', { name, rules })}{' '}
        {t(`deadUnsaid_${unsaid.kind}`, { why: unsaid.kind === 'large' ? unsaid.why : '' })}
      </p>
    );
  if (dead.length + unsure.length === 0) return null;
  return (
    <section aria-label={name}>
      <h3 className={styles.table}>{t('deadTable', { name, rules, dead: dead.length })}</h3>
      <DeadList name={name} found={found} />
    </section>
  );
}

/** All of them: a few stand as they are, on paper too; of many those in sight are drawn. */
function DeadList({ name, found }: { readonly name: string; readonly found: DeadTable }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set<string>());
  const rows = useMemo(() => listDeadRows(found, open), [found, open]);
  const fold = (chain: string): void => setOpen((before) => new Set([...before].filter((each) => each !== chain)));
  const unfold = (chain: string): void => setOpen((before) => new Set([...before, chain]));
  const draw = (row: DeadRow | undefined) => row && <DeadRowView row={row} onFold={fold} onUnfold={unfold} />;
  if (rows.length <= MOST_AT_ONCE)
    return (
      <ul>
        {rows.map((row) => (
          <li key={rowKey(row)}>{draw(row)}</li>
        ))}
      </ul>
    );
  return (
    <div style={{ height: '70vh' }}>
      <VirtualList
        label={name}
        count={rows.length}
        rowHeight={ROW_HEIGHT}
        rowKey={(index) => (rows[index] ? rowKey(rows[index]) : index)}
      >
        {(index) => draw(rows[index])}
      </VirtualList>
    </div>
  );
}

function rowKey(row: DeadRow): string {
  switch (row.kind) {
    case 'takers':
      return `takers ${row.first}`;
    case 'rule':
      return `rule ${row.entry.rule}`;
    case 'unsure':
      return `unsure ${row.entry.rule}`;
    case 'chain':
      return `chain ${row.chain}`;
    case 'group':
      return `group ${row.why}`;
  }
}

interface RowProps {
  readonly row: DeadRow;
  readonly onFold: (chain: string) => void;
  readonly onUnfold: (chain: string) => void;
}

function DeadRowView({ row, onFold, onUnfold }: RowProps) {
  const t = useTranslations('reach');
  if (row.kind === 'rule') return <DeadRuleItem {...row} />;
  if (row.kind === 'takers') return <Takers {...row} />;
  if (row.kind === 'unsure') return <UnsureRuleItem entry={row.entry} />;
  const { count } = row;
  if (row.kind === 'group')
    return (
      <h4 className={classes(styles.group, styles[`group-${row.why}`])}>{t(`deadGroup_${row.why}`, { count })}</h4>
    );
  const { chain, isOpen } = row;
  return (
    <Button size="s" aria-expanded={isOpen} onClick={() => (isOpen ? onFold(chain) : onUnfold(chain))}>
      {t('deadChain', { chain, count })}
    </Button>
  );
}

/** A rule by its name, where it was read, and as it is written. */
function RuleRead({ entry: { rule, text, file, line } }: { readonly entry: Omit<UnsureEntry, 'sets'> }) {
  const t = useTranslations('reach');
  return (
    <>
      <strong>{rule}</strong>{' '}
      {line !== undefined && <span className={styles.asks}>{t('deadLine', { line, file: file ?? '' })}</span>}{' '}
      {text !== undefined && <PlainLine text={text} />}
    </>
  );
}

function UnsureRuleItem({ entry }: { readonly entry: UnsureEntry }) {
  const t = useTranslations('reach');
  return (
    <div className={styles.change}>
      <p>
        <RuleRead entry={entry} />
      </p>
      <p className={styles.asks}>{t('deadSets', { sets: entry.sets.join(', ') })}</p>
    </div>
  );
}

function DeadRuleItem({ entry, isTold }: { readonly entry: DeadEntry; readonly isTold: boolean }) {
  const t = useTranslations('reach');
  return (
    <div className={classes(styles.change, isTold && styles.taker)}>
      <p>
        {entry.otherwise && entry.stops && (
          <>
            <VerdictBadge mark={{ sign: '!', tone: 'drop', word: t('deadStops') }} pill />{' '}
          </>
        )}
        <RuleRead entry={entry} />
      </p>
      {!isTold && <Takers by={entry.by} count={1} />}
    </div>
  );
}

/** The rules that take all packets of so many others. */
function Takers({ by, count }: Pick<DeadEntry, 'by'> & { readonly count: number }) {
  const t = useTranslations('reach');
  return (
    <>
      {by.slice(0, MOST_TAKERS).map((taker) => (
        <p key={taker.rule} className={styles.taker}>
          {t('deadBy', { count })} <strong>{taker.rule}</strong>{' '}
          {taker.text !== undefined && <PlainLine text={taker.text} />}
        </p>
      ))}
      {by.length > MOST_TAKERS && <p className={styles.asks}>{t('deadTakers', { count: by.length - MOST_TAKERS })}</p>}
    </>
  );
}
