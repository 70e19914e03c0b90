import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RulesetDiff } from '../../core/analysis/ruleset-diff/types';
import { DiffBar } from './DiffBar';
import { DiffTree } from './DiffTree';
import { countsOf, groupCountsOf, rowsOf, sectionsOf, type ChangeKind, type Section } from './ruleset-diff.model';
import styles from './ruleset-diff.module.css';

/**
 * What of two rulesets differs, by table and chain: rules that came, went, changed or moved, chains under
 * another name, sets and virtual servers. Fills its parent's height; needs `RestOfWords` around it.
 */
export function RulesetDiffView({ diff }: { readonly diff: RulesetDiff }) {
  const t = useTranslations('rulesetDiff');
  const sections = useMemo(() => sectionsOf(diff), [diff]);
  const counts = useMemo(() => countsOf(sections), [sections]);
  const [query, setQuery] = useState('');
  const [hidden, setHidden] = useState<ReadonlySet<ChangeKind>>(new Set());
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => rowsOf(sections, { query, hidden, toggled }), [sections, query, hidden, toggled]);
  const isFolded = toggled.size > 0 && rows.every(({ kind }) => kind !== 'line');
  const groups = groupCountsOf(sections);
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
