import { useTranslations } from 'use-intl';
import { changeNodeSettings, setNodeKernel } from '../../core/document/edits/nodes';
import { nodeSettings, type NodeSettings, type NodeSettingsChange } from '../../core/kubernetes/network/node-settings';
import { DEFAULT_KERNEL } from '../../core/kubernetes/proxy/shared/node';
import type { NodeObject } from '../../core/kubernetes/types';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/controls';
import { AnnouncedOfMode } from './Announced';
import { ChoiceField, SwitchField, TextField } from './Field';
import { KERNEL_FIELD, ROUTES_FIELD, SYSCTLS_FIELD, CONFIG_FIELD, WRITERS_FIELD } from './fields.model';
import styles from './editors.module.css';
import { setProxyRunning, toggleRuleWriter } from '../../core/document/edits/programs';
import { KUBE_PROXY_MODE_IDS } from '../../core/kubernetes/mode-ids';
import { WRITER_IDS } from '../../core/kubernetes/writers';
import { PodNetworkFields } from './PodNetworkFields';

const POLICIES = ['ACCEPT', 'DROP'] as const;
const FORWARD = 'net.ipv4.ip_forward';

/** Facts of a node's kernel and network: how Pods are joined, what bridges and FORWARD do, sysctls, routes. */
export function NodeKernelFields({ node }: { readonly node: NodeObject }) {
  const t = useTranslations('editors');
  const { edit } = useActions();
  const { name } = node.metadata;
  const settings = nodeSettings(node);
  const { forwardPolicy = 'ACCEPT', sysctls = {}, routes = [] } = settings;
  const change = (part: NodeSettingsChange): void => edit((doc) => changeNodeSettings(doc, part, name));
  const turn = (names: readonly string[], on: boolean): void => {
    const others = Object.entries(sysctls).filter(([key]) => !names.includes(key));
    change({ sysctls: Object.fromEntries([...others, ...(on ? [] : names.map((key) => [key, 0] as const))]) });
  };
  const { [FORWARD]: forward = 1 } = sysctls;
  return (
    <fieldset className={styles.kernel}>
      <legend className={styles.rowLabel}>{t('kernel')}</legend>
      <p className={styles.hint}>{t('kernelHint')}</p>
      <TextField
        id={`Node ${name} kernelVersion`}
        label="kernelVersion"
        value={node.status.nodeInfo?.kernelVersion}
        codec={KERNEL_FIELD}
        placeholder={DEFAULT_KERNEL}
        onCommit={(version) => edit((doc) => setNodeKernel(doc, name, version))}
      />
      <PodNetworkFields name={name} settings={settings} change={change} turn={turn} />
      <SwitchField label="ip_forward" value={forward !== 0} onChange={(on) => turn([FORWARD], on)} />
      <ChoiceField
        label={t('forwardPolicy')}
        value={forwardPolicy}
        options={POLICIES}
        onChange={(next) => change({ forwardPolicy: next === 'ACCEPT' ? undefined : next })}
      />
      <TextField
        id={`Node ${name} sysctls`}
        label="sysctl"
        wide
        value={sysctls}
        codec={SYSCTLS_FIELD}
        placeholder="net.ipv4.conf.all.rp_filter=1"
        onCommit={(next) => change({ sysctls: next })}
      />
      <TextField
        id={`Node ${name} routes`}
        label={t('routes')}
        wide
        value={routes}
        codec={ROUTES_FIELD}
        placeholder="10.9.0.0/16 via 172.18.0.9"
        onCommit={(next) => change({ routes: next })}
      />
      <SameEverywhere settings={settings} />
    </fieldset>
  );
}

const USUAL: NodeSettingsChange = {
  layout: undefined,
  overlay: undefined,
  hairpin: undefined,
  outsideRoutes: undefined,
  forwardPolicy: undefined,
  sysctls: undefined,
  kubeProxy: undefined,
  writers: undefined,
  leftovers: undefined,
  cni: undefined,
};

/** Gives every node what this one has; routes are a node's own. */
function SameEverywhere({ settings: { routes: _own, ...shared } }: { readonly settings: NodeSettings }) {
  const t = useTranslations('editors');
  const { edit } = useActions();
  return (
    <div className={styles.buttons}>
      <Button size="s" onClick={() => edit((doc) => changeNodeSettings(doc, { ...USUAL, ...shared }))}>
        {t('sameEverywhere')}
      </Button>
    </div>
  );
}

/**
 * Fields of the programs that write rules on a node: kube-proxy with what it alone is told, the others, and what an
 * earlier mode left.
 */
export function NodeProgramFields({ node }: { readonly node: NodeObject }) {
  const t = useTranslations('editors');
  const { edit } = useActions();
  const { name } = node.metadata;
  const isStopped = useBench((state) => state.document.present.stopped?.[name] !== undefined);
  const release = useBench((state) => state.document.present.release);
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
      {kubeProxy.mode !== undefined && <AnnouncedOfMode mode={kubeProxy.mode} release={release} />}
      {WRITER_IDS.map((id) => (
        <SwitchField
          key={id}
          label={id}
          value={writers.includes(id)}
          onChange={(on) => edit((doc) => toggleRuleWriter(doc, name, { id, on }))}
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
