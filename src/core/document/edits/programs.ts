import { dnsServiceOf } from '../../kubernetes/dns/cluster-dns';
import { nodeSettings, PROXY_RUNS } from '../../kubernetes/network/node-settings';
import {
  getNamespace,
  type OtherObject,
  type ServiceObject,
  type ClusterObjects,
  type NodeObject,
} from '../../kubernetes/types';
import { PROXY, type WriterId, type WriterOrder } from '../../kubernetes/writers';
import type { Document } from '../document';
import { reconcileDocument } from './cluster';
import { changeProxy } from './proxy';
import { changeNodeSettings } from './nodes';
import { completeCluster } from '../../kubernetes/complete';
import { nodeProgram } from '../node-program';
import { usualRelease } from '../../kubernetes/mode-ids';
import {
  type CiliumConfig,
  type CiliumFlag,
  ciliumOfObject,
  isCiliumObject,
} from '../../kubernetes/proxy/ebpf/cilium-config';
import { sameValue } from '../../lib/memo';

/** Switches a program that writes rules on a node on or off; the DNS cache brings the Service it asks what it does not know. */
export function toggleRuleWriter(
  document: Document,
  name: string,
  { id, on }: { readonly id: WriterId; readonly on: boolean },
): Document {
  const node = document.cluster.nodes.find(({ metadata }) => metadata.name === name);
  const { writers = [] } = node ? nodeSettings(node) : {};
  const others = writers.filter((each) => each !== id);
  const turned = changeNodeSettings(document, { writers: on ? [...before(id, others), id] : others }, name);
  return on && id === 'nodelocaldns' ? withUpstream(turned) : turned;
}

/** A Pod that is told the address of a Service starts after kube-proxy; other programs where they stand. */
function before(id: WriterId, others: WriterOrder): WriterOrder {
  return id === 'nodelocaldns' && !others.includes(PROXY) ? [...others, PROXY] : others;
}

/** With kube-dns-upstream of nodelocaldns.yaml: the Pods of kube-dns by an address that no cache takes. */
function withUpstream(document: Document): Document {
  const { services } = document.cluster;
  const dns = dnsServiceOf(document.cluster);
  if (!dns || services.some(({ metadata }) => metadata.name === 'kube-dns-upstream')) return document;
  const ports = [
    { name: 'dns', protocol: 'UDP', port: 53, targetPort: 53 },
    { name: 'dns-tcp', protocol: 'TCP', port: 53, targetPort: 53 },
  ] as const;
  const upstream: ServiceObject = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'kube-dns-upstream', namespace: getNamespace(dns), labels: { 'k8s-app': 'kube-dns' } },
    spec: { ...(dns.spec.selector ? { selector: dns.spec.selector } : {}), ports },
  };
  return reconcileDocument(document, { services: [...services, upstream] });
}

/** The DaemonSet of nodelocaldns.yaml among objects is a DNS cache on every node. */
export function withDaemonSets(document: Document, others: readonly OtherObject[] = []): Document {
  const isThere = others.some(
    ({ kind, ...object }) => kind === 'DaemonSet' && CACHE_IMAGE.test(JSON.stringify(object)),
  );
  if (!isThere) return document;
  const id = 'nodelocaldns';
  return document.cluster.nodes.reduce((next, node) => {
    const isOn = nodeSettings(node).writers?.includes(id);
    return isOn ? next : toggleRuleWriter(next, node.metadata.name, { id, on: true });
  }, document);
}

/** `registry.k8s.io/dns/k8s-dns-node-cache:1.26.4` */
const CACHE_IMAGE = /"image":"[^"]*\bk8s-dns-node-cache\b/;

/**
 * Stops kube-proxy on a node, or starts it again. Stopped, it keeps what it saw last, as it was told then: its rules
 * stay as they are whatever the cluster does.
 */
export function setProxyRunning(document: Document, name: string, runs: boolean): Document {
  const { [name]: before, ...others } = document.stopped ?? {};
  const node = document.cluster.nodes.find(({ metadata }) => metadata.name === name);
  if (!node || runs === (before === undefined)) return document;
  if (runs) {
    const { stopped: _all, ...rest } = document;
    return Object.keys(others).length === 0 ? rest : { ...rest, stopped: others };
  }
  const { mode, release, config } = nodeProgram(document, node);
  const { services, endpointSlices } = completeCluster(document.cluster);
  return {
    ...document,
    stopped: { ...others, [name]: { mode, release, kubeProxy: config, services, endpointSlices } },
  };
}

