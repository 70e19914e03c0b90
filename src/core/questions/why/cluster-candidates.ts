import { firstRequest } from '../../sim/trace';
import { phrase } from '../../lib/phrase';
import { sameMachine } from '../../kubernetes/mode-ids';
import { PROXY_MODES } from '../../kubernetes/proxy';
import { releaseProblem } from '../../kubernetes/release-problem';
import {
  getNamespace,
  type DeploymentObject,
  type Labels,
  type PodObject,
  type ServiceObject,
} from '../../kubernetes/types';
import { containerPorts } from '../../kubernetes/controllers/endpoint-pods';
import { formatIp, parseIp, sameIp, makeCidr, formatCidr, hostCidr, parseCidr } from '../../net/ip';
import {
  SIZE,
  type Candidate,
  type Concern,
  type WalkedFlow,
  type DocumentChange,
  listPods,
  findDocumentService,
  makeName,
} from './candidate';
import { callerCandidates } from './caller-candidates';
import { familyCandidates } from './causes/families';
import { policyCandidates } from './causes/policy';
import { portNameCandidates } from './causes/port-names';
import { labelText } from './causes/endpoints';
import { kernelCandidates, routeCandidates } from './kernel-candidates';
import { releaseChanges } from '../../kubernetes/proxy/release-changes';
import { getMinor } from '../../kubernetes/release';
import { isNodeAddress } from '../../document/resolve-flow';
import { isReady, isTerminating, isOwnedBy } from '../../kubernetes/pods';
import type { ObjectName } from '../../document/edits/object-names';

/** More Pods than this are not changed one by one. */
const MOST_PODS = 6;
/** As many Pods made not ready at once is no small change any more. */
const MOST_AT_ONCE = 12;

/** Changes of the Pods behind a Service: readiness, termination, place, number. */
function podCandidates(walked: WalkedFlow, service: ServiceObject): readonly Candidate[] {
  const pods = listPods(walked, service);
  return [
    ...readiness(pods, walked.through),
    ...pods.filter(isTerminating).slice(0, MOST_PODS).map(kept),
    ...moved(walked, pods),
    ...scaled(walked, service, pods),
  ];
}

const textOf = ({ namespace, name }: ObjectName): string => `${namespace}/${name}`;

const selects = (selector: Readonly<Record<string, string>>, labels: Readonly<Record<string, string>> = {}): boolean =>
  Object.entries(selector).every(([key, value]) => labels[key] === value);

/** What is not ready made ready; where a packet got through, the other way round, too. */
function readiness(pods: readonly PodObject[], through: boolean): readonly Candidate[] {
  const [ready, unready] = [pods.filter(isReady), pods.filter((pod) => !isReady(pod))];
  const one = (pod: PodObject, to: boolean): Candidate => ({
    change: { kind: 'pods-ready', pods: [makeName(pod)], ready: to },
    says: phrase(to ? 'document.why.pod-ready' : 'document.why.pod-unready', { name: textOf(makeName(pod)) }),
    size: SIZE.pod,
    about: 'readiness',
  });
  const all: Candidate[] =
    through && ready.length > 1 && ready.length <= MOST_AT_ONCE
      ? [
          {
            change: { kind: 'pods-ready', pods: ready.map(makeName), ready: false },
            says: phrase('document.why.pods-unready', { count: ready.length }),
            size: SIZE.pod + 10 * (ready.length - 1),
          },
        ]
      : [];
  return [
    ...unready.slice(0, MOST_PODS).map((pod) => one(pod, true)),
    ...(through ? ready : []).slice(0, MOST_PODS).map((pod) => one(pod, false)),
    ...all,
  ];
}

function kept(pod: PodObject): Candidate {
  return {
    change: { kind: 'pod-terminating', pod: makeName(pod), terminating: false },
    says: phrase('document.why.pod-kept', { name: textOf(makeName(pod)) }),
    size: SIZE.pod,
  };
}

/** Endpoints put where the packet came by, and the sender put elsewhere. */
function moved({ document, flow, network, trace }: WalkedFlow, pods: readonly PodObject[]): readonly Candidate[] {
  const hops = firstRequest(trace)?.hops ?? [];
  const passed = new Set(
    hops.map(({ netns }) => network.netns.get(netns)).flatMap((each) => (each?.kind === 'node' ? [each.id] : [])),
  );
  const move = (pod: PodObject, node: string): Candidate => ({
    change: { kind: 'move-pod', pod: makeName(pod), node },
    says: phrase('document.why.pod-moved', { name: textOf(makeName(pod)), node }),
    size: SIZE.node,
  });
  const { from } = flow;
  const sender =
    from.kind === 'pod'
      ? document.cluster.pods.find((pod) => pod.metadata.name === from.name && getNamespace(pod) === from.namespace)
      : undefined;
  const others = document.cluster.nodes
    .map(({ metadata }) => metadata.name)
    .filter((name) => name !== sender?.spec.nodeName);
  return [
    ...[...passed].flatMap((node) =>
      pods
        .filter(({ spec }) => spec.nodeName !== node)
        .slice(0, 1)
        .map((pod) => move(pod, node)),
    ),
    ...(sender ? others.slice(0, 3).map((node) => move(sender, node)) : []),
  ];
}

