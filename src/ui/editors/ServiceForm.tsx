import { Copy, Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { MAX_REPLICAS, scaleDeployment } from '../../core/document/edits/pods';
import {
  addPodsBehind,
  changeServiceSpec,
  duplicateService,
  removeService,
  renameService,
  setSelector,
  setServiceType,
  setSessionAffinity,
  setTrafficPolicy,
  setBalancer,
} from '../../core/document/edits/services';
import {
  type ServiceObject,
  type ServiceType,
  type TrafficPolicy,
  getNamespace,
  namespacedName,
} from '../../core/kubernetes/types';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/controls';
import { Advanced, ChoiceField, StepperField, SwitchField, TextField } from './Field';
import { FormTitle } from './FormTitle';
import { CIDRS_FIELD, CLUSTER_IP_FIELD, IPS_FIELD, LABELS_FIELD, numberField, PORT_NAME_FIELD } from './fields.model';
import { Nearby } from './Nearby';
import { PortsEditor } from './PortsEditor';
import { deploymentsBehind, selectedPods } from './tree.model';
import styles from './editors.module.css';
import { useMemo } from 'react';
import { announcedOfExternalIps } from '../../core/kubernetes/announced';
import { kubernetesRelease } from '../../core/kubernetes/mode-ids';
import { Announced } from './Announced';
import {
  balancerOf,
  BALANCER_KINDS,
  BALANCER_SPREADS,
  BALANCER_TARGETS,
  type BalancerSettings,
} from '../../core/kubernetes/network/load-balancer-settings';
import { background } from '../../engine/page-engines';
import { useQuestion } from '../common/use-asked';
import { usePhrase } from '../common/i18n/use-phrase';

const TYPES: readonly ServiceType[] = ['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'];
const POLICIES: readonly TrafficPolicy[] = ['Cluster', 'Local'];
const AFFINITIES = ['None', 'ClientIP'] as const;
const DEFAULT_AFFINITY_SECONDS = 10_800;
const AFFINITY_SECONDS = numberField(1, 86_400);

/** Every field of a Service that changes a rule, under the API's own names. */
export function ServiceForm({ service }: { readonly service: ServiceObject }) {
  const t = useTranslations('editors');
  const { edit, select } = useActions();
  const { name } = service.metadata;
  const which = { namespace: getNamespace(service), name };
  const { spec } = service;
  const key = `Service ${which.namespace}/${name}`;
  const type = spec.type ?? 'ClusterIP';
  const rename = (to: string): void => {
    edit((doc) => renameService(doc, which, to));
    select({ kind: 'service', namespace: which.namespace, name: to });
  };
  return (
    <form className={styles.form} aria-label={key} onSubmit={(event) => event.preventDefault()}>
      <FormTitle kind="Service" name={name} namespace={which.namespace} />
      <TextField id={`${key} name`} label="name" value={name} codec={PORT_NAME_FIELD} onCommit={rename} />
      <ChoiceField
        label="type"
        value={type}
        options={TYPES}
        onChange={(to) => edit((doc) => setServiceType(doc, which, to))}
      />
      <Replicas service={service} />
      <TextField
        id={`${key} selector`}
        label="selector"
        wide
        value={spec.selector ?? {}}
        codec={LABELS_FIELD}
        placeholder="app=web"
        onCommit={(labels) => edit((doc) => setSelector(doc, which, labels))}
      />
      {type === 'ExternalName' ? null : <Selects service={service} which={which} />}
      {type === 'ExternalName' ? null : <Addressing service={service} which={which} />}
      <div className={styles.buttons}>
        <Button size="s" icon={<Copy />} onClick={() => edit((doc) => duplicateService(doc, which))}>
          {t('duplicate')}
        </Button>
        <Button size="s" variant="danger" icon={<Trash2 />} onClick={() => edit((doc) => removeService(doc, which))}>
          {t('remove')}
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  readonly service: ServiceObject;
  readonly which: { readonly namespace: string; readonly name: string };
}

/** How many Pods made on the spot for a Service that has none. */
const PODS_TO_MAKE = 3;

/** How many Pods are behind it; none can be mended here. */
function Selects({ service, which }: PartProps) {
  const t = useTranslations('editors');
  const { edit } = useActions();
  const count = useBench(({ document }) => selectedPods(document.present, service));
  if (count === undefined) return null;
  return (
    <p className={styles.selects}>
      <span>{t('selectsPods', { count })}</span>
      {count === 0 && (
        <Button size="s" icon={<Plus />} onClick={() => edit((doc) => addPodsBehind(doc, which, PODS_TO_MAKE))}>
          {t('makePods', { count: PODS_TO_MAKE })}
        </Button>
      )}
    </p>
  );
}

function Replicas({ service }: { readonly service: ServiceObject }) {
  const { edit } = useActions();
  const document = useBench((state) => state.document.present);
  return deploymentsBehind(document, service).map((deployment) => {
    const which = { namespace: getNamespace(deployment), name: deployment.metadata.name };
    return (
      <StepperField
        key={which.name}
        label={which.name === service.metadata.name ? 'replicas' : `replicas (${which.name})`}
        value={deployment.spec.replicas ?? 1}
        min={0}
        max={MAX_REPLICAS}
        onChange={(count) => edit((doc) => scaleDeployment(doc, which, count), { coalesce: `replicas ${which.name}` })}
      />
    );
  });
}

function Addressing({ service, which }: PartProps) {
  const { edit } = useActions();
  const { spec } = service;
  const key = `Service ${which.namespace}/${which.name}`;
  return (
    <>
      <TextField
        id={`${key} clusterIP`}
        label="clusterIP"
        value={spec.clusterIP}
        codec={CLUSTER_IP_FIELD}
        onCommit={(clusterIP) =>
          edit((doc) => changeServiceSpec(doc, which, { clusterIP, clusterIPs: clusterIP ? [clusterIP] : undefined }))
        }
      />
      <PortsEditor service={service} which={which} />
      <Policies service={service} which={which} />
      <Nearby service={service} which={which} />
      <Outside service={service} which={which} />
    </>
  );
}

function Policies({ service, which }: PartProps) {
  const { edit } = useActions();
  const { spec } = service;
  const key = `Service ${which.namespace}/${which.name}`;
  const reachable = spec.type === 'NodePort' || spec.type === 'LoadBalancer' || (spec.externalIPs?.length ?? 0) > 0;
  const affinity = spec.sessionAffinity || 'None';
  const seconds = spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? DEFAULT_AFFINITY_SECONDS;
  return (
    <>
      {reachable && (
        <ChoiceField
          label="externalTrafficPolicy"
          value={spec.externalTrafficPolicy || 'Cluster'}
          options={POLICIES}
          onChange={(external) => edit((doc) => setTrafficPolicy(doc, which, { external }))}
        />
      )}
      <ChoiceField
        label="internalTrafficPolicy"
        value={spec.internalTrafficPolicy ?? 'Cluster'}
        options={POLICIES}
        onChange={(internal) => edit((doc) => setTrafficPolicy(doc, which, { internal }))}
      />
      <ChoiceField
        label="sessionAffinity"
        value={affinity}
        options={AFFINITIES}
        onChange={(to) =>
          edit((doc) => setSessionAffinity(doc, which, to === 'None' ? undefined : DEFAULT_AFFINITY_SECONDS))
        }
      />
      {affinity === 'ClientIP' && (
        <TextField
          id={`${key} timeoutSeconds`}
          label="timeoutSeconds"
          value={seconds}
          codec={AFFINITY_SECONDS}
          onCommit={(to) => edit((doc) => setSessionAffinity(doc, which, to))}
        />
      )}
    </>
  );
}

function Outside({ service, which }: PartProps) {
  const { edit } = useActions();
  const release = useBench(({ document: { present } }) => kubernetesRelease(present));
  const { spec } = service;
  const key = `Service ${which.namespace}/${which.name}`;
  const listOrNothing = (values: readonly string[]): readonly string[] | undefined =>
    values.length > 0 ? values : undefined;
  return (
    <>
      {spec.type === 'LoadBalancer' && <BalancerFields service={service} which={which} />}
      <Advanced>
        <TextField
          id={`${key} externalIPs`}
          label="externalIPs"
          wide
          value={spec.externalIPs ?? []}
          codec={IPS_FIELD}
          placeholder="198.51.100.10"
          onCommit={(ips) => edit((doc) => changeServiceSpec(doc, which, { externalIPs: listOrNothing(ips) }))}
        />
        <Announced of={announcedOfExternalIps(release)} />
        {spec.type === 'LoadBalancer' && (
          <TextField
            id={`${key} loadBalancerSourceRanges`}
            label="loadBalancerSourceRanges"
            wide
            value={spec.loadBalancerSourceRanges ?? []}
            codec={CIDRS_FIELD}
            placeholder="203.0.113.0/24"
            onCommit={(ranges) =>
              edit((doc) => changeServiceSpec(doc, which, { loadBalancerSourceRanges: listOrNothing(ranges) }))
            }
          />
        )}
        <SwitchField
          label="publishNotReadyAddresses"
          value={spec.publishNotReadyAddresses ?? false}
          onChange={(on) => edit((doc) => changeServiceSpec(doc, which, { publishNotReadyAddresses: on || undefined }))}
        />
      </Advanced>
    </>
  );
}

interface Props {
  readonly service: ServiceObject;
  readonly which: { readonly namespace: string; readonly name: string };
}

const KINDS = ['unsaid', ...BALANCER_KINDS] as const;
const USUAL: BalancerSettings = {
  kind: 'passthrough',
  targets: 'nodes',
  spread: 'hash',
  proxyProtocol: false,
  masquerades: false,
};

/** What stands in front of a Service of type LoadBalancer, and where it may send. */
function BalancerFields({ service, which }: Props) {
  const t = useTranslations('editors.balancer');
  const { edit } = useActions();
  const settings = balancerOf(service);
  const change = (part: Partial<BalancerSettings>): void =>
    edit((doc) => setBalancer(doc, which, { ...USUAL, ...settings, ...part }));
  return (
    <>
      <ChoiceField
        label={t('kind')}
        value={settings?.kind ?? 'unsaid'}
        options={KINDS}
        name={(kind) => t(`kinds.${kind}`)}
        onChange={(kind) => (kind === 'unsaid' ? edit((doc) => setBalancer(doc, which, undefined)) : change({ kind }))}
      />
      {(settings?.kind === 'proxy' || settings?.kind === 'nat') && (
        <ChoiceField
          label={t('targets')}
          value={settings.targets}
          options={BALANCER_TARGETS}
          name={(targets) => t(`to.${targets}`)}
          onChange={(targets) => change({ targets })}
        />
      )}
      {settings?.kind === 'nat' && (
        <SwitchField
          label={t('masquerades')}
          value={settings.masquerades}
          onChange={(masquerades) => change({ masquerades })}
        />
      )}
      {settings?.kind === 'proxy' && (
        <>
          <ChoiceField
            label={t('spread')}
            value={settings.spread}
            options={BALANCER_SPREADS}
            name={(spread) => t(`spreads.${spread}`)}
            onChange={(spread) => change({ spread })}
          />
          <SwitchField
            label="PROXY protocol"
            value={settings.proxyProtocol}
            onChange={(proxyProtocol) => change({ proxyProtocol })}
          />
        </>
      )}
      {settings && <Targets service={service} />}
    </>
  );
}

function Targets({ service }: { readonly service: ServiceObject }) {
  const t = useTranslations('editors.balancer');
  const say = usePhrase();
  const document = useBench((state) => state.document.present);
  const name = namespacedName(service);
  const { answer = [] } = useQuestion(
    useMemo(
      () =>
        ({ signal }: { readonly signal: AbortSignal }) =>
          background.ask('balancer', { document, service: name }, { signal }),
      [document, name],
    ),
  );
  if (answer.length === 0) return null;
  return (
    <ul className={styles.hint} aria-label={t('health')}>
      {answer.map(({ name: target, isIn, why }) => (
        <li key={target}>
          {isIn ? '✓' : '✗'} {say(why)}
        </li>
      ))}
    </ul>
  );
}
