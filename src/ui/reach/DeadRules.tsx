import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import type { DeadEntry, DeadTable } from '../../core/questions/reach/dead';
import type { AskOptions } from '../../engine/client';
import { background } from '../../engine/page-engines';
import { Button } from '../common/controls';
import { WorkProgress } from '../common/Dialog';
import { useQuestion } from '../common/use-asked';
import { PlainLine } from '../rules/rule/lines';
import styles from './reach.module.css';

/** So many rules of a table are listed with each click. */
const STEP = 40;
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
          {told.some(({ dead }) => dead.length > 0) && <p className={styles.second}>{t('deadAbout')}</p>}
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
  const [shown, setShown] = useState(STEP);
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
      <ul className={styles.classes}>
        {dead.slice(0, shown).map((entry) => (
          <DeadRuleItem key={entry.rule} entry={entry} />
        ))}
      </ul>
      {dead.length > shown && (
        <Button size="s" onClick={() => setShown(shown + STEP)}>
          {t('deadMore', { count: Math.min(STEP, dead.length - shown) })}
        </Button>
      )}
    </section>
  );
}

function DeadRuleItem({ entry: { rule, text, why, otherwise, by } }: { readonly entry: DeadEntry }) {
  const t = useTranslations('reach');
  return (
    <li className={styles.change}>
      <p>
        <strong>{rule}</strong> {text !== undefined && <PlainLine text={text} />}
      </p>
      <p>{t(why === 'covered' ? (otherwise ? 'deadOtherwise' : 'deadAgain') : `dead_${why}`)}</p>
      {by.slice(0, MOST_TAKERS).map((taker) => (
        <p key={taker.rule}>
          {taker.rule} {taker.text !== undefined && <PlainLine text={taker.text} />}
        </p>
      ))}
      {by.length > MOST_TAKERS && <p className={styles.asks}>{t('deadTakers', { count: by.length - MOST_TAKERS })}</p>}
    </li>
  );
}
