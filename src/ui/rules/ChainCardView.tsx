import { useTranslations } from 'use-intl';
import { assertNever } from '../../core/lib/result';
import styles from './chain-card.module.css';
import { RuleRow } from './RuleRow';
import type { ChainCard } from './rules.model';
import type { VisitRow } from './visits.model';
import type { Verdict, AnyTableName, RuleRef } from '../../core/linux/hooks';
import type { FlatStep } from '../../store/selectors';
import { classes } from '../common/classes';
import { VerdictBadge } from '../common/VerdictBadge';
import { targetMark, verdictMark } from '../common/theme/verdicts';
import { useGoTo, useRow, useScope, useStepRow, useExplanation } from './datapath-context';
import { shareText } from '../../core/lib/fraction';
import { AddressText } from './rule/lines';
import type { Rung } from '../../core/linux/xtables/ladder';
import { drawnOdds, rungSum, getShare } from './ladder.model';
import { bareAddress, listTokens, decidingTest } from './rule/rule-text.model';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useBench } from '../../store/hooks';
import { VirtualList } from '../common/virtual-list';
import { usePhrase } from '../common/i18n/use-phrase';
import { lineOfRule } from '../../engine/chain-index';

/** One line why a rule did not match: what its first failing test wanted, and what the packet had. */
function WhyNot({ at, step }: { readonly at: RuleRef; readonly step: FlatStep }) {
  const t = useTranslations('rules');
  const explanation = useExplanation(at, step);
  const test = explanation && decidingTest(explanation);
  if (!explanation) return <span className={styles.why}>…</span>;
  // Nobody can say it of this rule (nftables): better nothing than a guess.
  if (!test && explanation.matched === 'unknown') return null;
  if (!test) return <span className={styles.why}>{t('noReason')}</span>;
  const words = { wanted: test.expected, had: test.actual };
  return <span className={styles.why}>{t(test.matched === 'unknown' ? 'unknownWhy' : 'why', words)}</span>;
}

