import { completeObjects, guessPodNetwork, addMissingServices } from './complete';
import { FEWEST_NODES, addMissingNodes } from './missing-places';
import { readPods } from '../../formats/kubernetes/collect';
import { mergeClusters } from '../../kubernetes/merge-clusters';
import { completeCluster } from '../../kubernetes/complete';
import { keepAsTold } from '../../kubernetes/controllers/told-deployments';
import { findOwnerService } from '../../kubernetes/defaults';
import { matchesLabels } from '../../kubernetes/pods';
import { countUnnamed } from '../../kubernetes/unnamed-endpoints';
import {
  getNamespace,
  type ClusterObjects,
  type DeploymentObject,
  type EndpointSliceObject,
  type KubeProxyConfig,
  type ObjectMeta,
} from '../../kubernetes/types';
import { formatCidr } from '../../net/ip';
import { KUBE_PROXY_MODE_IDS, sameAxis, usualRelease, type ProxyModeId } from '../../kubernetes/mode-ids';
import { nodeSettings } from '../../kubernetes/network/node-settings';
import type { Document } from '../document';
import { extractCiliumConfig, applyCiliumConfig, stopProxies, readStoppedProxies, withDaemonSets } from './programs';
import { addFlow, defined, reconcileDocument, extractKubeProxyConfig, withConfig } from './cluster';
import { countMade, type MadeObjects } from './made-up';
import { completeUnnamed, markUnnamed } from './mark-unnamed';
import { isNamed } from './object-names';
import { isUserService, nameKey, offeredFlows } from './offered-flows';
import { withPodsBehind } from './pods-behind';
import { withKindNodes, withKindRanges } from './kind-cluster';
import { readKubeProxySettings, applyKubeadmRanges } from './cluster-config';
import { podsOfWorkloads } from '../../kubernetes/workloads';

interface Words {
  readonly release?: string;
  readonly isSingleNode?: true;
  readonly isUnserved?: true;
  readonly cilium?: 'whole' | 'beside' | 'untold';
}

/** What was read of a cluster beside its objects. */
export interface ClusterHints {
  /** `default/web`: Services of tables without the column of selectors. */
  readonly unselected?: ReadonlySet<string>;
  /** What the texts say in words; objects that tell otherwise count more. */
  readonly words?: Words;
  /** Addresses at which node ports of its Services were asked: of Nodes, where no Node is told. */
  readonly askedNodes?: readonly string[];
}

/** A document with objects put into it, and how many were made up beside them. */
interface Opened {
  readonly document: Document;
  readonly added: MadeObjects;
  /** What no object of a cluster with Pods tells, and was guessed. */
  readonly guessed?: GuessedDefaults;
}

/** Values that an opened cluster is taken to have where its objects do not tell. */
export interface GuessedDefaults {
  /** kube-proxy's clusterCIDR, by the Pods' addresses. */
  readonly cidr?: string;
  /** kube-proxy's mode, as the document before had it. */
  readonly mode?: ProxyModeId;
  /** Pods hang on a bridge of their node, by devices with names that were made up. */
  readonly isBridge?: true;
  /** Cilium's agent runs and leaves Services to kube-proxy: what it still translates is not simulated. */
  readonly isBesideCilium?: true;
  /** Containers that declare no port are taken to listen where their Service sends to. */
  readonly isListening?: true;
}

/**
 * Puts somebody's cluster in the place of the document's, with its own title, ranges, kube-proxy release and
 * configuration where its objects tell them, and one flow for each Service. Nothing of the cluster before stays.
 * Objects without a Node get what they need to be reached: Nodes, Services that endpoints and Ingresses name, Pods.
 */
