import { useTranslations } from 'use-intl';
import { changeNodeSettings } from '../../core/document/edits/nodes';
import { setProxyRunning } from '../../core/document/edits/proxy-process';
import { turnWriter } from '../../core/document/edits/writers';
import { KUBE_PROXY_MODE_IDS } from '../../core/kubernetes/mode-ids';
import { nodeSettings, type NodeSettingsChange } from '../../core/kubernetes/network/node-settings';
import type { NodeObject } from '../../core/kubernetes/types';
import { WRITER_IDS } from '../../core/kubernetes/writers';
import { useActions, useBench } from '../../store/hooks';
import { ChoiceField, SwitchField, TextField } from './Field';
import { CONFIG_FIELD, WRITERS_FIELD } from './fields.model';
import styles from './editors.module.css';

/** Who writes rules on a node: kube-proxy with what it alone is told, the others, and what an earlier mode left. */
export function NodeProgramFields({ node }: { readonly node: NodeObject }) {
  const t = useTranslations('editors');
  const { edit } = useActions();
  const { name } = node.metadata;
  const isStopped = useBench((state) => state.document.present.stopped?.[name] !== undefined);
  const { kubeProxy = {}, writers = [], leftovers = [] } = nodeSettings(node);
  const change = (part: NodeSettingsChange): void => edit((doc) => changeNodeSettings(doc, part, name));
  return (
    <fieldset className={styles.kernel}>
      <legend className={styles.rowLabel}>{t('programs')}</legend>
      <SwitchField
        label={t('proxyRuns')}
        value={!isStopped}
        onChange={(runs) => edit((doc) => setProxyRunning(doc, name, runs))}
      />
      <TextField
        id={`Node ${name} kube-proxy`}
        label={t('ownConfig')}
        wide
        value={kubeProxy}
        codec={CONFIG_FIELD}
        placeholder="ipvs.scheduler=lc, iptables.masqueradeAll=true"
        onCommit={(next) => change({ kubeProxy: next })}
      />
      {WRITER_IDS.map((id) => (
        <SwitchField
          key={id}
          label={id}
          value={writers.includes(id)}
          onChange={(on) => edit((doc) => turnWriter(doc, name, { id, on }))}
        />
      ))}
      <TextField
        id={`Node ${name} start order`}
        label={t('startOrder')}
        wide
        value={writers}
        codec={WRITERS_FIELD}
        placeholder="kubelet, kube-proxy, docker"
        onCommit={(order) => change({ writers: order })}
      />
      <ChoiceField
        label={t('leftovers')}
        value={leftovers[0] ?? ''}
        options={['', ...KUBE_PROXY_MODE_IDS]}
        name={(id) => (id === '' ? t('noLeftovers') : id)}
        onChange={(id) => change({ leftovers: id === '' ? undefined : [id] })}
      />
    </fieldset>
  );
}