/** From none to one, from some to none. */
function scaled({ document }: WalkedFlow, service: ServiceObject, pods: readonly PodObject[]): readonly Candidate[] {
  const { selector = {} } = service.spec;
  const owners = document.cluster.deployments.filter(
    (deployment) =>
      pods.some((pod) => isOwnedBy(pod, deployment)) ||
      (getNamespace(deployment) === getNamespace(service) &&
        Object.keys(selector).length > 0 &&
        selects(selector, deployment.spec.template.metadata?.labels)),
  );
  return owners.map((deployment): Candidate => {
    const replicas = (deployment.spec.replicas ?? 1) === 0 ? 1 : 0;
    return {
      change: { kind: 'scale', which: makeName(deployment), replicas },
      says: phrase('document.why.scaled', { name: textOf(makeName(deployment)), count: replicas }),
      size: SIZE.service + 2,
    };
  });
}

type ConfigChange = Extract<DocumentChange, { kind: 'kube-proxy' }>['config'];

/** Fields of kube-proxy's configuration that decide about marks and about who may ask for nodePorts. */
function configCandidates(walked: WalkedFlow): readonly Candidate[] {
  const { kubeProxy, settings, mode } = walked.document;
  const change = (field: string, value: string, config: ConfigChange): Candidate => ({
    change: { kind: 'kube-proxy', config },
    says: phrase('document.why.config', { field, value }),
    size: SIZE.config,
    about: /^nodePort|localhost/.test(field) ? 'node-ports' : 'local-traffic',
  });
  const part = mode === 'nftables' ? 'nftables' : 'iptables';
  const masqueradeAll = kubeProxy[part]?.masqueradeAll ?? false;
  const localhost = kubeProxy.iptables?.localhostNodePorts ?? true;
  const known = settings.clusterCIDR.join(',');
  return [
    ...(mode === 'iptables'
      ? [
          change('iptables.localhostNodePorts', String(!localhost), {
            iptables: { ...kubeProxy.iptables, localhostNodePorts: !localhost },
          }),
        ]
      : []),
    ...addressesHolding(walked).map((ranges) =>
      change('nodePortAddresses', ranges.join(', '), { nodePortAddresses: ranges }),
    ),
    ...(kubeProxy.nodePortAddresses ? [change('nodePortAddresses', 'none', { nodePortAddresses: undefined })] : []),
    ...(known !== '' && known !== kubeProxy.clusterCIDR ? [change('clusterCIDR', known, { clusterCIDR: known })] : []),
    ...(kubeProxy.clusterCIDR === undefined ? [] : [change('clusterCIDR', 'none', { clusterCIDR: undefined })]),
    ...(kubeProxy.detectLocalMode === 'NodeCIDR'
      ? [change('detectLocalMode', 'ClusterCIDR', { detectLocalMode: 'ClusterCIDR' })]
      : [change('detectLocalMode', 'NodeCIDR', { detectLocalMode: 'NodeCIDR' })]),
    change(`${part}.masqueradeAll`, String(!masqueradeAll), {
      [part]: { ...kubeProxy[part], masqueradeAll: !masqueradeAll },
    }),
  ];
}

/**
 * The ranges that nodePorts are answered in, with the network, or the address alone, that was asked. Where none are
 * said, nftables mode answers at the Nodes' own addresses (pkg/proxy/nftables/proxier.go, `primary`): they stay.
 */
