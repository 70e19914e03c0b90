import { Suspense, useEffect, useMemo } from 'react';
import { lazyPart } from '../common/late';
import { useTranslations } from 'use-intl';
import { useBench, useActions } from '../../store/hooks';
import { shownSteps, rulesKey, type FlatStep, headerBefore, netnsById } from '../../store/selectors';
import { usePhrase } from '../common/i18n/use-phrase';
import { type ChainIndex, indexChains, findRow } from '../rules/rule/rules-view.model';
import { lineOfRule } from '../../engine/chain-index';
import { useRow } from '../rules/datapath-context';
import { useMemory } from '../common/memory';
import { plainName } from '../../core/story/service-at';
import { kernelDecimal } from '../common/texts.model';
import { CertainNote, LegEnd } from '../rules/parts/CertainNote';
import { lastDraw, type LegStory, collectStory, type CarriedMark, type CauseView } from './why.model';
import styles from './why-tab.module.css';
import { isProgramStep, type RuleStep } from '../../core/sim/trace';
import { RuleLine } from '../rules/rule/lines';
import { ruleName } from './dump.model';
import { markText } from '../common/packet.model';
import { StepBadge, StepSentence, StepChips } from './StepSentence';

interface Props {
  readonly cause: CauseView;
  readonly index: ChainIndex | undefined;
}

