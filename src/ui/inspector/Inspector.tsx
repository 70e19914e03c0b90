import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { shownSteps, netnsById, focusedNode, flattenedSteps, type FlatStep } from '../../store/selectors';
import { INSPECTOR_TABS, type InspectorTab, type RuleSelection } from '../../store/types';
import { Tabs, type TabItem } from '../common/Tabs';
import { ConntrackTab, RoutesTab } from '../tables/ConntrackTable';
import styles from './inspector.module.css';
import { WhyTab } from './WhyTab';
import {
  useMemo,
  useState,
  useDeferredValue,
  useId,
  useRef,
  memo,
  type ComponentType,
  type CSSProperties,
} from 'react';
import type { GlossaryTerm } from '../../content/glossary';
import { AddressChip } from '../common/addresses';
import { classes } from '../common/classes';
import { Term } from '../common/labels';
import { FlowState } from '../rules/FlowState';
import { useStepIndex, useRules } from '../rules/datapath-context';
import { packetFields, type Field, type FieldId, type FieldValue } from '../common/packet.model';
import { StepSentence } from './StepSentence';
import type { IpFamily } from '../../core/net/ip';
import type { RulesSummary } from '../../engine/protocol';
import { EmptyState } from '../common/feedback';
import { Select } from '../common/controls';
import { PartsView, ServiceJump } from '../parts/PartsView';
import { Dump } from './Dump';
import rulesTabStyles from './rules-tab.module.css';
import type { Leg } from '../../core/sim/trace';
import { LegEnd } from '../parts/CertainNote';
import { useRovingRows } from '../common/lists';
import { useScrollToStep } from '../rules/use-scroll-to-step';
import { answeredStatus, withoutDefault } from '../common/texts.model';
import { listLegs, type HopGroup } from './trace-list.model';
import traceTabStyles from './trace-tab.module.css';
import stepItemStyles from './step.module.css';

interface Props {
  readonly step: FlatStep;
  readonly current: boolean;
}

/** One line of the trace; pressing it moves the playhead there and picks its rule. */
const StepItem = memo(function StepItem({ step, current }: Props) {
  const { setPlayhead, pause, selectRule } = useActions();
  const go = (): void => {
    pause();
    setPlayhead(step.index);
    if (step.data.kind !== 'rule') return;
    selectRule({ netns: step.netns, family: step.data.packet.family, ref: step.data.ref });
  };
  return (
    <button
      type="button"
      data-row
      data-step={step.index}
      tabIndex={current ? 0 : -1}
      aria-current={current ? 'step' : undefined}
      className={classes(stepItemStyles.item, current && stepItemStyles.now, stepItemStyles[step.data.kind])}
      onClick={go}
    >
      <span className={stepItemStyles.number}>{step.index + 1}</span>
      <StepSentence step={step} />
    </button>
  );
});

/**
 * Every step of the walk as a list of sentences: the animation for who does not see it. Up and Down
 * move, Enter puts the playhead there.
 */
export function TraceTab() {
  const t = useTranslations('inspector.trace');
  // A hundred sentences: the rules do not wait for them.
  const newest = useBench((state) => state.run.result);
  const result = useDeferredValue(newest);
  // After an edit or a paste the walk before stands here until the next is told.
  const coming = useBench(({ run, document }) => run.shownDocument !== document.present);
  const steps = flattenedSteps(result);
  const trace = result?.trace;
  const now = useStepIndex();
  const scroller = useRef<HTMLDivElement>(null);
  const onKeyDown = useRovingRows(scroller);
  const legs = useMemo(() => listLegs(steps), [steps]);
  useScrollToStep(scroller, now, steps);
  if (steps.length === 0) return <FlowState />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- moves the focus between the buttons inside
    <div
      ref={scroller}
      className={traceTabStyles.tab}
      style={numberColumn(steps.length)}
      onKeyDown={onKeyDown}
      aria-busy={coming || result !== newest || undefined}
    >
      {legs.map(({ leg, role, second, lookup, hops }) => (
        <LegSection
          key={leg}
          role={role}
          title={
            lookup
              ? t('lookup', { role: t(`role.${role}`) })
              : second
                ? t('second', { role: t(`role.${role}`) })
                : t(`role.${role}`)
          }
          walked={trace?.legs[leg]}
          hops={hops}
          now={now}
        />
      ))}
    </div>
  );
}

