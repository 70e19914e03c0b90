import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '../common/late';
import { useTranslations } from 'use-intl';
import { getNamespace, type NodeObject, type OtherObject, type PodObject } from '../../core/kubernetes/types';
import { useActions, useBench } from '../../store/hooks';
import type { BenchState } from '../../store/types';
import type { LeftTab } from '../../store/view-state';
import { Tabs } from '../common/Tabs';
import { Reference } from '../windows/rebuild/Reference';
import { ClusterTree } from './ClusterTree';
import { FlowForm } from './FlowForm';
import { SettingsForm } from './ProxyForm';
import { ServiceForm } from './ServiceForm';
import styles from './editors.module.css';
import { Trash2, RotateCcw } from 'lucide-react';
import { cordonNode, isNodeReady, removeNode, setNodeLabels, setNodeUp } from '../../core/document/edits/nodes';
import { AddressChip } from '../common/addresses';
import { Button } from '../common/controls';
import { Advanced, FieldRow, SwitchField, TextField, ChoiceField, StepperField } from './Field';
import { FormTitle } from './FormTitle';
import { LABELS_FIELD } from './fields.model';
import { NodeKernelFields, NodeProgramFields } from './NodeFields';
import {
  findDeployment,
  killPod,
  MAX_REPLICAS,
  movePod,
  removePod,
  scaleDeployment,
  setPodLabels,
  setPodReady,
  setPodTerminating,
} from '../../core/document/edits/pods';
import { conditionIsTrue } from './tree.model';

/** A Pod: where it is, whether it is ready, and what it is selected by. */
export function PodForm({ pod }: { readonly pod: PodObject }) {
  const t = useTranslations('editors');
  const { edit } = useActions();
  const document = useBench((state) => state.document.present);
  const which = { namespace: getNamespace(pod), name: pod.metadata.name };
  const key = `Pod ${which.namespace}/${which.name}`;
  const deployment = findDeployment(document, pod);
  const nodes = document.cluster.nodes.map((node) => node.metadata.name);
  return (
    <form className={styles.form} aria-label={key} onSubmit={(event) => event.preventDefault()}>
      <FormTitle kind="Pod" name={which.name} namespace={which.namespace} />
      <SwitchField
        label={t('ready')}
        value={conditionIsTrue(pod.status?.conditions, 'Ready')}
        onChange={(ready) => edit((doc) => setPodReady(doc, which, ready))}
      />
      <SwitchField
        label={t('terminating')}
        value={pod.metadata.deletionTimestamp !== undefined}
        onChange={(terminating) => edit((doc) => setPodTerminating(doc, which, terminating))}
      />
      <ChoiceField
        label="nodeName"
        value={pod.spec.nodeName ?? ''}
        options={pod.spec.nodeName ? nodes : ['', ...nodes]}
        name={(id) => (id === '' ? t('pending') : id)}
        onChange={(node) => edit((doc) => movePod(doc, which, node))}
      />
      {deployment && (
        <Replicas name={deployment.metadata.name} namespace={which.namespace} count={deployment.spec.replicas ?? 1} />
      )}
      <TextField
        id={`${key} labels`}
        label="labels"
        wide
        value={pod.metadata.labels ?? {}}
        codec={LABELS_FIELD}
        onCommit={(labels) => edit((doc) => setPodLabels(doc, which, labels))}
      />
      <div className={styles.buttons}>
        <Button size="s" icon={<RotateCcw />} onClick={() => edit((doc) => killPod(doc, which))}>
          {t('kill')}
        </Button>
        <Button size="s" variant="danger" icon={<Trash2 />} onClick={() => edit((doc) => removePod(doc, which))}>
          {t('remove')}
        </Button>
      </div>
    </form>
  );
}

function Replicas({
  name,
  namespace,
  count,
}: {
  readonly name: string;
  readonly namespace: string;
  readonly count: number;
}) {
  const { edit } = useActions();
  return (
    <StepperField
      label={`replicas (${name})`}
      value={count}
      min={0}
      max={MAX_REPLICAS}
      onChange={(to) => edit((doc) => scaleDeployment(doc, { namespace, name }, to), { coalesce: `replicas ${name}` })}
    />
  );
}

/** A node: its addresses, and whether it takes Pods. */
export function NodeForm({ node }: { readonly node: NodeObject }) {
  const t = useTranslations('editors');
  const { edit } = useActions();
  const { name } = node.metadata;
  return (
    <form className={styles.form} aria-label={`Node ${name}`} onSubmit={(event) => event.preventDefault()}>
      <FormTitle kind="Node" name={name} />
      {node.status.addresses
        ?.filter(({ type }) => type.endsWith('IP'))
        .map(({ type, address }) => (
          <FieldRow key={`${type} ${address}`} label={type}>
            <AddressChip address={address} kind="physical" />
          </FieldRow>
        ))}
      <FieldRow label="podCIDR">
        <code>{(node.spec.podCIDRs ?? [node.spec.podCIDR]).join(', ')}</code>
      </FieldRow>
      <SwitchField
        label={t('up')}
        value={isNodeReady(node)}
        onChange={(up) => edit((doc) => setNodeUp(doc, name, up))}
      />
      <SwitchField
        label={t('cordoned')}
        value={node.spec.unschedulable ?? false}
        onChange={(cordoned) => edit((doc) => cordonNode(doc, name, cordoned))}
      />
      <TextField
        id={`Node ${name} labels`}
        label="labels"
        wide
        value={node.metadata.labels ?? {}}
        codec={LABELS_FIELD}
        placeholder="topology.kubernetes.io/zone=a"
        onCommit={(labels) => edit((doc) => setNodeLabels(doc, name, labels))}
      />
      <Advanced>
        <NodeProgramFields node={node} />
        <NodeKernelFields node={node} />
      </Advanced>
      <div className={styles.buttons}>
        <Button size="s" variant="danger" icon={<Trash2 />} onClick={() => edit((doc) => removeNode(doc, name))}>
          {t('remove')}
        </Button>
      </div>
    </form>
  );
}

