import { useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { isXtTable, type Verdict } from '../../core/linux/hooks';
import type { RuleRef } from '../../core/linux/xtables/types';
import type { FlatStep } from '../../store/selectors';
import { classes } from '../common/classes';
import styles from './chain-card.module.css';
import { useChangeOf, useIsSelected, usePick, useRuleText, useScope } from './datapath-context';
import { LookupLine } from './LookupLine';
import { RuleDetail } from './RuleDetail';
import { RuleLine } from './RuleLine';
import { RuleVerdict } from './RuleVerdict';
import { ruleLine } from './rules-view.model';
import { Shares } from './Shares';
import { sharesOf } from './shares.model';
import { useExplanation } from './use-explanation';
import { lightOf } from './why-not.model';
import { useStepRow } from './use-step-row';

interface Props {
  readonly at: RuleRef;
  readonly state: 'hit' | 'miss' | 'later';
  readonly step?: FlatStep;
  /** The step that tested the rule, where that is not the row's own (a run of rules). */
  readonly testedAt?: FlatStep;
  readonly verdict?: Verdict;
  /** Below the rule: its odds. */
  readonly children?: ReactNode;
}

/** One rule in a card: its number, its text, and what came of it. Picking it tells where it comes from. */
export function RuleRow({ at, state, step, testedAt = step, verdict, children }: Props) {
  const t = useTranslations('rules');
  const rule = useRuleText(at);
  const { row, current, reached } = useStepRow(step);
  const selected = useIsSelected(at);
  const change = useChangeOf(at);
  const pick = usePick();
  const lit = state === 'hit' && reached;
  const explanation = useExplanation(at, selected && state === 'miss' ? testedAt : undefined);
  return (
    <>
      <button
        type="button"
        {...row}
        aria-expanded={selected}
        className={classes(
          styles.row,
          styles[state],
          lit && styles.reached,
          current && styles.now,
          selected && styles.selected,
          change && styles.changed,
          change === 'fresh' && styles.fresh,
        )}
        onClick={() => pick(at, step, selected)}
      >
        <span className={styles.number}>{at.index + 1}</span>
        <span className={styles.text}>
          {change && <ChangeWord />}
          {rule ? (
            <RuleLine
              rule={rule}
              inChain
              comment={selected ? 'full' : 'short'}
              lit={explanation ? lightOf(explanation) : lit}
            />
          ) : (
            <code>…</code>
          )}
          {step?.data.kind === 'rule' && step.data.lookup && <LookupLine lookup={step.data.lookup} />}
          <DrawnShares at={at} step={step} />
          {state === 'hit' && verdict && <RuleVerdict rule={rule} verdict={verdict} step={step} />}
          {state !== 'hit' && <span className="visually-hidden"> {t(state === 'miss' ? 'missed' : 'notReached')}</span>}
          {children}
        </span>
      </button>
      {selected && <RuleDetail at={at} {...(testedAt && state === 'miss' ? { step: testedAt } : {})} />}
    </>
  );
}

/** What a rule of nftables that draws gives to each element of its map. */
function DrawnShares({ at, step }: { readonly at: RuleRef; readonly step: FlatStep | undefined }) {
  const { index } = useScope();
  const line = isXtTable(at.table) || !index ? undefined : ruleLine(index, at);
  const shares = useMemo(() => (line === undefined ? undefined : sharesOf(line)), [line]);
  if (!shares) return null;
  const verdict = step?.data.kind === 'rule' ? step.data.verdict : undefined;
  const to = verdict?.kind === 'GOTO' || verdict?.kind === 'JUMP' ? verdict.chain : undefined;
  const drawn = shares.find(({ verdict: each }) => to !== undefined && each.endsWith(` ${to}`));
  return <Shares shares={shares} drawn={drawn?.key} />;
}

function ChangeWord() {
  const t = useTranslations('changes');
  return <span className="visually-hidden">{t('changed')}: </span>;
}
