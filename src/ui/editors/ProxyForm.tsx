import { useTranslations } from 'use-intl';
import { changeKubeProxy, changeSettings } from '../../core/document/edits/cluster';
import { useActions, useBench } from '../../store/hooks';
import { Select } from '../common/controls';
import { AnnouncedOfMode } from './Announced';
import { Advanced, ChoiceField, TextField, SwitchField, FieldRow } from './Field';
import { FormTitle } from './FormTitle';
import { CIDRS_FIELD, readsField, releaseField, configField, listConfigFields, type FieldCodec } from './fields.model';
import styles from './editors.module.css';
import type { KubeProxyConfig } from '../../core/kubernetes/types';
import { isMinor } from '../../core/kubernetes/release';
import { releaseChoices, standingReleases } from '../shell/bench/mode.model';
import { useProxyChoice } from '../shell/bench/use-shortcuts';
import { useReleaseHint } from '../shell/bench/use-release-hint';
import { formatValue, valueAt, withField } from '../../core/kubernetes/config-fields';
import { type ConfigField } from '../../core/kubernetes/config-table';
import type { ReactNode } from 'react';
import { changeCilium } from '../../core/document/edits/programs';
import { CILIUM_FLAGS, type CiliumConfig, type CiliumFlag } from '../../core/kubernetes/proxy/ebpf/cilium-config';
import { err, ok } from '../../core/lib/result';

/** Which kube-proxy runs: its mode and its release; a release the mode does not have is listed and cannot be chosen. */
function ProxyFields() {
  const t = useTranslations('editors');
  const hintOf = useReleaseHint();
  const choice = useProxyChoice();
  if (!choice) return null;
  const { offers, mode, release, chooseMode, chooseRelease } = choice;
  const releases = standingReleases(mode, release);
  const chosen = releases.find((each) => each.chosen);
  const missing = chosen ? [] : [{ id: release, label: release, disabled: true }];
  const hint = chosen && hintOf(chosen);
  return (
    <>
      {offers.length > 1 && mode && (
        <FieldRow label="mode">
          <Select
            value={mode.id}
            onChange={chooseMode}
            options={offers.map(({ id, title }) => ({ id, label: title }))}
          />
        </FieldRow>
      )}
      <FieldRow label={t('release')}>
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
      </FieldRow>
      {hint !== undefined && hint !== '' && <p className={styles.hint}>{hint}</p>}
      {mode && <AnnouncedOfMode mode={mode.id} release={release} />}
    </>
  );
}

/** The patch of the release: any that is typed, or one of those whose rules are not alike. */
function PatchFields() {
  const t = useTranslations('editors');
  const choice = useProxyChoice();
  if (!choice) return null;
  const { mode, release, offered, chooseRelease } = choice;
  const patches = releaseChoices(mode, release).filter(({ kind }) => kind === 'patch');
  return (
    <>
      <TextField
        id="config release"
        label={t('patchRelease')}
        value={isMinor(release) ? '' : release}
        codec={releaseField(mode, release)}
        placeholder={offered?.patch ?? ''}
        onCommit={chooseRelease}
      />
      {patches.length > 0 && (
        <FieldRow label={t('otherRules')}>
          <Select
            value={patches.find(({ chosen }) => chosen)?.release ?? ''}
            onChange={(to) => to !== '' && chooseRelease(to)}
            options={[
              { id: '', label: t('noPatch') },
              ...patches.map((each) => ({ id: each.release, label: each.release })),
            ]}
          />
        </FieldRow>
      )}
    </>
  );
}

type DetectLocalMode = NonNullable<KubeProxyConfig['detectLocalMode']>;
const MODES: readonly DetectLocalMode[] = ['ClusterCIDR', 'NodeCIDR', 'BridgeInterface', 'InterfaceNamePrefix'];

/** The configuration of what writes the rules: shown while no object is selected. */
export function SettingsForm() {
  const isCilium = useBench((state) => state.document.present.mode === 'ebpf');
  return isCilium ? <CiliumForm proxy={<ProxyFields />} /> : <KubeProxyForm />;
}

function KubeProxyForm() {
  const t = useTranslations('editors');
  const { edit } = useActions();
  const { kubeProxy: config, mode } = useBench((state) => state.document.present);
  const change = (part: Partial<KubeProxyConfig>): void => edit((doc) => changeKubeProxy(doc, part));
  const iptables = (part: NonNullable<KubeProxyConfig['iptables']>): void =>
    change({ iptables: { ...config.iptables, ...part } });
  return (
    <form className={styles.form} aria-label="KubeProxyConfiguration" onSubmit={(event) => event.preventDefault()}>
      <FormTitle kind="KubeProxyConfiguration" name="kube-proxy" />
      <p className={styles.hint}>{t('settingsHint')}</p>
      <ProxyFields />
      <Advanced>
        <PatchFields />
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
        {readsField(mode, 'iptables') && (
          <>
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
          </>
        )}
        <ConfigFields />
        <ServiceRange />
      </Advanced>
    </form>
  );
}

