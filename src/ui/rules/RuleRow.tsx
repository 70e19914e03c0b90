import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Verdict, RuleRef } from '../../core/linux/hooks';
import type { FlatStep } from '../../store/selectors';
import { classes } from '../common/classes';
import styles from './chain-card.module.css';
import {
  useRuleChange,
  useIsSelected,
  usePick,
  useRuleRow,
  useScope,
  useStepRow,
  useExplanation,
} from './datapath-context';
import { LookupLine, RuleLine, AddressText } from './rule/lines';
import type { ListedRule as RuleWords, Share } from '../../engine/protocol';
import { lightOf, bareAddress } from './rule/rule-text.model';
import { useActions } from '../../store/hooks';
import { Button } from '../common/controls';
import { NotAskedLine } from './NotAskedLine';
import { OriginLine } from './OriginLine';
import { TargetBadge, VerdictBadge } from '../common/VerdictBadge';
import { markText } from '../common/packet.model';
import { usePhrase } from '../common/i18n/use-phrase';
import { targetMark, verdictMark } from '../common/theme/verdicts';
import { shareText } from '../../core/lib/fraction';
import { getShare } from './ladder.model';
import sharesStyles from './shares.module.css';

/** More elements than this are counted. */
const MOST = 24;

/** The elements of a drawn verdict map, each with its share; the one that was drawn is marked. */
function Shares({ shares, drawn }: { readonly shares: readonly Share[]; readonly drawn: string | undefined }) {
  const t = useTranslations('rules');
  return (
    <span className={sharesStyles.shares} role="group" aria-label={t('shares')}>
      {shares.slice(0, MOST).map((share) => (
        <Row key={share.key} share={share} drawn={share.key === drawn} />
      ))}
      {shares.length > MOST && (
        <span className={sharesStyles.more}>{t('sharesMore', { count: shares.length - MOST })}</span>
      )}
    </span>
  );
}

function Row({ share, drawn }: { readonly share: Share; readonly drawn: boolean }) {
  const t = useTranslations('rules');
  const { names } = useScope();
  const { key, endpoint, verdict, odds, kernelOdds } = share;
  const drawnOdds = kernelOdds === undefined ? undefined : t('shareDrawn', { odds, kernel: shareText(kernelOdds) });
  const name = endpoint === undefined ? undefined : names.get(bareAddress(endpoint));
  return (
    <span className={classes(sharesStyles.share, drawn && sharesStyles.drawn)}>
      <span className={sharesStyles.key}>{key}</span>
      <span className={sharesStyles.who}>
        {name ?? (endpoint === undefined ? verdict : <AddressText text={endpoint} />)}
      </span>
      {drawn && <span className={sharesStyles.word}>→ {t('drawn')}</span>}
      <span className={sharesStyles.odds} title={drawnOdds}>
        {odds}
      </span>
      <span className={sharesStyles.bar} aria-hidden style={{ width: `${getShare(odds) * 100}%` }} />
    </span>
  );
}

interface RuleVerdictProps {
  readonly rule: RuleWords | undefined;
  readonly verdict: Verdict;
  readonly step: FlatStep | undefined;
}

/** What a rule that matched did: the sign and word of its verdict, the mark it set, what was assumed. */
function RuleVerdict({ rule, verdict, step }: RuleVerdictProps) {
  const t = useTranslations('rules');
  const say = usePhrase();
  const data = step?.data.kind === 'rule' ? step.data : undefined;
  const jumps = verdict.kind === 'JUMP' || verdict.kind === 'GOTO';
  return (
    <span className={styles.verdict}>
      {jumps || rule?.target === undefined ? (
        <VerdictBadge mark={verdictMark(verdict)} />
      ) : (
        <TargetBadge target={rule.target} />
      )}
      {data?.markBefore !== undefined && (
        <span className={styles.mark}>
          {t('mark', { before: markText(data.markBefore), after: markText(data.mark) })}
        </span>
      )}
      {data?.assumed && (
        <span className={styles.assumed}>
          <VerdictBadge mark={targetMark('UNKNOWN')} word={t('assumed')} /> {say(data.assumed)}
        </span>
      )}
    </span>
  );
}

const SIGN = { true: '✓', false: '✕', unknown: '?' } as const;

/** Every test of a rule up to the first that failed: what it wanted and what the packet had. */
function RuleTests({ at, step }: { readonly at: RuleRef; readonly step: FlatStep }) {
  const t = useTranslations('rules');
  const explanation = useExplanation(at, step);
  if (!explanation) return null;
  return (
    <ul className={styles.tests} aria-label={t('tests')}>
      {explanation.tests.map(({ part, matched, expected, actual }) => (
        <li key={part} className={classes(styles.oneTest, matched !== true && styles.failedTest)}>
          <span aria-hidden>{SIGN[`${matched}`]}</span>
          {!expected.includes(part) && <code>{part}</code>}
          <span>{t(`test.${matched}`, { wanted: expected, had: actual })}</span>
        </li>
      ))}
    </ul>
  );
}

interface RuleDetailProps {
  readonly at: RuleRef;
  readonly step?: FlatStep;
  /** The walk did not come to it. */
  readonly isUnasked: boolean;
}

/** Below the picked rule: why it did not match (if it was tested), and which field it comes from. */
function RuleDetail({ at, step, isUnasked }: RuleDetailProps) {
  const t = useTranslations('rules');
  const { node, family } = useScope();
  const { showInspector } = useActions();
  return (
    <div className={styles.detail}>
      {step && <RuleTests at={at} step={step} />}
      {isUnasked && <NotAskedLine rule={{ netns: node, family, ref: at }} />}
      <OriginLine netns={node} family={family} at={at} />
      <Button size="s" variant="quiet" onClick={() => showInspector('rules')}>
        {t('showInRules')}
      </Button>
    </div>
  );
}

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
  const rule = useRuleRow(at);
  const { row, current, reached } = useStepRow(step);
  const selected = useIsSelected(at);
  const change = useRuleChange(at);
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
          <DrawnShares rule={rule} step={step} />
          {state === 'hit' && verdict && <RuleVerdict rule={rule} verdict={verdict} step={step} />}
          {state !== 'hit' && <span className="visually-hidden"> {t(state === 'miss' ? 'missed' : 'notReached')}</span>}
          {children}
        </span>
      </button>
      {selected && (
        <RuleDetail
          at={at}
          isUnasked={state === 'later'}
          {...(testedAt && state === 'miss' ? { step: testedAt } : {})}
        />
      )}
    </>
  );
}

/** What a rule of nftables that draws gives to each element of its map. */
function DrawnShares({ rule, step }: Pick<RuleVerdictProps, 'rule' | 'step'>) {
  if (!rule?.shares) return null;
  const { shares } = rule;
  const verdict = step?.data.kind === 'rule' ? step.data.verdict : undefined;
  const to = verdict?.kind === 'GOTO' || verdict?.kind === 'JUMP' ? verdict.chain : undefined;
  const drawn = shares.find(({ verdict: each }) => to !== undefined && each.endsWith(` ${to}`));
  return <Shares shares={shares} drawn={drawn?.key} />;
}

function ChangeWord() {
  const t = useTranslations('changes');
  return <span className="visually-hidden">{t('changed')}: </span>;
}
