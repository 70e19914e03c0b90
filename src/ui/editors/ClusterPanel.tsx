import { Suspense } from 'react';
import { lazyPart } from '../common/lazy-part';
import { useTranslations } from 'use-intl';
import { namespaceOf } from '../../core/kubernetes/meta';
import { useActions, useBench } from '../../store/hooks';
import type { BenchState, LeftTab } from '../../store/types';
import { Tabs } from '../common/Tabs';
import { DumpPanel } from '../import/DumpPanel';
import { Reference } from '../rebuild/Reference';
import { ClusterTree } from './ClusterTree';
import { FlowForm } from './FlowForm';
import { NodeForm } from './NodeForm';
import { PodForm } from './PodForm';
import { ServiceForm } from './ServiceForm';
import { SettingsForm } from './SettingsForm';
import styles from './editors.module.css';

const YamlPanel = lazyPart(async () => (await import('./YamlPanel')).YamlPanel);

/** The left side: the cluster in words and forms, the same as YAML, and what was pasted. */
export function ClusterPanel() {
  const t = useTranslations('editors');
  const tab = useBench((state) => state.view.leftTab);
  const { showLeft } = useActions();
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
            <Suspense fallback={<p className={styles.hint}>{t('loading')}</p>}>
              <YamlPanel />
            </Suspense>
          ),
        },
        { id: 'pasted', label: t('pasted'), content: <DumpPanel /> },
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

type Chosen = { readonly form: 'service' | 'pod' | 'node' | 'flow'; readonly index: number } | undefined;

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
  return object.metadata.name === wanted.name && namespaceOf(object) === wanted.namespace;
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
  const [form, place] = name?.split(' ') ?? [];
  const index = Number(place);
  const [service, pod, node, flow] = [cluster.services[index], cluster.pods[index], cluster.nodes[index], flows[index]];
  if (form === 'service' && service) return <ServiceForm key={service.metadata.name} service={service} />;
  if (form === 'pod' && pod) return <PodForm key={pod.metadata.name} pod={pod} />;
  if (form === 'node' && node) return <NodeForm key={node.metadata.name} node={node} />;
  if (form === 'flow' && flow) return <FlowForm key={flow.id} flow={flow} />;
  return <SettingsForm />;
}