export function openCluster(document: Document, written: ClusterObjects, beside: ClusterHints = {}): Opened {
  const pasted = withKindNodes(written);
  const told = readKubeProxySettings(pasted);
  const { cluster: objects, cilium } = extractCiliumConfig(pasted);
  const { cluster } = extractKubeProxyConfig(objects);
  const isReplaced = cilium ? cilium['kube-proxy-replacement'] : beside.words?.cilium === 'whole';
  const { mode = document.mode } = isReplaced ? ({ mode: 'ebpf' } as const) : told;
  const bare = written.nodes.length === 0;
  const made = withKindRanges(applyKubeadmRanges(document.settings, cluster), cluster);
  const fewest = beside.words?.isSingleNode ? 1 : FEWEST_NODES;
  const marked = markUnnamed(completeUnnamed(bare ? addMissingServices(cluster) : cluster));
  const wanted = { atLeast: fewest, addresses: beside.askedNodes ?? [], ...defined({ unselected: beside.unselected }) };
  const housed = addMissingNodes(marked, made, wanted);
  const whole = withToldPods(withWorkloads(withHosts(housed)));
  const settings = withKindRanges(applyKubeadmRanges(makeSettings(document, whole, told.config), cluster), cluster);
  const isTold = told.config.clusterCIDR !== undefined || made.clusterCIDR !== document.settings.clusterCIDR;
  const range = isTold ? { cidr: settings.clusterCIDR.join(','), isGuessed: false } : guessClusterCIDR(whole, settings);
  const { stopped: _before, guessedCIDR: _guess, told: _texts, ...kept } = document;
  const opened: Document = {
    ...kept,
    title: findTitle(cluster) ?? document.title,
    subject: 'cluster',
    mode,
    release: chooseRelease(document, mode, told.release ?? beside.words?.release),
    kubeProxy: { ...defined({ clusterCIDR: range.cidr }), ...told.config, ...(isKubeProxy(mode) ? { mode } : {}) },
    settings,
    flows: [],
    ...defined({ guessedCIDR: range.isGuessed ? range.cidr : undefined }),
  };
  const { nodes, stopped } = readStoppedProxies(whole.nodes);
  const settled = reconcileDocument({ ...applyCiliumConfig(opened, cilium), cluster: NOTHING }, { ...whole, nodes });
  const served = withDaemonSets(withPodsBehind(settled, cluster, { ...beside, isBare: bare }), cluster.others);
  return {
    document: {
      ...stopProxies(served, stopped),
      flows: offeredFlows(served.cluster, { ...cluster, pods: served.cluster.pods }, cluster),
    },
    added: countMade(cluster, served.cluster),
    ...guess({
      ...(hasPods(whole)
        ? {
            ...defined({ cidr: range.isGuessed ? range.cidr : undefined }),
            ...(told.mode === undefined && isKubeProxy(mode) ? { mode } : {}),
            ...(isKubeProxy(mode) && !nodes.some((node) => nodeSettings(node).layout) ? { isBridge: true } : {}),
            ...((cilium || beside.words?.cilium) && isKubeProxy(mode) ? { isBesideCilium: true } : {}),
          }
        : {}),
      ...(sendsToUndeclared(cluster) ? { isListening: true } : {}),
    }),
  };
}

const guess = (guessed: GuessedDefaults): Pick<Opened, 'guessed'> =>
  Object.keys(guessed).length > 0 ? { guessed } : {};

/** True where a Service sends to Pods of which no container declares a port: no object tells what these listen on. */
function sendsToUndeclared({ services, pods, deployments }: ClusterObjects): boolean {
  const made = deployments.map(({ spec: { template } }) => ({
    labels: template.metadata?.labels,
    spec: template.spec,
  }));
  const own = pods.map(({ metadata: { labels }, spec }) => ({ labels, spec }));
  const silent = [...made, ...own].filter(({ spec }) =>
    (spec?.containers ?? []).every(({ ports = [] }) => ports.length === 0),
  );
  return services.some(({ spec: { selector } }) =>
    silent.some(({ labels = {} }) => {
      const wanted = Object.entries(selector ?? {});
      return wanted.length > 0 && wanted.every(([key, value]) => labels[key] === value);
    }),
  );
}

const hasPods = ({ pods }: ClusterObjects): boolean =>
  pods.some(({ status, spec }) => status?.podIP !== undefined && !spec.hostNetwork);

/** Pods on a Node, each with the address of its Node: told so, they were not moved there. */
function withHosts(cluster: ClusterObjects): ClusterObjects {
  const hosts = new Map(
    cluster.nodes.flatMap(({ metadata, status }) => {
      const address = status.addresses?.find(({ type }) => type === 'InternalIP')?.address;
      return address === undefined ? [] : [[metadata.name, address] as const];
    }),
  );
  const pods = cluster.pods.map((pod) => {
    const hostIP = hosts.get(pod.spec.nodeName ?? '');
    const isTold = pod.status?.podIP !== undefined && pod.status.hostIP === undefined;
    return isTold && hostIP !== undefined ? { ...pod, status: { ...pod.status, hostIP } } : pod;
  });
  return pods.every((pod, at) => pod === cluster.pods[at]) ? cluster : { ...cluster, pods };
}

/**
 * kube-proxy's clusterCIDR where nothing tells it: the range that holds the Pods and no Node. Without such a range there is none, as
 * where Pods have addresses of the Nodes' network and kube-proxy is run without one; without Pods it is the bench's own.
 */
function guessClusterCIDR(
  cluster: ClusterObjects,
  settings: Document['settings'],
): { readonly cidr: string | undefined; readonly isGuessed: boolean } {
  if (!hasPods(cluster)) return { cidr: settings.clusterCIDR.join(','), isGuessed: false };
  const guessed = (['ipv4', 'ipv6'] as const).flatMap((family) => guessPodNetwork(cluster, family) ?? []);
  return { cidr: guessed.length === 0 ? undefined : guessed.map(formatCidr).join(','), isGuessed: true };
}

/** The cluster with the Pods of its workloads. */
function withWorkloads(cluster: ClusterObjects): ClusterObjects {
  const made = readPods(podsOfWorkloads(cluster));
  return made.length === 0 ? cluster : { ...cluster, pods: [...cluster.pods, ...made] };
}

