import type { PaneSpec, ModeOffer } from '../../engine/protocol';
import { FEWEST_PANES } from './compare.model';
import { type Compared, useFlowTitle } from './use-comparison';
import { X, SlidersHorizontal } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { type Flow, flowsOfSubject } from '../../core/document/document';
import { findNodeChoice } from '../../core/questions/compare/compare-panes';
import { announcedOfMode } from '../../core/kubernetes/announced';
import type { ProxyModeId } from '../../core/kubernetes/types';
import { usePhrase } from '../common/i18n/use-phrase';
import { IconButton, Select } from '../common/controls';
import { releaseFor } from '../shell/bench/mode.model';
import { CLUSTER_KEY, isPasted, PASTED_KEY, findPolicy, nodesFor, findPolicyKind, withPolicy } from './pane.model';
import styles from './heads.module.css';
import table from './compare.module.css';
import { Suspense, useState, type CSSProperties, type ReactNode } from 'react';
import { lazyPart } from '../common/late';
import { useBench } from '../../store/hooks';
import { Popover } from '../common/floating';

const OtherPane = lazyPart(async () => (await import('./OtherPane')).OtherPane);

interface PaneSettingsProps {
  readonly number: string;
  readonly spec: PaneSpec;
  readonly compared: Compared;
  readonly onChange: (spec: PaneSpec) => void;
}

/** What a pane is of besides a mode and a release: another document, another node, another traffic policy. */
function PaneSettings({ number, spec, compared, onChange }: PaneSettingsProps) {
  const t = useTranslations('compare.pane');
  const [open, setOpen] = useState(false);
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <Popover
        label={t('settings', { number })}
        open={open}
        onOpenChange={setOpen}
        align="end"
        trigger={<IconButton label={t('settings', { number })} size="s" icon={<SlidersHorizontal aria-hidden />} />}
      >
        <div className={styles.settings}>
          <DocumentChoice
            spec={spec}
            compared={compared}
            onChange={onChange}
            onOther={() => {
              setOpen(false);
              setChoosing(true);
            }}
          />
          <FlowChoice spec={spec} compared={compared} onChange={onChange} />
          <NodeChoice spec={spec} compared={compared} onChange={onChange} />
          <PolicyChoice spec={spec} compared={compared} onChange={onChange} />
        </div>
      </Popover>
      {choosing && (
        <Suspense fallback={null}>
          <OtherPane onClose={() => setChoosing(false)} onPane={onChange} />
        </Suspense>
      )}
    </>
  );
}

type ChoiceProps = Omit<PaneSettingsProps, 'number'>;

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <label className={styles.setting}>
      <span>{label}</span>
      {children}
    </label>
  );
}

const OTHER = 'other…';

function DocumentChoice({ spec, compared, onChange, onOther }: ChoiceProps & { readonly onOther: () => void }) {
  const t = useTranslations('compare.pane');
  const present = useBench(({ document }) => document.present);
  const kept = useBench(({ view }) => view.compare.documents);
  const known = { ...kept, ...compared.documents };
  const others = Object.entries(known).filter(([key]) => key !== '' && key !== PASTED_KEY && key !== CLUSTER_KEY);
  const choose = (key: string): void => {
    if (key === OTHER) return onOther();
    const { mode, release } = known[key] ?? present;
    onChange({ mode, release, ...(key === '' ? {} : { document: key }) });
  };
  return (
    <Row label={t('document')}>
      <Select
        value={spec.document ?? ''}
        onChange={choose}
        options={[
          { id: '', label: t('thisDocument') },
          ...(present.pasted.texts.length > 0 && present.subject === 'cluster'
            ? [{ id: PASTED_KEY, label: t('pasted') }]
            : []),
          ...(present.cluster.nodes.length > 0 && present.subject === 'pasted'
            ? [{ id: CLUSTER_KEY, label: t('cluster') }]
            : []),
          ...others.map(([key]) => ({ id: key, label: compared.titles[key] ?? key })),
          { id: OTHER, label: t('other') },
        ]}
      />
    </Row>
  );
}

