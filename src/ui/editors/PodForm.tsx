import { RotateCcw, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import {
  deploymentOf,
  killPod,
  MAX_REPLICAS,
  movePod,
  removePod,
  scaleDeployment,
  setPodLabels,
  setPodReady,
  setPodTerminating,
} from '../../core/document/edits/pods';
import { namespaceOf } from '../../core/kubernetes/meta';
import type { PodObject } from '../../core/kubernetes/types';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/Button';
import { ChoiceField, StepperField, SwitchField, TextField } from './Field';
import { LABELS_FIELD } from './fields.model';
import { FormTitle } from './FormTitle';
import { conditionIsTrue } from './tree.model';
import styles from './editors.module.css';

/** A Pod: where it is, whether it is ready, and what it is selected by. */
export function PodForm({ pod }: { readonly pod: PodObject }) {
  const t = useTranslations('editors');
  const { edit } = useActions();
  const document = useBench((state) => state.document.present);
  const which = { namespace: namespaceOf(pod), name: pod.metadata.name };
  const key = `Pod ${which.namespace}/${which.name}`;
  const deployment = deploymentOf(document, pod);
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