/**
 * The cluster with the Deployments marked of which Pods are told that they would not keep as they are: of another template, more than their
 * replicas, or fewer where a Service that selects them lists all its endpoints.
 */
function withToldPods(cluster: ClusterObjects): ClusterObjects {
  const deployments = cluster.deployments.map((deployment) =>
    keepAsTold(deployment, cluster, listsAllPods(cluster, deployment)),
  );
  return { ...cluster, deployments };
}

function listsAllPods({ services, endpointSlices }: ClusterObjects, deployment: DeploymentObject): boolean {
  const whole = new Set(endpointSlices.filter((slice) => countUnnamed(slice) === 0).map(nameOwner));
  return services.some(
    (service) =>
      whole.has(nameKey(service)) &&
      getNamespace(service) === getNamespace(deployment) &&
      matchesLabels(deployment.spec.template.metadata?.labels, service.spec.selector),
  );
}

const nameOwner = (slice: EndpointSliceObject): string => `${getNamespace(slice)}/${findOwnerService(slice) ?? ''}`;

/** The release the objects tell of, where it is one of the project whose releases the mode has. */
function chooseRelease(document: Document, mode: ProxyModeId, told: string | undefined): string {
  const kept = sameAxis(document.mode, mode) ? document.release : usualRelease(mode);
  return isKubeProxy(mode) ? (told ?? kept) : kept;
}

const isKubeProxy = (mode: ProxyModeId): boolean => KUBE_PROXY_MODE_IDS.includes(mode);

/**
 * Puts objects into the document's cluster; one of the same kind and name takes the place of the one there.
 * Ranges and Nodes of the cluster stay, and mode and configuration unless one came with them; each Service that came
 * has a flow.
 */
export function addToCluster(given: Document, pasted: ClusterObjects): Opened {
  const { cluster: objects, cilium } = extractCiliumConfig(pasted);
  const { cluster, config } = extractKubeProxyConfig(objects);
  const document = applyCiliumConfig(withConfig(given, config), cilium);
  const before = document.cluster;
  const named = addMissingServices({ ...cluster, services: [...before.services, ...cluster.services] });
  const services = named.services.slice(before.services.length);
  const nodes = merge(before.nodes, cluster.nodes);
  const came = merge(before.pods, cluster.pods);
  const pods = withWorkloads({ ...cluster, nodes, pods: came }).pods;
  const merged: ClusterObjects = {
    nodes,
    pods,
    deployments: merge(before.deployments, cluster.deployments),
    services: merge(before.services, services),
    endpointSlices: merge(before.endpointSlices, cluster.endpointSlices),
    others: [...(before.others ?? []), ...(cluster.others ?? [])],
  };
  const settled = withDaemonSets(reconcileDocument(document, withToldPods(merged)), cluster.others);
  const served = settled.cluster.services.filter((service) =>
    services.some(({ metadata }) => isNamed(service, { namespace: getNamespace({ metadata }), name: metadata.name })),
  );
  const flows = offeredFlows({ ...settled.cluster, services: served }, cluster, cluster);
  const next = flows.reduce((all, { id: _own, ...flow }) => addFlow(all, flow), settled);
  const told = mergeClusters([before, cluster]);
  return { document: next, added: countMade(told, next.cluster) };
}

function merge<T extends { readonly metadata: ObjectMeta }>(before: readonly T[], came: readonly T[]): readonly T[] {
  if (came.length === 0) return before;
  const key = (object: T): string => `${getNamespace(object)}/${object.metadata.name}`;
  return [...new Map([...before, ...came].map((object) => [key(object), object])).values()];
}

const NOTHING: ClusterObjects = { nodes: [], pods: [], deployments: [], services: [], endpointSlices: [] };

/** Ranges that hold what the objects say; without a Node the document's own. */
function makeSettings(document: Document, cluster: ClusterObjects, config: KubeProxyConfig): Document['settings'] {
  const [first] = cluster.nodes;
  if (!first?.status.addresses?.some(({ type }) => type === 'InternalIP')) return document.settings;
  const { settings } = completeObjects({ cluster: completeCluster(cluster), config, node: first.metadata.name });
  return { ...document.settings, ...settings };
}

/** So many names make a title. */
const MOST_NAMES = 2;

/** `web, api … on node-a, node-b`: what people made in it, and where. */
function findTitle({
  nodes,
  services,
  pods,
  deployments,
  others = [],
  endpointSlices,
}: ClusterObjects): string | undefined {
  const lists = [services.filter(isUserService), deployments, pods, others, endpointSlices];
  const made = lists.map((list) => list.flatMap(({ metadata }) => metadata?.name ?? []));
  const what = shortList(made.find(({ length }) => length > 0) ?? []);
  const where = shortList(nodes.map(({ metadata }) => metadata.name));
  const title = [what, where].filter((part) => part !== '').join(' · ');
  return title === '' ? undefined : title;
}

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return names.length > MOST_NAMES ? `${shown} +${names.length - MOST_NAMES}` : shown;
}