/** Only of another document: by itself it is the flow that means the same there. */
function FlowChoice({ spec, compared, onChange }: ChoiceProps) {
  const t = useTranslations('compare.pane');
  const titleOf = useFlowTitle();
  const document = spec.document === undefined ? undefined : compared.documents[spec.document];
  if (!document) return null;
  const { flow: _old, ...rest } = spec;
  return (
    <Row label={t('flow')}>
      <Select
        value={spec.flow ?? ''}
        onChange={(flow) => onChange(flow === '' ? rest : { ...rest, flow })}
        options={[
          { id: '', label: t('sameFlow') },
          ...flowsOfSubject(document).map((flow) => ({ id: flow.id, label: titleOf(flow) })),
        ]}
      />
    </Row>
  );
}

function NodeChoice({ spec, compared, onChange }: ChoiceProps) {
  const t = useTranslations('compare.pane');
  const { documents, flow } = compared;
  const nodes = nodesFor(documents[spec.document ?? ''], flow);
  if (!flow || nodes.length < 2) return null;
  const { node: _old, ...rest } = spec;
  return (
    <Row label={t(findNodeChoice(flow) === 'entry' ? 'entry' : 'sender')}>
      <Select
        value={spec.node ?? ''}
        onChange={(node) => onChange(node === '' ? rest : { ...rest, node })}
        options={[{ id: '', label: t('asIs') }, ...nodes.map((node) => ({ id: node, label: node }))]}
      />
    </Row>
  );
}

function PolicyChoice({ spec, compared, onChange }: ChoiceProps) {
  const t = useTranslations('compare.pane');
  const { flow } = compared;
  const kind = flow && findPolicyKind(flow);
  if (!flow || kind === undefined || isPasted(spec, compared.documents)) return null;
  return (
    <Row label={kind === 'external' ? 'externalTrafficPolicy' : 'internalTrafficPolicy'}>
      <Select
        value={findPolicy(spec) ?? ''}
        onChange={(policy) => onChange(withPolicy(spec, flow, policy === '' ? undefined : policy))}
        options={[
          { id: '', label: t('asIs') },
          { id: 'Cluster', label: 'Cluster' },
          { id: 'Local', label: 'Local' },
        ]}
      />
    </Row>
  );
}

interface Props {
  /** `1`: counted from the left. */
  readonly number: string;
  readonly spec: PaneSpec;
  readonly compared: Compared;
  readonly onChange: (spec: PaneSpec) => void;
  /** Undefined: there are as few panes as there can be. */
  readonly onRemove: (() => void) | undefined;
}

/** The head of a pane: its mode and release, both to be chosen, and what else is otherwise in it. */
function PaneHead({ number, spec, compared, onChange, onRemove }: Props) {
  const t = useTranslations('compare.pane');
  const offer = compared.offers.find(({ id }) => id === spec.mode);
  return (
    <div role="columnheader" className={styles.head}>
      <div className={styles.line}>
        {isPasted(spec, compared.documents) ? (
          <b className={styles.fixed}>{t('pasted')}</b>
        ) : (
          <Proxy number={number} spec={spec} offers={compared.offers} onChange={onChange} />
        )}
        <span className={styles.ends}>
          <PaneSettings number={number} spec={spec} compared={compared} onChange={onChange} />
          {onRemove && (
            <IconButton
              label={t('remove', {
                mode: isPasted(spec, compared.documents) ? t('pasted') : (offer?.title ?? spec.mode),
              })}
              size="s"
              icon={<X aria-hidden />}
              onClick={onRemove}
            />
          )}
        </span>
      </div>
      <Otherwise spec={spec} titles={compared.titles} flow={sentIn(compared, Number(number) - 1)} />
      {!isPasted(spec, compared.documents) && <Announced spec={spec} />}
    </div>
  );
}

