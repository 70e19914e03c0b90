import { useTranslations } from 'use-intl';
import { changeKubeProxy } from '../../core/document/edits/cluster';
import type { KubeProxyConfig } from '../../core/kubernetes/types';
import { useActions, useBench } from '../../store/hooks';
import { ChoiceField, SwitchField, TextField, Row } from './Field';
import { CIDRS_FIELD, releaseField } from './fields.model';
import { FormTitle } from './FormTitle';
import styles from './editors.module.css';
import { isMinor } from '../../core/kubernetes/release';
import { releaseChoices } from '../bench/releases.model';
import { useProxyChoice } from '../bench/use-shortcuts';
import { useReleaseHint } from '../bench/use-release-hint';
import { Select } from '../common/controls';

/** Which kube-proxy runs: its mode and its release; a release the mode does not have is listed and cannot be chosen. */
function ProxyFields() {
  const t = useTranslations('editors');
  const hintOf = useReleaseHint();
  const choice = useProxyChoice();
  if (!choice) return null;
  const { offers, mode, release, offered, chooseMode, chooseRelease } = choice;
  const releases = releaseChoices(mode, release);
  const chosen = releases.find((each) => each.chosen);
  const missing = chosen ? [] : [{ id: release, label: release, disabled: true }];
  const hint = chosen && hintOf(chosen);
  return (
    <>
      {offers.length > 1 && mode && (
        <Row label="mode">
          <Select
            value={mode.id}
            onChange={chooseMode}
            options={offers.map(({ id, title }) => ({ id, label: title }))}
          />
        </Row>
      )}
      <Row label={t('release')}>
        <Select
          value={chosen?.release ?? release}
          onChange={chooseRelease}
          options={[
            ...missing,
            ...releases.map((each) => ({
              id: each.release,
              label: each.release,
              disabled: each.kind === 'minor' && each.offer.problem !== undefined,
            })),
          ]}
        />
      </Row>
      <TextField
        id="config release"
        label={t('patchRelease')}
        value={isMinor(release) ? '' : release}
        codec={releaseField(mode, release)}
        placeholder={offered?.patch ?? ''}
        onCommit={chooseRelease}
      />
      {hint !== undefined && hint !== '' && <p className={styles.hint}>{hint}</p>}
    </>
  );
}

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