const RouteForm = lazyPart(async () => (await import('./RouteForm')).RouteForm);
const YamlPanel = lazyPart(async () => (await import('./YamlPanel')).YamlPanel);

/** The left side: the cluster in words and forms, the same as YAML, and what was pasted. */
export function ClusterPanel({ pasted }: { readonly pasted: ReactNode }) {
  const t = useTranslations('editors');
  const tab = useBench((state) => state.view.leftTab);
  const { showLeft } = useActions();
  const loading = <p className={styles.hint}>{t('loading')}</p>;
  return (
    <Tabs<LeftTab>
      label={t('panel')}
      value={tab}
      onChange={showLeft}
      items={[
        { id: 'cluster', label: t('cluster'), content: <ClusterTab /> },
        {
          id: 'yaml',
          label: 'YAML',
          content: (
            <Suspense fallback={loading}>
              <YamlPanel />
            </Suspense>
          ),
        },
        { id: 'pasted', label: t('pasted'), content: <Suspense fallback={loading}>{pasted}</Suspense> },
      ]}
    />
  );
}

function ClusterTab() {
  return (
    <div className={styles.panel}>
      <div className={styles.listPart} data-scroller>
        <Reference quiet />
        <ClusterTree />
      </div>
      <SelectedForm />
    </div>
  );
}

type Chosen = { readonly form: 'service' | 'pod' | 'node' | 'flow' | 'route'; readonly index: number } | undefined;

/** Which object the selection names; by place, so that the selector's result can be compared. */
function chosen({ view, document }: BenchState): string | undefined {
  const { selection } = view;
  const { cluster, flows } = document.present;
  const find = (): Chosen => {
    switch (selection?.kind) {
      case 'service':
        return { form: 'service', index: cluster.services.findIndex((o) => isIt(o, selection)) };
      case 'pod':
        return { form: 'pod', index: cluster.pods.findIndex((o) => isIt(o, selection)) };
      case 'node':
        return { form: 'node', index: cluster.nodes.findIndex((o) => o.metadata.name === selection.name) };
      case 'route':
        return { form: 'route', index: cluster.others?.findIndex((o) => isRoute(o, selection)) ?? -1 };
      case 'flow':
        return { form: 'flow', index: flows.findIndex((flow) => flow.id === selection.id) };
      case 'deployment':
      case 'netns':
      case 'pasted':
      case undefined:
        return undefined;
    }
  };
  const found = find();
  return found && found.index >= 0 ? `${found.form} ${found.index}` : undefined;
}

function isIt(
  object: { readonly metadata: { readonly name: string; readonly namespace?: string } },
  wanted: { readonly namespace: string; readonly name: string },
): boolean {
  return object.metadata.name === wanted.name && getNamespace(object) === wanted.namespace;
}

function isRoute(
  { kind, metadata }: OtherObject,
  wanted: { readonly object: string; readonly namespace: string; readonly name: string },
): boolean {
  return kind === wanted.object && metadata !== undefined && isIt({ metadata: { name: '', ...metadata } }, wanted);
}

/** The form of what is selected: a part of its own, always in sight, that scrolls by itself. */
function SelectedForm() {
  const name = useBench(chosen);
  return (
    <div key={name ?? 'settings'} className={styles.formPart} {...(name ? { 'data-chosen': true } : {})}>
      <FormOf name={name} />
    </div>
  );
}

function FormOf({ name }: { readonly name: string | undefined }) {
  const { cluster, flows } = useBench((state) => state.document.present);
  const loading = <p className={styles.hint}>…</p>;
  const [form, place] = name?.split(' ') ?? [];
  const index = Number(place);
  const [service, pod, node, flow] = [cluster.services[index], cluster.pods[index], cluster.nodes[index], flows[index]];
  if (form === 'service' && service) return <ServiceForm key={service.metadata.name} service={service} />;
  if (form === 'pod' && pod) return <PodForm key={pod.metadata.name} pod={pod} />;
  if (form === 'node' && node) return <NodeForm key={node.metadata.name} node={node} />;
  const route = cluster.others?.[index];
  if (form === 'route' && route)
    return (
      <Suspense fallback={loading}>
        <RouteForm key={route.metadata?.name} object={route} />
      </Suspense>
    );
  if (form === 'flow' && flow) return <FlowForm key={flow.id} flow={flow} />;
  return <SettingsForm />;
}
