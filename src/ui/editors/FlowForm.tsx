import { Play, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Flow, FlowTarget } from '../../core/document/document';
import { changeFlow, removeFlow, changeKubeProxy, changeSettings } from '../../core/document/edits/cluster';
import { TCP_SEGMENTS } from '../../core/net/packet';
import { useActions, useBench } from '../../store/hooks';
import { Button, Select } from '../common/controls';
import { CiliumForm } from './CiliumFields';
import { ConfigFields } from './ConfigFields';
import { ChoiceField, TextField, FormTitle, SwitchField, FieldRow } from './Field';
import { DNS_NAME_FIELD, IP_FIELD, optional, PORT_FIELD, CIDRS_FIELD, readsField, releaseField } from './fields.model';
import {
  listTargetPorts,
  sourceChoices,
  sourceId,
  sourceTitle,
  targetChoices,
  targetId,
  targetTitle,
} from './flow.model';
import { RequestFields } from './RequestFields';
import { useFlowWords } from './use-flow-words';
import styles from './editors.module.css';
import type { KubeProxyConfig } from '../../core/kubernetes/types';
import { isMinor } from '../../core/kubernetes/release';
import { releaseChoices } from '../bench/releases.model';
import { useProxyChoice, useShell } from '../bench/use-shortcuts';
import { useReleaseHint } from '../bench/use-release-hint';

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

const PROTOCOLS: readonly Flow['protocol'][] = ['tcp', 'udp', 'sctp', 'icmp'];

/** A flow: from, to, protocol, port. */
export function FlowForm({ flow }: { readonly flow: Flow }) {
  const t = useTranslations('editors');
  const { edit, send, select } = useActions();
  const words = useFlowWords();
  const change = (part: Partial<Omit<Flow, 'id'>>): void => edit((doc) => changeFlow(doc, flow.id, part));
  const title = `${sourceTitle(flow.from, words)} → ${targetTitle(flow)}`;
  const remove = (): void => {
    edit((doc) => removeFlow(doc, flow.id));
    select(undefined);
  };
  return (
    <form className={styles.form} aria-label={t('flow', { title })} onSubmit={(event) => event.preventDefault()}>
      <FormTitle kind={t('flowKind')} name={title} />
      <Ends flow={flow} change={change} />
      <ChoiceField
        label={t('protocol')}
        value={flow.protocol}
        options={PROTOCOLS}
        onChange={(protocol) => change({ protocol })}
      />
      {flow.protocol === 'tcp' && (
        <ChoiceField
          label={t('segment')}
          value={flow.segment ?? (flow.ongoing ? 'ACK' : 'SYN')}
          options={TCP_SEGMENTS}
          name={(segment) => t(`segments.${segment}`)}
          onChange={(segment) => change({ segment })}
        />
      )}
      {flow.protocol === 'tcp' && <RequestFields flow={flow} change={change} />}
      {flow.protocol !== 'icmp' && (
        <>
          <TextField
            id={`${flow.id} port`}
            label={t('port')}
            value={flow.port}
            codec={PORT_FIELD}
            onCommit={(port) => change({ port })}
          />
          <TextField
            id={`${flow.id} sport`}
            label={t('sourcePort')}
            value={flow.sourcePort}
            codec={optional(PORT_FIELD)}
            placeholder={t('anyPort')}
            onCommit={(sourcePort) => edit((doc) => changeFlow(doc, flow.id, { sourcePort }))}
          />
        </>
      )}
      <div className={styles.buttons}>
        <Button size="s" variant="primary" icon={<Play />} onClick={() => send(flow.id)}>
          {t('send')}
        </Button>
        <Button size="s" variant="danger" icon={<Trash2 />} onClick={remove}>
          {t('remove')}
        </Button>
      </div>
    </form>
  );
}

function Ends({ flow, change }: { readonly flow: Flow; readonly change: (part: Partial<Omit<Flow, 'id'>>) => void }) {
  const t = useTranslations('editors');
  const words = useFlowWords();
  const { openDialog } = useShell();
  const document = useBench((state) => state.document.present);
  const sources = sourceChoices(document);
  const targets = targetChoices(document, flow.from);
  const [from, to] = [sourceId(flow.from), targetId(flow.to)];
  const goTo = (id: string): void => {
    const plain: FlowTarget =
      id === 'name' ? { kind: 'name', name: nameToBegin(flow.to) } : { kind: 'address', address: '10.96.0.1' };
    const target = targets.find((choice) => choice.id === id)?.target ?? plain;
    const ports = listTargetPorts(document, target);
    const first = ports.some(({ port }) => port === flow.port) ? undefined : ports[0];
    change({ to: target, ...first });
  };
  return (
    <>
      <ChoiceField
        label={t('from')}
        value={from}
        options={[...new Set([...sources.map(({ id }) => id), from])]}
        name={(id) => sourceTitle(sources.find((choice) => choice.id === id)?.source ?? flow.from, words)}
        onChange={(id) => {
          const source = sources.find((choice) => choice.id === id)?.source;
          if (source) change({ from: source });
        }}
      />
      <ChoiceField
        label={t('to')}
        value={to}
        options={[...new Set([...targets.map(({ id }) => id), to, 'name', 'address'])]}
        name={(id) =>
          isPlain(id) ? t(PLAIN[id]) : targetName(targets.find((choice) => choice.id === id)?.target ?? flow.to)
        }
        onChange={goTo}
      />
      {flow.to.kind === 'name' && (
        <>
          <TextField
            id={`${flow.id} name`}
            label={t('dnsName')}
            wide
            value={flow.to.name}
            codec={DNS_NAME_FIELD}
            onCommit={(name) => change({ to: { kind: 'name', name } })}
          />
          <div className={styles.buttons}>
            <Button size="s" onClick={() => openDialog('names')}>
              {t('allNames')}
            </Button>
          </div>
        </>
      )}
      {flow.to.kind === 'address' && (
        <TextField
          id={`${flow.id} address`}
          label={t('address')}
          value={flow.to.address}
          codec={IP_FIELD}
          onCommit={(address) => change({ to: { kind: 'address', address } })}
        />
      )}
    </>
  );
}

const PLAIN = { name: 'aName', address: 'anAddress' } as const;

function isPlain(id: string): id is keyof typeof PLAIN {
  return id in PLAIN;
}

/** The name of the Service that was chosen before, so that it can be seen what asking for it adds. */
function nameToBegin(to: FlowTarget): string {
  if (to.kind !== 'service') return 'web';
  return to.namespace === 'default' ? to.name : `${to.name}.${to.namespace}`;
}

function targetName(target: Flow['to']): string {
  return targetTitle({ to: target, port: 0 }).replace(/:0(?=\D|$)/, '');
}
