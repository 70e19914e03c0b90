import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { classes } from '../common/classes';
import styles from './compare.module.css';
import factStyles from './facts.module.css';

interface Props {
  readonly fact: 'verdict' | 'source' | 'rules' | 'lookups' | 'rewrites' | 'crossings' | 'outcomes';
  /** What each pane has to say. */
  readonly cells: readonly ReactNode[];
}

/** One thing that can be told of every pane. */
export function FactRow({ fact, cells }: Props) {
  const t = useTranslations('compare');
  return (
    <div role="row" className={classes(styles.row, factStyles.row)} data-fact={fact}>
      <div role="rowheader" className={classes(styles.label, factStyles.label)}>
        {t(`fact.${fact}`)}
        {fact === 'lookups' && <span className={factStyles.hint}>{t('lookupsOf')}</span>}
      </div>
      {cells.map((cell, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a pane is its place
        <div key={index} role="cell" className={factStyles.cell}>
          {cell}
        </div>
      ))}
    </div>
  );
}