interface ProxyProps extends Pick<Props, 'number' | 'spec' | 'onChange'> {
  readonly offers: readonly ModeOffer[];
}

function Proxy({ number, spec, offers, onChange }: ProxyProps) {
  const t = useTranslations('compare.pane');
  const offer = offers.find(({ id }) => id === spec.mode);
  const releases = (offer?.releases ?? []).filter(({ problem }) => !problem).toReversed();
  const chooseMode = (mode: ProxyModeId): void => {
    const next = offers.find(({ id }) => id === mode);
    onChange({ ...spec, mode, release: next ? releaseFor(next, spec) : spec.release });
  };
  return (
    <>
      <Select
        aria-label={t('mode', { number })}
        value={spec.mode}
        onChange={chooseMode}
        options={offers.map(({ id, title }) => ({ id, label: title }))}
        className={styles.mode}
      />
      <Select
        aria-label={t('release', { number })}
        value={spec.release}
        onChange={(release) => onChange({ ...spec, release })}
        options={releases.map(({ release }) => ({ id: release, label: release }))}
      />
    </>
  );
}

/** The flow a pane of another document sends, which may be no more than like the bench's. */
function sentIn({ comparison }: Compared, at: number): Flow | undefined {
  const pane = comparison?.panes[at];
  return pane?.spec.document === undefined ? undefined : pane.flow;
}

/** What of a pane is not as on the bench. */
interface OtherwiseProps extends Pick<Props, 'spec'>, Pick<Compared, 'titles'> {
  readonly flow: Flow | undefined;
}

function Otherwise({ spec, titles, flow }: OtherwiseProps) {
  const t = useTranslations('compare.pane');
  const titleOf = useFlowTitle();
  const policy = findPolicy(spec);
  const said = [
    spec.document !== undefined && titles[spec.document],
    flow && t('sends', { flow: titleOf(flow) }),
    spec.node !== undefined && t('via', { node: spec.node }),
    policy && t(spec.policy?.external ? 'external' : 'internal', { name: spec.policy?.name ?? '', policy }),
  ].filter((each) => typeof each === 'string');
  return said.length === 0 ? null : <p className={styles.otherwise}>{said.join(' · ')}</p>;
}

/** What upstream has announced of the pane's mode, with its dates. */
function Announced({ spec: { mode, release } }: Pick<Props, 'spec'>) {
  const say = usePhrase();
  const announced = announcedOfMode(mode, release);
  return announced ? <p className={styles.otherwise}>{say(announced)}</p> : null;
}

interface PaneTableProps {
  readonly compared: Compared;
  /** So many columns are shown, also while another answer is on its way. */
  readonly count: number;
  readonly label: string;
  /** What its rows are. */
  readonly corner: string;
  readonly children: ReactNode;
}

/** A table with a column for each pane. */
export function PaneTable({ compared, count, label, corner, children }: PaneTableProps) {
  return (
    <div role="table" aria-label={label} className={table.table} style={{ '--panes': count } as CSSProperties}>
      <div role="rowgroup" className={table.heads}>
        <div role="row" className={table.row}>
          <div role="columnheader" className={table.label}>
            <span className={table.corner}>{corner}</span>
          </div>
          <PaneHeads compared={compared} count={count} />
        </div>
      </div>
      {children}
    </div>
  );
}

function PaneHeads({ compared, count }: Pick<PaneTableProps, 'compared' | 'count'>) {
  const { panes, setPanes } = compared;
  const change = (at: number, spec: PaneSpec): void => setPanes(panes.with(at, spec));
  return panes.slice(0, count).map((spec, at) => (
    <PaneHead
      // oxlint-disable-next-line react/no-array-index-key -- a pane is its place
      key={at}
      number={String(at + 1)}
      spec={spec}
      compared={compared}
      onChange={(next) => change(at, next)}
      onRemove={panes.length > FEWEST_PANES ? () => setPanes(panes.toSpliced(at, 1)) : undefined}
    />
  ));
}