function addressesHolding({ document, network, sent, through }: WalkedFlow): readonly (readonly string[])[] {
  const { kubeProxy, mode, cluster } = document;
  const { dst } = sent;
  const isSaid = kubeProxy.nodePortAddresses !== undefined && kubeProxy.nodePortAddresses.length > 0;
  if (through || !isNodeAddress(network, dst) || (!isSaid && mode !== 'nftables')) return [];
  const own = cluster.nodes.flatMap(({ status }) =>
    (status.addresses ?? []).flatMap(({ type, address }) => (type === 'InternalIP' ? [parseIp(address)] : [])),
  );
  const primary = own.flatMap((address) => (address.ok ? [formatCidr(hostCidr(address.value))] : []));
  const said = isSaid ? (kubeProxy.nodePortAddresses ?? []).filter((text) => parseCidr(text).ok) : primary;
  const wires = [...network.netns.values()].flatMap(({ kind, devices }) =>
    kind === 'node' ? devices.flatMap(({ addresses }) => addresses) : [],
  );
  const wire = wires.find(({ address }) => sameIp(address, dst));
  const held = wire ? [makeCidr(wire.address, wire.prefix), hostCidr(dst)] : [];
  return [...new Set(held.map(formatCidr))].filter((each) => !said.includes(each)).map((each) => [...said, each]);
}

/** The releases after the document's from which on its mode writes something else, the next one first. */
function releaseCandidates({ document: { mode: id, release } }: WalkedFlow): readonly Candidate[] {
  const mode = PROXY_MODES.find((each) => each.id === id);
  if (!mode) return [];
  return releaseChanges(mode)
    .filter((change) => getMinor(change.release) > getMinor(release) && !releaseProblem(mode, change.release))
    .map(({ release: next }, index): Candidate => ({
      change: { kind: 'release', release: next },
      says: phrase('document.why.release', { release: next }),
      size: SIZE.release + index / 100,
      about: 'release',
    }));
}

/** Changes of a built cluster that the mechanisms on the flow's way listen to. */
export function clusterCandidates(walked: WalkedFlow): readonly Candidate[] {
  const service = findDocumentService(walked);
  return [
    ...(service ? [...serviceCandidates(walked, service), ...podCandidates(walked, service)] : []),
    ...configCandidates(walked),
    ...policyCandidates(walked),
    ...familyCandidates(walked),
    ...portNameCandidates(walked),
    ...kernelCandidates(walked),
    ...routeCandidates(walked),
    ...callerCandidates(walked),
    ...releaseCandidates(walked),
    ...otherModes(walked),
  ];
}

/** Fields of a Service that are tried, and the causes they answer. */
const CONCERNS = {
  internalTrafficPolicy: 'traffic-policy',
  externalTrafficPolicy: 'traffic-policy',
  loadBalancerSourceRanges: 'source-ranges',
  selector: 'selector',
  targetPort: 'target-port',
  externalIPs: 'external-ips',
} as const satisfies Readonly<Record<string, Concern>>;
type Field = keyof typeof CONCERNS;

function serviceCandidates(walked: WalkedFlow, service: ServiceObject): readonly Candidate[] {
  const which = { namespace: getNamespace(service), name: service.metadata.name };
  const name = `${which.namespace}/${which.name}`;
  const { spec } = service;
  const change = (field: Field, to: string, change: Partial<ServiceObject['spec']>): Candidate => ({
    change: { kind: 'service-spec', which, spec: change },
    says: phrase('document.why.service', { name, field, value: to }),
    size: SIZE.service,
    about: CONCERNS[field],
  });
  const { internalTrafficPolicy = 'Cluster' } = spec;
  const externalTrafficPolicy = spec.externalTrafficPolicy || 'Cluster';
  const external = spec.type === 'NodePort' || spec.type === 'LoadBalancer' || (spec.externalIPs ?? []).length > 0;
  const other = { Cluster: 'Local', Local: 'Cluster' } as const;
  return [
    change('internalTrafficPolicy', other[internalTrafficPolicy], {
      internalTrafficPolicy: other[internalTrafficPolicy],
    }),
    ...(external
      ? [
          change('externalTrafficPolicy', other[externalTrafficPolicy], {
            externalTrafficPolicy: other[externalTrafficPolicy],
          }),
        ]
      : []),
    ...rangeChanges(walked, service).map(({ value, ranges }) =>
      change('loadBalancerSourceRanges', value, { loadBalancerSourceRanges: ranges }),
    ),
    ...selectorChanges(walked, service).map((selector) => change('selector', labelText(selector), { selector })),
    ...targetPortChanges(walked, service).map(({ value, ports }) => change('targetPort', value, { ports })),
    ...externalChanges(service).map(({ value, ips }) => change('externalIPs', value, { externalIPs: ips })),
    ...typeChanges(which, name, spec.type ?? 'ClusterIP'),
  ];
}

