import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { flowsOfSubject } from '../../core/document/subject';
import { nodeChoiceOf } from '../../core/document/node-choice';
import { useBench } from '../../store/hooks';
import type { PaneSpec } from '../../engine/protocol';
import { IconButton } from '../common/IconButton';
import { Popover } from '../common/Popover';
import { Select } from '../common/Select';
import {
  BEFORE_KEY,
  CLUSTER_KEY,
  isPasted,
  nodesFor,
  PASTED_KEY,
  policyKindOf,
  policyOf,
  withPolicy,
} from './pane.model';
import type { Compared } from './use-comparison';
import { useFlowTitle } from './use-flow-title';
import styles from './heads.module.css';

const OtherPane = lazy(() => import('./OtherPane').then((module) => ({ default: module.OtherPane })));

interface Props {
  readonly number: string;
  readonly spec: PaneSpec;
  readonly compared: Compared;
  readonly onChange: (spec: PaneSpec) => void;
}

/** What a pane is of besides a mode and a release: another document, another node, another traffic policy. */
export function PaneSettings({ number, spec, compared, onChange }: Props) {
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

type ChoiceProps = Omit<Props, 'number'>;

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
          ...others.map(([key, { title }]) => ({ id: key, label: key === BEFORE_KEY ? t('before') : title })),
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
    <Row label={t(nodeChoiceOf(flow) === 'entry' ? 'entry' : 'sender')}>
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
  const kind = flow && policyKindOf(flow);
  if (!flow || kind === undefined || isPasted(spec, compared.documents)) return null;
  return (
    <Row label={kind === 'external' ? 'externalTrafficPolicy' : 'internalTrafficPolicy'}>
      <Select
        value={policyOf(spec) ?? ''}
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
