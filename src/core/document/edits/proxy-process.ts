import { completeCluster } from '../../kubernetes/complete';
import { PROXY_RUNS } from '../../kubernetes/network/node-settings';
import type { ClusterObjects, NodeObject } from '../../kubernetes/types';
import type { Document } from '../document';
import { nodeProgram } from '../node-program';

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
export function takeStopped(nodes: readonly NodeObject[]): {
  readonly nodes: readonly NodeObject[];
  readonly stopped: readonly string[];
} {
  if (!nodes.some(({ metadata }) => runsOf(metadata.annotations) !== undefined)) return { nodes, stopped: [] };
  const stopped = nodes.filter(({ metadata }) => runsOf(metadata.annotations) === 'off');
  return { nodes: nodes.map(withoutWord), stopped: stopped.map(({ metadata }) => metadata.name) };
}

/** What the annotation says, if it says what it may. */
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
export function startOthers(document: Document, names: readonly string[]): Document {
  const away = Object.keys(document.stopped ?? {}).filter((name) => !names.includes(name));
  return away.reduce((next, name) => setProxyRunning(next, name, true), document);
}

/** A document's objects, as a text of them says whose kube-proxy is stopped. */
export function showStopped({ cluster, stopped = {} }: Pick<Document, 'cluster' | 'stopped'>): ClusterObjects {
  if (Object.keys(stopped).length === 0) return cluster;
  const nodes = cluster.nodes.map((node): NodeObject => {
    if (stopped[node.metadata.name] === undefined) return node;
    const annotations = { ...node.metadata.annotations, [PROXY_RUNS]: 'off' };
    return { ...node, metadata: { ...node.metadata, annotations } };
  });
  return { ...cluster, nodes };
}
