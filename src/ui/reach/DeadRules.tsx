import { useCallback, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import type { DeadEntry, DeadTable } from '../../core/questions/reach/dead';
import type { AskOptions } from '../../engine/client';
import { background } from '../../engine/page-engines';
import { Button } from '../common/controls';
import { WorkProgress } from '../common/Dialog';
import { useQuestion } from '../common/use-asked';
import { VirtualList } from '../common/virtual-list';
import { PlainLine } from '../rules/rule/lines';
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
  return (
    <section aria-label={t('dead')}>
      <WorkProgress work={work} room="reach" />
      {tables && (
        <>
          <p className={styles.headline} role="status">
            {told.length === 0
              ? t('deadNone')
              : t('deadAll', { rules: sum(({ rules }) => rules), dead: sum(({ dead }) => dead.length) })}
          </p>
          {told.length > 0 && <p className={styles.second}>{t('deadAbout')}</p>}
          {tables.map((table) => (
            <TableOfDead key={`${table.node} ${table.family} ${table.table}`} found={table} />
          ))}
        </>
      )}
    </section>
  );
}

function TableOfDead({ found: { node, family, table, rules, dead, unsaid } }: { readonly found: DeadTable }) {
  const t = useTranslations('reach');
  const name = `${node}, ${family} ${table}`;
  if (unsaid)
    return (
      <p className={styles.second}>
        {t('deadUnsaid', { name, rules })}{' '}
        {t(`deadUnsaid_${unsaid.kind}`, { why: unsaid.kind === 'large' ? unsaid.why : '' })}
      </p>
    );
  if (dead.length === 0) return null;
  return (
    <section aria-label={name}>
      <h3>{t('deadTable', { name, rules, dead: dead.length })}</h3>
      <DeadList name={name} dead={dead} />
    </section>
  );
}

/** All of them: a few stand as they are, on paper too; of many those in sight are drawn. */
function DeadList({ name, dead }: { readonly name: string; readonly dead: readonly DeadEntry[] }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set<string>());
  const rows = useMemo(() => listDeadRows(dead, open), [dead, open]);
  const fold = (chain: string): void => setOpen((before) => new Set([...before].filter((each) => each !== chain)));
  const unfold = (chain: string): void => setOpen((before) => new Set([...before, chain]));
  const draw = (row: DeadRow | undefined) => row && <DeadRowView row={row} onFold={fold} onUnfold={unfold} />;
  if (rows.length <= MOST_AT_ONCE)
    return (
      <ul className={styles.classes}>
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
  return `${row.kind} ${row.kind === 'rule' ? row.entry.rule : row.kind === 'chain' ? row.chain : row.why}`;
}

interface RowProps {
  readonly row: DeadRow;
  readonly onFold: (chain: string) => void;
  readonly onUnfold: (chain: string) => void;
}

function DeadRowView({ row, onFold, onUnfold }: RowProps) {
  const t = useTranslations('reach');
  if (row.kind === 'rule') return <DeadRuleItem entry={row.entry} />;
  const { count } = row;
  if (row.kind === 'group') return <h4>{t(`deadGroup_${row.why}`, { count })}</h4>;
  const { chain, isOpen } = row;
  return (
    <Button size="s" aria-expanded={isOpen} onClick={() => (isOpen ? onFold(chain) : onUnfold(chain))}>
      {t('deadChain', { chain, count })}
    </Button>
  );
}

function DeadRuleItem({ entry: { rule, text, file, line, by } }: { readonly entry: DeadEntry }) {
  const t = useTranslations('reach');
  return (
    <div className={styles.change}>
      <p>
        <strong>{rule}</strong>{' '}
        {line !== undefined && (
          <span className={styles.asks}>
            {t('line', { line })}, {file}
          </span>
        )}{' '}
        {text !== undefined && <PlainLine text={text} />}
      </p>
      {by.slice(0, MOST_TAKERS).map((taker) => (
        <p key={taker.rule} className={styles.asks}>
          {taker.rule} {taker.text !== undefined && <PlainLine text={taker.text} />}
        </p>
      ))}
      {by.length > MOST_TAKERS && <p className={styles.asks}>{t('deadTakers', { count: by.length - MOST_TAKERS })}</p>}
    </div>
  );
}
