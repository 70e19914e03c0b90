import { Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { cordonNode, isNodeReady, removeNode, setNodeLabels, setNodeUp } from '../../core/document/edits/nodes';
import type { NodeObject } from '../../core/kubernetes/types';
import { useActions } from '../../store/hooks';
import { AddressChip } from '../common/AddressChip';
import { Button } from '../common/Button';
import { Row, SwitchField, TextField } from './Field';
import { LABELS_FIELD } from './fields.model';
import { FormTitle } from './FormTitle';
import { NodeKernelFields } from './NodeKernelFields';
import styles from './editors.module.css';

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
          <Row key={`${type} ${address}`} label={type}>
            <AddressChip address={address} kind="physical" />
          </Row>
        ))}
      <Row label="podCIDR">
        <code>{(node.spec.podCIDRs ?? [node.spec.podCIDR]).join(', ')}</code>
      </Row>
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
      <NodeKernelFields node={node} />
      <div className={styles.buttons}>
        <Button size="s" variant="danger" icon={<Trash2 />} onClick={() => edit((doc) => removeNode(doc, name))}>
          {t('remove')}
        </Button>
      </div>
    </form>
  );
}
