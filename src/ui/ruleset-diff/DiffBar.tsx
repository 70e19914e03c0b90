import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { classes } from '../common/classes';
import { IconButton } from '../common/IconButton';
import { SearchBox } from '../common/SearchBox';
import { CHANGES, type ChangeKind } from './ruleset-diff.model';
import { SIGNS } from './signs';
import styles from './ruleset-diff.module.css';

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