/** Nodes of a text, without the words that stop their kube-proxies, and the names of those that are stopped. */
export function readStoppedProxies(nodes: readonly NodeObject[]): {
  readonly nodes: readonly NodeObject[];
  readonly stopped: readonly string[];
} {
  if (!nodes.some(({ metadata }) => runsOf(metadata.annotations) !== undefined)) return { nodes, stopped: [] };
  const stopped = nodes.filter(({ metadata }) => runsOf(metadata.annotations) === 'off');
  return { nodes: nodes.map(withoutWord), stopped: stopped.map(({ metadata }) => metadata.name) };
}

/** Whether kube-proxy runs, as the annotation says: `on` or `off`; undefined: it says neither. */
function runsOf(annotations: NodeObject['metadata']['annotations']): string | undefined {
  const said = annotations?.[PROXY_RUNS]?.trim();
  return said === 'on' || said === 'off' ? said : undefined;
}

function withoutWord(node: NodeObject): NodeObject {
  const { annotations, ...metadata } = node.metadata;
  if (runsOf(annotations) === undefined) return node;
  const { [PROXY_RUNS]: _said, ...others } = annotations ?? {};
  return { ...node, metadata: Object.keys(others).length > 0 ? { ...metadata, annotations: others } : metadata };
}

/** Stops kube-proxy on each of these nodes. */
export function stopProxies(document: Document, names: readonly string[]): Document {
  return names.reduce((next, name) => setProxyRunning(next, name, false), document);
}

/** Lets kube-proxy run on every node but these. */
export function startProxiesExcept(document: Document, names: readonly string[]): Document {
  const away = Object.keys(document.stopped ?? {}).filter((name) => !names.includes(name));
  return away.reduce((next, name) => setProxyRunning(next, name, true), document);
}

/** A document's objects, as a text of them says whose kube-proxy is stopped. */
export function markStoppedProxies({ cluster, stopped = {} }: Pick<Document, 'cluster' | 'stopped'>): ClusterObjects {
  if (Object.keys(stopped).length === 0) return cluster;
  const nodes = cluster.nodes.map((node): NodeObject => {
    if (stopped[node.metadata.name] === undefined) return node;
    const annotations = { ...node.metadata.annotations, [PROXY_RUNS]: 'off' };
    return { ...node, metadata: { ...node.metadata, annotations } };
  });
  return { ...cluster, nodes };
}

/** Sets a flag of Cilium's agent; undefined: as the agent has it. */
export function changeCilium(document: Document, flag: CiliumFlag, value: string | boolean | undefined): Document {
  const { [flag]: _before, ...rest } = document.cilium ?? {};
  const cilium: CiliumConfig = value === undefined ? rest : { ...rest, [flag]: value };
  return withCilium(document, cilium);
}

/** All flags that are not as the agent has them. */
function withCilium(document: Document, cilium: CiliumConfig): Document {
  if (sameValue(document.cilium ?? {}, cilium)) return document;
  const { cilium: _before, ...rest } = document;
  return Object.keys(cilium).length === 0 ? rest : { ...rest, cilium };
}

/** The flags among some objects, and the objects without the ConfigMap that has them. */
export function extractCiliumConfig(cluster: ClusterObjects): {
  readonly cluster: ClusterObjects;
  readonly cilium?: CiliumConfig;
} {
  const found = cluster.others?.findLast(isCiliumObject);
  if (!found) return { cluster };
  const others = cluster.others?.filter((object) => !isCiliumObject(object)) ?? [];
  return { cluster: { ...cluster, others }, cilium: ciliumOfObject(found) };
}

/** Gives Cilium's agent the flags of a ConfigMap, and the cluster to it where it takes kube-proxy's place. */
export function applyCiliumConfig(document: Document, cilium: CiliumConfig | undefined): Document {
  if (!cilium) return document;
  const { 'kube-proxy-replacement': replaces = false, ...flags } = cilium;
  const given = withCilium(document, flags);
  if (!replaces || given.mode === 'ebpf') return given;
  return changeProxy(given, { mode: 'ebpf', release: usualRelease('ebpf') });
}