interface FoldedRulesProps {
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
function FoldedRules({ table, chain, from, to, step }: FoldedRulesProps) {
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
function ChangedInside({ table, chain, from, to }: Omit<FoldedRulesProps, 'step'>) {
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
function useHoldsSelected({ table, chain, from, to }: Omit<FoldedRulesProps, 'step'>): number | undefined {
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

/** The odds of one rung: to whom, the sum that gives them, and a line as long as its share; below, what is written. */
function Odds({ rung }: { readonly rung: Rung }) {
  const t = useTranslations('rules');
  const { names } = useScope();
  const address = listTokens(rung.comment ?? '').findLast((token) => token.kind === 'address')?.text;
  const name = address === undefined ? undefined : names.get(bareAddress(address));
  return (
    <>
      <span className={styles.odds} title={t('ladder')}>
        {name !== undefined && <span className={styles.who}>{name}</span>}
        {name === undefined && address !== undefined && <AddressText text={address} />}
        <span className={styles.sum}>
          {rung.conditional === '1' && <span className={styles.rest}>{t('theRest')} </span>}
          {rungSum(rung)}
        </span>
        <span className={styles.share} aria-hidden style={{ width: `${getShare(rung.resulting) * 100}%` }} />
      </span>
      <Written rung={rung} />
    </>
  );
}

/** What the kernel's draws give, where that is not what is meant. */
function Written({ rung }: { readonly rung: Rung }) {
  const t = useTranslations('rules');
  const { kernelConditional } = rung;
  const kernelResulting = drawnOdds(rung);
  if (kernelResulting === undefined) return null;
  return (
    <span className={styles.written}>
      {kernelConditional === undefined
        ? t('asLeft', { kernel: kernelResulting })
        : t('asWritten', { kernel: shareText(kernelConditional) })}
    </span>
  );
}

interface Props {
  readonly step: FlatStep;
  /** A policy's; undefined: back to the caller. */
  readonly verdict: Verdict | undefined;
  readonly words: string;
}

/** A line of a chain that is no rule: its policy, or the way back to the chain that jumped here. */
function StepRow({ step, verdict, words }: Props) {
  const { row, current, reached } = useStepRow(step);
  const goTo = useGoTo();
  return (
    <button
      type="button"
      {...row}
      className={classes(styles.row, styles.end, reached && styles.reached, current && styles.now)}
      onClick={() => goTo(step)}
    >
      <VerdictBadge mark={verdict ? verdictMark(verdict) : targetMark('RETURN')} />
      <span>{words}</span>
    </button>
  );
}

/** A chain as one visit saw it: its rules in order, folded where nothing happened. */
export function ChainCardView({ card }: { readonly card: ChainCard }) {
  const t = useTranslations('rules');
  const { index } = useScope();
  // With its first rule come the odds of the chain.
  useRow(index, card.view && card.view.length > 0 ? card.view.firstLine : undefined);
  return (
    <article className={styles.card} data-card={card.id} aria-label={t('chain', { chain: card.chain })}>
      <ChainHead card={card} />
      <ol className={styles.rows}>
        {card.rows.map((row) => (
          <li key={rowKey(row)}>
            <RowView card={card} row={row} />
          </li>
        ))}
        {card.rows.length === 0 && <li className={styles.quiet}>{t('noRules')}</li>}
      </ol>
      {card.ladder && <p className={styles.ladder}>{t(card.ladder.rungs.length > 1 ? 'ladder' : 'ladderOne')}</p>}
    </article>
  );
}

function ChainHead({ card }: { readonly card: ChainCard }) {
  const t = useTranslations('rules');
  const { view, chain } = card;
  const policy = view?.policy;
  return (
    <header className={styles.head}>
      <h5 className={styles.name}>{chain}</h5>
      {view?.service !== undefined && <span className={styles.service}>{view.service}</span>}
      <span className={styles.size}>
        {policy === undefined ? t('ruleCount', { count: view?.length ?? 0 }) : t('policy', { policy })}
      </span>
    </header>
  );
}

function RowView({ card, row }: { readonly card: ChainCard; readonly row: VisitRow }) {
  const t = useTranslations('rules');
  const { table, chain, ladder } = card;
  const at = (index: number): RuleRef => ({ table, chain, index });
  const odds = (index: number) => {
    const rung = ladder?.rungs.find((each) => each.index === index);
    return rung && <Odds rung={rung} />;
  };
  switch (row.kind) {
    case 'hit':
      return (
        <RuleRow at={at(row.index)} state="hit" step={row.step} verdict={row.verdict}>
          {odds(row.index)}
        </RuleRow>
      );
    case 'miss':
      return (
        <RuleRow at={at(row.index)} state="miss" step={row.step}>
          {odds(row.index)}
        </RuleRow>
      );
    case 'later':
      return (
        <RuleRow at={at(row.index)} state="later">
          {odds(row.index)}
        </RuleRow>
      );
    case 'run':
      return <FoldedRules table={table} chain={chain} from={row.from} to={row.to} step={row.step} />;
    case 'rest':
      return <FoldedRules table={table} chain={chain} from={row.from} to={row.to} />;
    case 'back':
      return <StepRow step={row.step} verdict={undefined} words={t('emptyChain', { chain: row.chain })} />;
    case 'end':
      return (
        <StepRow
          step={row.step}
          verdict={row.verdict}
          words={row.verdict ? t('byPolicy') : t('backTo', { chain: getCaller(card) })}
        />
      );
    default:
      return assertNever(row);
  }
}

function rowKey(row: VisitRow): string {
  if (row.kind === 'end') return `end-${row.step.index}`;
  if (row.kind === 'run' || row.kind === 'rest') return `${row.kind}-${row.from}`;
  if (row.kind === 'back') return `back-${row.step.index}`;
  return `${row.kind}-${row.index}-${row.kind === 'later' ? '' : row.step.index}`;
}

function getCaller({ from }: ChainCard): string {
  const jump = from?.step.data;
  return jump?.kind === 'rule' ? jump.ref.chain : '';
}
