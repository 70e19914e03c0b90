import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { shownSteps, netnsById, focusedNode } from '../../store/selectors';
import { INSPECTOR_TABS, type InspectorTab } from '../../store/view-state';
import type { RuleSelection } from '../../store/selection';
import { Tabs, type TabItem } from '../common/Tabs';
import { ConntrackTab } from './tables/ConntrackTable';
import { RoutesTab } from './tables/RoutesTable';
import styles from './inspector.module.css';
import { WhyTab } from './WhyTab';
import { useMemo, useState, type ComponentType } from 'react';
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
import { PartsView, ServiceJump } from '../rules/parts/PartsView';
import { Dump } from './Dump';
import { TraceTab } from './TraceTab';
import rulesTabStyles from './rules-tab.module.css';

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