/** One cause: what happened, by which rule on which way, and what had made it possible. */
function CauseItem({ cause, index }: Props) {
  const t = useTranslations('inspector.why');
  const say = usePhrase();
  const { kind, at, rule, path, because } = cause;
  const netns = useBench((state) => netnsById(state, at.netns)?.title ?? at.netns);
  const to = at.data.kind === 'deliver' ? plainName(at.data.to) : '';
  return (
    <>
      <p className={styles.what}>
        <StepBadge step={at.data} /> {t(`kind.${kind}`, { netns: plainName(netns), to })}
      </p>
      {headerBefore(at.data) && <StepChips step={at.data} />}
      {(at.data.kind === 'stop' || at.data.kind === 'ipvs' || isProgramStep(at.data)) && <p>{say(at.data.reason)}</p>}
      {rule && <RuleOf step={rule} index={index} />}
      {path.length > 0 && <Way path={path} />}
      {because && <Because step={because} carried={cause.carried} />}
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
  const rule = useRow(index, index && data.kind === 'rule' ? lineOfRule(index, data.ref) : undefined)?.rule;
  if (data.kind === 'policy')
    return <p className={styles.quiet}>{t('policy', { chain: data.chain, table: data.table })}</p>;
  if (data.kind !== 'rule') return null;
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

function Because({ step, carried }: { readonly step: FlatStep; readonly carried: CarriedMark | undefined }) {
  const t = useTranslations('inspector.why');
  const { data } = step;
  const words = carried && data.kind === 'rule' ? markWords(data, carried) : undefined;
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
function Drawn({ step }: { readonly step: FlatStep }) {
  const t = useTranslations('inspector.why');
  return (
    <div className={styles.drawn}>
      <p>{t('drawn')}</p>
      <Given step={step} />
    </div>
  );
}

function markWords({ ref }: RuleStep, { mark, clearedBy }: CarriedMark): Record<'mark' | 'rule' | 'cleared', string> {
  const cleared = clearedBy?.data.kind === 'rule' ? ruleName(clearedBy.data.ref) : 'none';
  return { mark: markText(mark), rule: ruleName(ref), cleared };
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

/** The dumps of every namespace the packet came by that has rules, as far as they have been fetched. */
function useIndexes(steps: readonly FlatStep[]): ReadonlyMap<string, ChainIndex> {
  const { loadRules } = useActions();
  const memory = useMemory();
  const bench = useBench((state) => state.run.bench);
  const rules = useBench((state) => state.run.rules);
  const family = steps[0]?.data.packet.family ?? 'ipv4';
  const wanted = useMemo(() => {
    const walked = new Set(steps.map(({ netns }) => netns));
    return (bench?.rules ?? [])
      .filter((each) => walked.has(each.netns) && each.family === family)
      .map(({ netns }) => netns);
  }, [bench, steps, family]);
  useEffect(() => {
    for (const netns of wanted) void loadRules(netns, family);
  }, [wanted, family, loadRules]);
  return useMemo(() => {
    const views = wanted.flatMap((netns) => rules[rulesKey(netns, family)] ?? []);
    return new Map(views.map((view) => [view.netns, indexChains(view, memory)]));
  }, [wanted, rules, family, memory]);
}

function testsMark(indexes: ReadonlyMap<string, ChainIndex>, rule: FlatStep): boolean {
  const index = indexes.get(rule.netns);
  if (!index || rule.data.kind !== 'rule') return false;
  return findRow(index, rule.data.ref)?.rule?.asksMark ?? false;
}

/** Why each packet of the shown trace ended as it did, and the dumps to print the rules from. */
function useStory(): { readonly story: readonly LegStory[]; readonly indexes: ReadonlyMap<string, ChainIndex> } {
  const steps = useBench(shownSteps);
  const trace = useBench((state) => state.run.result?.trace);
  const indexes = useIndexes(steps);
  const story = useMemo(
    () => (trace ? collectStory(trace, steps, (rule) => testsMark(indexes, rule)) : []),
    [trace, steps, indexes],
  );
  return { story, indexes };
}

const ToldNotes = lazyPart(async () => (await import('../paste/findings/HangsOn')).ToldNotes);
const FlipsView = lazyPart(async () => (await import('./FlipsView')).FlipsView);

/** The chain of causes: which steps rewrote, kept, refused or delivered each packet, and the rules behind them. */
export function WhyTab() {
  const { story, indexes } = useStory();
  return (
    <div className={styles.tab}>
      <Chance />
      <Suspense>
        <ToldNotes />
      </Suspense>
      <Suspense>
        <FlipsView />
      </Suspense>
      {story.map((leg) => (
        <LegWhy key={leg.leg} story={leg} indexes={indexes} />
      ))}
      <Assumptions />
    </div>
  );
}

function Chance() {
  const t = useTranslations('inspector.why');
  const probability = useBench((state) => state.run.result?.trace.probability);
  const drawnOdds = useBench((state) => state.run.result?.trace.kernelProbability);
  const outcomes = useBench((state) => state.run.result?.outcomes.length ?? 0);
  const drawn = useBench((state) => lastDraw(shownSteps(state)));
  if (outcomes < 2) return null;
  return (
    <div className={styles.chance}>
      <p>
        {probability === undefined
          ? t('chanceUnknown', { outcomes })
          : t('chance', { chance: probability, outcomes, kernel: kernelDecimal(probability, drawnOdds) ?? 'none' })}
      </p>
      <CertainNote />
      {drawn && <Drawn step={drawn} />}
    </div>
  );
}

function LegWhy({ story, indexes }: { readonly story: LegStory; readonly indexes: ReadonlyMap<string, ChainIndex> }) {
  const t = useTranslations('inspector');
  const { role, second, lookup, disposition, causes } = story;
  const name = t(`trace.role.${role}`);
  const end = causes.at(-1)?.at.data;
  return (
    <section>
      <h3 className={styles.leg}>
        {lookup ? t('trace.lookup', { role: name }) : second ? t('trace.second', { role: name }) : name}
        <LegEnd role={role} disposition={disposition} pill />
        {end?.kind === 'deliver' && <span className={styles.to}>{plainName(end.to)}</span>}
      </h3>
      {causes.length === 0 && <p className={styles.quiet}>{t('why.nothing')}</p>}
      <ol className={styles.causes}>
        {causes.map((cause) => (
          <li key={cause.at.index} className={styles.cause}>
            <CauseItem cause={cause} index={indexes.get(cause.at.netns)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Assumptions() {
  const t = useTranslations('inspector.why');
  const say = usePhrase();
  const assumptions = useBench((state) => state.run.result?.trace.assumptions);
  if (!assumptions || assumptions.length === 0) return null;
  return (
    <section>
      <h3 className={styles.leg}>{t('assumed')}</h3>
      <ul className={styles.assumptions}>
        {assumptions.map((each) => (
          <li key={`${each.id} ${JSON.stringify(each.values)}`}>{say(each)}</li>
        ))}
      </ul>
    </section>
  );
}
