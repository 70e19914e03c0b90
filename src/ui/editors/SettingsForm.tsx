import { useTranslations } from 'use-intl';
import { changeKubeProxy } from '../../core/document/edits/cluster';
import type { KubeProxyConfig } from '../../core/kubernetes/types';
import { useActions, useBench } from '../../store/hooks';
import { ChoiceField, SwitchField, TextField } from './Field';
import { CIDRS_FIELD } from './fields.model';
import { FormTitle } from './FormTitle';
import { ProxyFields } from './ProxyFields';
import styles from './editors.module.css';

type DetectLocalMode = NonNullable<KubeProxyConfig['detectLocalMode']>;
const MODES: readonly DetectLocalMode[] = ['ClusterCIDR', 'NodeCIDR', 'BridgeInterface', 'InterfaceNamePrefix'];

/** kube-proxy's configuration: shown while no object is selected. */
export function SettingsForm() {
  const t = useTranslations('editors');
  const { edit } = useActions();
  const config = useBench((state) => state.document.present.kubeProxy);
  const change = (part: Partial<KubeProxyConfig>): void => edit((doc) => changeKubeProxy(doc, part));
  const iptables = (part: NonNullable<KubeProxyConfig['iptables']>): void =>
    change({ iptables: { ...config.iptables, ...part } });
  return (
    <form className={styles.form} aria-label="KubeProxyConfiguration" onSubmit={(event) => event.preventDefault()}>
      <FormTitle kind="KubeProxyConfiguration" name="kube-proxy" />
      <p className={styles.hint}>{t('settingsHint')}</p>
      <ProxyFields />
      <ChoiceField
        label="detectLocalMode"
        value={config.detectLocalMode ?? 'ClusterCIDR'}
        options={MODES}
        onChange={(detectLocalMode) =>
          change({
            detectLocalMode,
            detectLocal: { bridgeInterface: 'cni0', interfaceNamePrefix: 'veth', ...config.detectLocal },
          })
        }
      />
      <TextField
        id="config clusterCIDR"
        label="clusterCIDR"
        wide
        value={(config.clusterCIDR ?? '').split(',').filter((part) => part !== '')}
        codec={CIDRS_FIELD}
        onCommit={(ranges) => change({ clusterCIDR: ranges.join(',') })}
      />
      <TextField
        id="config nodePortAddresses"
        label="nodePortAddresses"
        wide
        value={config.nodePortAddresses ?? []}
        codec={CIDRS_FIELD}
        placeholder={t('allAddresses')}
        onCommit={(nodePortAddresses) => change({ nodePortAddresses })}
      />
      <SwitchField
        label="masqueradeAll"
        value={config.iptables?.masqueradeAll ?? false}
        onChange={(masqueradeAll) => iptables({ masqueradeAll })}
      />
      <SwitchField
        label="localhostNodePorts"
        value={config.iptables?.localhostNodePorts ?? true}
        onChange={(localhostNodePorts) => iptables({ localhostNodePorts })}
      />
    </form>
  );
}