/** So wide that the number of the last step stands on one line: a tabular figure is a little wider than a `0`. */
const numberColumn = (steps: number): CSSProperties =>
  ({ '--number': `${Math.max(2, String(steps).length) * 1.1}ch` }) as CSSProperties;

interface LegProps {
  readonly role: FlatStep['role'];
  readonly title: string;
  readonly walked: Leg | undefined;
  readonly hops: readonly HopGroup[];
  readonly now: number;
}

function LegSection({ role, title, walked, hops, now }: LegProps) {
  const id = useId();
  const status = walked && answeredStatus(walked);
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={traceTabStyles.leg}>
        {title}
        {status !== undefined && ` · HTTP ${status}`}
        {walked && <LegEnd role={role} disposition={walked.disposition} />}
      </h3>
      {hops.map(({ hop, netns, steps }) => (
        <HopList key={hop} netns={netns} steps={steps} now={now} />
      ))}
    </section>
  );
}

function HopList({
  netns,
  steps,
  now,
}: {
  readonly netns: string;
  readonly steps: readonly FlatStep[];
  readonly now: number;
}) {
  const title = withoutDefault(useBench((state) => netnsById(state, netns)?.title ?? netns));
  const t = useTranslations('inspector.trace');
  return (
    <>
      <h4 className={traceTabStyles.hop}>{title}</h4>
      <ol aria-label={t('stepsIn', { netns: title })}>
        {steps.map((step) => (
          <li key={step.index}>
            <StepItem step={step} current={step.index === now} />
          </li>
        ))}
      </ol>
    </>
  );
}

interface Source {
  readonly netns: string;
  readonly family: IpFamily;
}

/** The whole dump of a node as text, as iptables-save prints it: searched, jumped through, in step with the datapath. */
export function RulesTab() {
  const t = useTranslations('inspector.rules');
  const bench = useBench((state) => state.run.bench);
  const focus = useBench(focusedNode);
  const selection = useBench((state) => state.view.ruleSelection);
  const walked = useBench((state) => state.run.result?.rules);
  const madeBy = useBench((state) => state.view.madeBy);
  const [picked, pick] = usePicked(selection);
  const sources = bench?.rules ?? [];
  const wanted = picked ?? selection ?? { netns: focus ?? '', family: 'ipv4' };
  const source =
    sources.find((each) => sameSource(each, wanted)) ?? sources.find(({ netns }) => netns === focus) ?? sources[0];
  const index = useRules(source?.netns, source?.family ?? 'ipv4');
  if (!source) return <EmptyState title={t(bench ? 'none' : 'noNetwork')}>{bench && t('noneNext')}</EmptyState>;
  const titleOf = (netns: string): string => bench?.netns.find(({ id }) => id === netns)?.title ?? netns;
  const nameOf = (each: RulesSummary): string => {
    const count = each.ruleCount ?? walked?.find((other) => sameSource(other, each))?.ruleCount;
    const place = { node: titleOf(each.netns), family: each.family };
    return count === undefined ? t('sourcePlace', place) : t('sourceName', { ...place, count });
  };
  return (
    <div className={rulesTabStyles.tab}>
      <div className={rulesTabStyles.bar}>
        <Select
          aria-label={t('source')}
          value={makeKey(source)}
          onChange={(key) => pick(sources.find((each) => makeKey(each) === key))}
          options={sources.map((each) => ({
            id: makeKey(each),
            label: nameOf(each),
          }))}
        />
        {!madeBy && <ServiceJump />}
      </div>
      {madeBy && (
        <PartsView netns={source.netns} title={titleOf(source.netns)} family={source.family} wanted={madeBy} />
      )}
      {!madeBy && index && <Dump key={makeKey(source)} index={index} />}
      {!madeBy && !index && (
        <div role="status">
          <EmptyState title={t('loading')} />
        </div>
      )}
    </div>
  );
}

