import { useTranslations } from 'use-intl';
import type { RuleStep } from '../../core/sim/trace';
import { useActions, useBench } from '../../store/hooks';
import { headerBefore, netnsById, type FlatStep } from '../../store/selectors';
import { usePhrase } from '../i18n/use-phrase';
import { RuleLine } from '../rules/RuleLine';
import { readRuleOf } from '../rules/rule-text.model';
import { ruleLine, type ChainIndex } from '../rules/rules-view.model';
import { withoutDefault } from '../common/object-names.model';
import { ruleName } from './dump.model';
import { markText } from './packet.model';
import { StepBadge } from './StepBadge';
import { StepSentence } from './StepSentence';
import { StepChips } from './StepChips';
import type { Cause } from './why.model';
import styles from './why-tab.module.css';

interface Props {
  readonly cause: Cause;
  readonly index: ChainIndex | undefined;
}

/** One cause: what happened, by which rule on which way, and what had made it possible. */
export function CauseItem({ cause, index }: Props) {
  const t = useTranslations('inspector.why');
  const say = usePhrase();
  const { kind, at, rule, path, because } = cause;
  const netns = useBench((state) => netnsById(state, at.netns)?.title ?? at.netns);
  const to = at.data.kind === 'deliver' ? withoutDefault(at.data.to) : '';
  return (
    <>
      <p className={styles.what}>
        <StepBadge step={at.data} /> {t(`kind.${kind}`, { netns: withoutDefault(netns), to })}
      </p>
      {headerBefore(at.data) && <StepChips step={at.data} />}
      {(at.data.kind === 'stop' || at.data.kind === 'ipvs') && <p>{say(at.data.reason)}</p>}
      {rule && <RuleOf step={rule} index={index} />}
      {path.length > 0 && <Way path={path} />}
      {because && <Because step={because} />}
      {cause.given?.map((step) => (
        <Given key={step.index} step={step} />
      ))}
      <GoTo step={at} />
    </>
  );
}

function RuleOf({ step, index }: { readonly step: FlatStep; readonly index: ChainIndex | undefined }) {
  const t = useTranslations('inspector.why');
  const { selectRule } = useActions();
  const { data, netns } = step;
  if (data.kind === 'policy')
    return <p className={styles.quiet}>{t('policy', { chain: data.chain, table: data.table })}</p>;
  if (data.kind !== 'rule') return null;
  const line = index && ruleLine(index, data.ref);
  const rule = line === undefined ? undefined : readRuleOf(data.ref.table, line);
  return (
    <button
      type="button"
      className={styles.rule}
      onClick={() => selectRule({ netns, family: data.packet.family, ref: data.ref })}
    >
      <span className={styles.name}>{ruleName(data.ref)}</span>
      {rule && <RuleLine rule={rule} inChain lit />}
    </button>
  );
}

/** The chains jumped through, outermost first. */
function Way({ path }: { readonly path: readonly FlatStep[] }) {
  const t = useTranslations('inspector.why');
  const names = path.flatMap(({ data }) => (data.kind === 'rule' ? [data] : []));
  return (
    <p className={styles.way}>
      <span className="visually-hidden">{t('way')} </span>
      {names.map((jump) => `${jump.ref.chain} ${jump.ref.index + 1}`).join(' ↘\uFE0E ')}
    </p>
  );
}

function Because({ step }: { readonly step: FlatStep }) {
  const t = useTranslations('inspector.why');
  const { data } = step;
  const words = data.kind === 'rule' ? markWords(data) : undefined;
  return (
    <div className={styles.because}>
      <p>{words ? t('becauseMark', words) : t('becauseBound')}</p>
      <GoTo step={step} />
    </div>
  );
}

/** What the kernel had found out before: the state of the connection, the way chosen. */
function Given({ step }: { readonly step: FlatStep }) {
  return (
    <div className={styles.because}>
      <StepSentence step={step} />
      <GoTo step={step} />
    </div>
  );
}

/** The rule or scheduler whose draw settled which outcome this is. */
export function Drawn({ step }: { readonly step: FlatStep }) {
  const t = useTranslations('inspector.why');
  return (
    <div className={styles.drawn}>
      <p>{t('drawn')}</p>
      <Given step={step} />
    </div>
  );
}

function markWords(step: RuleStep): { mark: string; rule: string } {
  return { mark: markText(step.mark), rule: ruleName(step.ref) };
}

function GoTo({ step }: { readonly step: FlatStep }) {
  const t = useTranslations('inspector.why');
  const { setPlayhead, pause } = useActions();
  const go = (): void => {
    pause();
    setPlayhead(step.index);
  };
  return (
    <button type="button" className={styles.go} onClick={go}>
      {t('goToStep', { step: step.index + 1 })}
    </button>
  );
}
