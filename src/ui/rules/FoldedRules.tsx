import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AnyTableName } from '../../core/linux/hooks';
import type { FlatStep } from '../../store/selectors';
import { useBench } from '../../store/hooks';
import { classes } from '../common/classes';
import { VirtualList } from '../common/VirtualList';
import { usePhrase } from '../i18n/use-phrase';
import styles from './chain-card.module.css';
import { useGoTo, useScope } from './datapath-context';
import { lineOfRule } from './rules-view.model';
import { RuleRow } from './RuleRow';
import { WhyNot } from './WhyNot';
import { useStepRow } from './use-step-row';

interface Props {
  readonly table: AnyTableName;
  readonly chain: string;
  /** 0-based, inclusive. */
  readonly from: number;
  readonly to: number;
  /** The step that tested them; absent: not reached. */
  readonly step?: FlatStep;
}

const ROW = 40;
const MOST_ROWS = 6;

/** `… 38 rules did not match`: opens to the rules, each with the first test that failed. */
export function FoldedRules({ table, chain, from, to, step }: Props) {
  const t = useTranslations('rules');
  const { row, current } = useStepRow(step);
  const goTo = useGoTo();
  const holdsSelected = useHoldsSelected({ table, chain, from, to });
  const [opened, setOpened] = useState(false);
  const open = opened || holdsSelected !== undefined;
  const count = to - from + 1;
  const toggle = (): void => {
    setOpened(!open);
    if (step) goTo(step);
  };
  return (
    <>
      <button
        type="button"
        {...row}
        aria-expanded={open}
        className={classes(styles.row, styles.folded, current && styles.now)}
        onClick={toggle}
      >
        {open ? <ChevronDown size={13} aria-hidden /> : <ChevronRight size={13} aria-hidden />}
        <span>{t(step ? 'didNotMatch' : 'notReachedCount', { count })}</span>
        <ChangedInside table={table} chain={chain} from={from} to={to} />
      </button>
      {step?.data.kind === 'skip' && step.data.assumed && <Assumed step={step.data} />}
      {open && (
        <div className={styles.run} style={{ height: Math.min(count, MOST_ROWS) * ROW + 2 }}>
          <VirtualList
            label={t(step ? 'didNotMatch' : 'notReachedCount', { count })}
            count={count}
            rowHeight={ROW}
            scrollTo={holdsSelected}
          >
            {(at) => (
              <RuleRow
                at={{ table, chain, index: from + at }}
                state={step ? 'miss' : 'later'}
                {...(step ? { testedAt: step } : {})}
              >
                {step && <WhyNot at={{ table, chain, index: from + at }} step={step} />}
              </RuleRow>
            )}
          </VirtualList>
        </div>
      )}
    </>
  );
}

/** How many of the folded rules the last edit added. */
function ChangedInside({ table, chain, from, to }: Omit<Props, 'step'>) {
  const t = useTranslations('changes');
  const { index, changed } = useScope();
  const first = changed.size > 0 && index ? lineOfRule(index, { table, chain, index: from }) : undefined;
  if (first === undefined) return null;
  const count = [...changed].filter((line) => line >= first && line <= first + to - from).length;
  if (count === 0) return null;
  return (
    <span className={styles.changedInside} title={t('changed')}>
      <span aria-hidden>+{count}</span>
      <span className="visually-hidden">{t('counts', { added: count, removed: 0, moved: 0 })}</span>
    </span>
  );
}

/** Where in the run the selected rule is, so that picking it in the dump opens the fold. */
function useHoldsSelected({ table, chain, from, to }: Omit<Props, 'step'>): number | undefined {
  const { node, family } = useScope();
  return useBench(({ view: { ruleSelection } }) => {
    if (ruleSelection?.netns !== node || ruleSelection.family !== family) return undefined;
    const { ref } = ruleSelection;
    const inside = ref.table === table && ref.chain === chain && ref.index >= from && ref.index <= to;
    return inside ? ref.index - from : undefined;
  });
}

function Assumed({ step }: { readonly step: Extract<FlatStep['data'], { kind: 'skip' }> }) {
  const say = usePhrase();
  return step.assumed ? <p className={styles.assumed}>{say(step.assumed)}</p> : null;
}