function makeKey({ netns, family }: Source): string {
  return `${netns} ${family}`;
}

function sameSource(a: Source, b: Source): boolean {
  return a.netns === b.netns && a.family === b.family;
}

/** The node picked by hand, until a rule of another one is selected elsewhere. */
function usePicked(selection: RuleSelection | undefined): [Source | undefined, (source: Source | undefined) => void] {
  const [picked, setPicked] = useState<{ source: Source | undefined; during: RuleSelection | undefined }>();
  const source = picked && picked.during === selection ? picked.source : undefined;
  return [source, (next) => setPicked({ source: next, during: selection })];
}

/** The packet after the step under the playhead: every header field as sent and as it is now. */
export function PacketTab() {
  const t = useTranslations('inspector.packet');
  const steps = useBench(shownSteps);
  const now = useStepIndex();
  const step = steps[now];
  const netns = useBench((state) => netnsById(state, step?.netns)?.title ?? step?.netns ?? '');
  const fields = useMemo(() => packetFields(steps, now), [steps, now]);
  if (!step) return <FlowState />;
  return (
    <div className={styles.tab}>
      <p className={styles.place}>
        {t('place', {
          netns,
          role: step.lookup
            ? t('lookup', { role: t(`role.${step.role}`) })
            : step.second
              ? t('second', { role: t(`role.${step.role}`) })
              : t(`role.${step.role}`),
        })}
      </p>
      <div className={styles.step}>
        <StepSentence step={step} />
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className="visually-hidden">
              {t('field')}
            </th>
            <th scope="col">{t('sent')}</th>
            <th scope="col">{t('now')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <FieldRow key={field.id} field={field} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FieldRow({ field: { id, sent, now, before, rewritten } }: { readonly field: Field }) {
  const t = useTranslations('inspector.packet');
  return (
    <tr className={classes(rewritten && styles.rewritten, before && styles.fresh)}>
      <th scope="row">
        <FieldName id={id} />
        {rewritten && <span className={styles.changed}>{before ? t('changedNow') : t('changed')}</span>}
      </th>
      <td>{sent && <Value value={sent} variant={rewritten ? 'was' : 'plain'} />}</td>
      <td>{now && <Value value={now} variant={rewritten ? 'now' : 'plain'} />}</td>
    </tr>
  );
}

/** Fields whose name is a word of the field; the others explain themselves. */
const TERMS: Readonly<Partial<Record<FieldId, GlossaryTerm>>> = { mark: 'mark', ctstate: 'conntrack', where: 'hook' };

function FieldName({ id }: { readonly id: FieldId }) {
  const t = useTranslations('inspector.packet');
  const term = TERMS[id];
  return term ? <Term id={term}>{t(`name.${id}`)}</Term> : t(`name.${id}`);
}

function Value({ value, variant }: { readonly value: FieldValue; readonly variant: 'plain' | 'was' | 'now' }) {
  if (value.address !== undefined) return <AddressChip address={value.address} port={value.port} variant={variant} />;
  return <code className={styles[variant]}>{value.text}</code>;
}

/** What each tab shows. */
const TABS: { readonly [Id in InspectorTab]: ComponentType } = {
  packet: PacketTab,
  trace: TraceTab,
  rules: RulesTab,
  conntrack: ConntrackTab,
  routes: RoutesTab,
  why: WhyTab,
};

/** Everything about the packet at the playhead, and the whole of what it went through, as text and tables. */
export function Inspector() {
  const t = useTranslations('inspector');
  const { showInspector } = useActions();
  const wanted = useBench((state) => state.view.inspectorTab);
  const walked = useBench((state) => shownSteps(state).length > 0);
  // Before anything walked there is nothing to ask why of.
  const shown = INSPECTOR_TABS.filter((id) => walked || id !== 'why');
  const items = shown.map((id): TabItem<InspectorTab> => {
    const Tab = TABS[id];
    return { id, label: t(`tab.${id}`), content: <Tab /> };
  });
  const value = shown.includes(wanted) ? wanted : 'trace';
  return (
    <Tabs className={styles.inspector ?? ''} label={t('title')} value={value} onChange={showInspector} items={items} />
  );
}