/** A flag of the API server: from where Services get their addresses. Those that were given out stay. */
function ServiceRange() {
  const { edit } = useActions();
  const ranges = useBench((state) => state.document.present.settings.serviceClusterIPRange);
  return (
    <TextField
      id="settings serviceClusterIPRange"
      label="--service-cluster-ip-range"
      wide
      value={ranges}
      codec={CIDRS_FIELD}
      onCommit={(next) => next.length > 0 && edit((doc) => changeSettings(doc, { serviceClusterIPRange: next }))}
    />
  );
}

/** Every other field of KubeProxyConfiguration that the mode reads and the release has. */
function ConfigFields() {
  const t = useTranslations('editors');
  const { edit } = useActions();
  const { kubeProxy, mode, release } = useBench((state) => state.document.present);
  const set = (path: string, value: unknown): void =>
    edit((doc) => ({ ...doc, kubeProxy: withField(doc.kubeProxy, path, value) }));
  return (
    <details className={styles.more}>
      <summary>{t('allFields')}</summary>
      {listConfigFields(mode, release).map((field) => (
        <OneField key={field.path} field={field} config={kubeProxy} onSet={(value) => set(field.path, value)} />
      ))}
    </details>
  );
}

interface OneFieldProps {
  readonly field: ConfigField;
  readonly config: KubeProxyConfig;
  readonly onSet: (value: unknown) => void;
}

function OneField({ field, config, onSet }: OneFieldProps) {
  const t = useTranslations('editors');
  const { path, type, words, usual = '' } = field;
  const value = valueAt(config, path);
  const choices = type === 'boolean' ? ['true', 'false'] : words;
  if (!choices) {
    return (
      <TextField
        id={`config ${path}`}
        label={path}
        wide
        value={value}
        codec={configField(field)}
        placeholder={usual}
        onCommit={onSet}
      />
    );
  }
  return (
    <ChoiceField
      label={path}
      value={value === undefined ? '' : formatValue(value)}
      options={['', ...choices]}
      name={(id) => (id === '' ? t('usual', { value: usual || '—' }) : id)}
      onChange={(id) => onSet(id === '' ? undefined : type === 'boolean' ? id === 'true' : id)}
    />
  );
}

/** Flags the agent may be told; `kube-proxy-replacement` is on where the mode is this one. */
const FLAGS = (Object.keys(CILIUM_FLAGS) as CiliumFlag[]).filter((flag) => flag !== 'kube-proxy-replacement');

/** The flags of cilium-agent, as its ConfigMap spells them. */
export function CiliumForm({ proxy }: { readonly proxy: ReactNode }) {
  const t = useTranslations('editors');
  const { edit } = useActions();
  const config = useBench((state) => state.document.present.cilium ?? NONE);
  return (
    <form className={styles.form} aria-label="cilium-config" onSubmit={(event) => event.preventDefault()}>
      <FormTitle kind="ConfigMap" name="cilium-config" />
      <p className={styles.hint}>{t('ciliumHint')}</p>
      {proxy}
      <Advanced>
        <PatchFields />
      </Advanced>
      {FLAGS.map((flag) => (
        <OneFlag
          key={flag}
          flag={flag}
          value={config[flag]}
          onSet={(value) => edit((document) => changeCilium(document, flag, value))}
        />
      ))}
    </form>
  );
}

const NONE: CiliumConfig = {};

interface OneFlagProps {
  readonly flag: CiliumFlag;
  readonly value: string | boolean | undefined;
  readonly onSet: (value: string | boolean | undefined) => void;
}

function OneFlag({ flag, value, onSet }: OneFlagProps) {
  const t = useTranslations('editors');
  const kind = CILIUM_FLAGS[flag];
  const usual = String(kind.otherwise);
  if (kind.kind === 'text') {
    const codec = textField(kind.isValid);
    const id = `cilium ${flag}`;
    return (
      <TextField
        id={id}
        label={flag}
        wide
        value={value}
        codec={codec}
        placeholder={usual}
        onCommit={(next) => onSet(next)}
      />
    );
  }
  const choices = kind.kind === 'boolean' ? ['true', 'false'] : kind.values;
  return (
    <ChoiceField
      label={flag}
      value={value === undefined ? '' : String(value)}
      options={['', ...choices]}
      name={(id) => (id === '' ? t('usual', { value: usual }) : id)}
      onChange={(id) => onSet(id === '' ? undefined : kind.kind === 'boolean' ? id === 'true' : id)}
    />
  );
}

/** A flag that takes a text; empty: as the agent has it. */
function textField(isValid: (text: string) => boolean): FieldCodec<string | boolean | undefined> {
  return {
    show: (value) => (value === undefined ? '' : String(value)),
    read: (text) => {
      const word = text.trim();
      if (word === '') return ok(undefined);
      return isValid(word) ? ok(word) : err('needsConfig');
    },
  };
}