function typeChanges(
  which: { readonly namespace: string; readonly name: string },
  name: string,
  now: ServiceObject['spec']['type'],
): readonly Candidate[] {
  if (now === 'ExternalName') return [];
  return (['ClusterIP', 'NodePort', 'LoadBalancer'] as const)
    .filter((type) => type !== now)
    .map((type) => ({
      change: { kind: 'service-type', which, type },
      says: phrase('document.why.service', { name, field: 'type', value: type }),
      size: SIZE.service + 1,
    }));
}

interface RangeChange {
  readonly value: string;
  readonly ranges: readonly string[] | undefined;
}

/** Ranges are opened for the sender, taken away, or closed to it. */
function rangeChanges({ sent, trace }: WalkedFlow, { spec }: ServiceObject): readonly RangeChange[] {
  const ranges = spec.loadBalancerSourceRanges ?? [];
  if (ranges.length === 0) return [];
  const src = sent.src ?? firstRequest(trace)?.hops[0]?.steps[0]?.packet.src;
  const own = src && `${formatIp(src)}/${src.family === 'ipv4' ? 32 : 128}`;
  return [
    ...(own !== undefined && !ranges.includes(own) ? [{ value: `+ ${own}`, ranges: [...ranges, own] }] : []),
    ...(ranges.length > 1
      ? ranges.map((range) => ({ value: `− ${range}`, ranges: ranges.filter((each) => each !== range) }))
      : []),
    { value: 'none', ranges: undefined },
  ];
}

/** Each externalIP taken away. */
function externalChanges({ spec: { externalIPs = [] } }: ServiceObject): readonly {
  readonly value: string;
  readonly ips: readonly string[];
}[] {
  return externalIPs.slice(0, 4).map((ip) => ({ value: `− ${ip}`, ips: externalIPs.filter((each) => each !== ip) }));
}

/** Labels of so many Pods are looked at. */
const MOST_LABELLED = 500;
/** The most labels that are tried as a selector. */
const MOST_SELECTORS = 4;

/** Labels of other Deployments and Pods of the namespace: one of them may be what the selector was meant to say. */
function selectorChanges(walked: WalkedFlow, service: ServiceObject): readonly Labels[] {
  if (listPods(walked, service).length > 0) return [];
  const { cluster } = walked.document;
  const now = JSON.stringify(service.spec.selector ?? {});
  const isNear = (object: DeploymentObject | PodObject): boolean => getNamespace(object) === getNamespace(service);
  const labels = [
    ...cluster.deployments.filter(isNear).map(({ spec }) => spec.selector.matchLabels),
    ...cluster.pods
      .slice(0, MOST_LABELLED)
      .filter(isNear)
      .map(({ metadata }) => sameKeys(metadata.labels, service.spec.selector)),
  ].filter((each) => each !== undefined);
  const once = new Map(labels.map((each) => [JSON.stringify(each), each]));
  once.delete(now);
  once.delete('{}');
  return [...once.values()].slice(0, MOST_SELECTORS);
}

/** The labels of a Pod under the keys a selector asks for; all of them where it has none of these. */
function sameKeys(labels: Labels | undefined, selector: Labels | undefined): Labels | undefined {
  const wanted = Object.entries(labels ?? {}).filter(([key]) => selector && key in selector);
  return wanted.length > 0 ? Object.fromEntries(wanted) : labels;
}

/** Ports that the Service's own Pods listen on, then those of others, where the packet found none. */
function targetPortChanges(
  walked: WalkedFlow,
  service: ServiceObject,
): readonly { readonly value: string; readonly ports: ServiceObject['spec']['ports'] }[] {
  const { document, flow, through } = walked;
  const { ports = [] } = service.spec;
  const at = ports.findIndex(({ port }) => port === flow.port);
  if (through || at < 0) return [];
  const listened = [...listPods(walked, service), ...document.cluster.pods.slice(0, MOST_LISTENERS)].flatMap((pod) =>
    containerPorts(pod).map(({ containerPort }) => containerPort),
  );
  const others = new Set(listened);
  others.delete(Number(ports[at]?.targetPort ?? ports[at]?.port));
  return [...others].slice(0, 4).map((port) => ({
    value: String(port),
    ports: ports.map((each, index) => (index === at ? { ...each, targetPort: port } : each)),
  }));
}

/** Of so many Pods the ports are looked at. */
const MOST_LISTENERS = 50;

function otherModes({ document: { mode, release } }: WalkedFlow): readonly Candidate[] {
  return PROXY_MODES.filter(
    (each) => each.id !== mode && sameMachine(each.id, mode) && !releaseProblem(each, release),
  ).map(({ id, title }) => ({
    change: { kind: 'mode', mode: id },
    says: phrase('document.why.mode', { mode: title }),
    size: SIZE.mode,
    about: 'mode',
  }));
}
