import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DumpComparison } from '../../core/analysis/ruleset-diff/compare-dumps';
import { classes } from '../common/classes';
import { Tabs } from '../common/Tabs';
import { RulesetDiffView } from '../ruleset-diff/RulesetDiffView';
import { FlowChanges } from './FlowChanges';
import { sidesOf, type Relation } from './pair.model';
import styles from './two-dumps.module.css';

interface Props {
  readonly comparison: DumpComparison;
  readonly relation: Relation;
  /** It is being computed again. */
  readonly stale: boolean;
}

/** What came out: the rules, and the flows. */
export function DumpDifference({ comparison, relation, stale }: Props) {
  const t = useTranslations('twoDumps');
  const [tab, setTab] = useState<'rules' | 'flows'>('rules');
  const { diff, flows, empty } = comparison;
  const [first, last] = sidesOf(relation);
  const count = diff.chains.length + diff.sets.length + diff.servers.length;
  return (
    <>
      {empty.map((side) => (
        <p key={side} role="alert" className={styles.problem}>
          {t('noRules', { side: t(`side.${side === 'before' ? first : last}`) })}
        </p>
      ))}
      <div className={classes(styles.result, stale && styles.stale)}>
        <Tabs
          label={t('title')}
          value={tab}
          onChange={setTab}
          items={[
            { id: 'rules', label: t('rules'), count, content: <RulesetDiffView diff={diff} /> },
            {
              id: 'flows',
              label: t('flows'),
              count: flows.filter(({ changed }) => changed).length,
              content: <FlowChanges flows={flows} sides={[t(`side.${first}`), t(`side.${last}`)]} />,
            },
          ]}
        />
      </div>
    </>
  );
}
