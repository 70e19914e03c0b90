import { sameValue } from '../../lib/memo';
import {
  nodeSettings,
  withNodeSettings,
  type NodeSettings,
  type NodeSettingsChange,
} from '../../kubernetes/network/node-settings';
import { isNodeReady } from '../../kubernetes/pods';
import type { Labels, NodeObject, PodObject } from '../../kubernetes/types';
import type { Document } from '../document';
import { freeNumberedName } from './object-names';
import { defined, mapWhere, reconcileDocument, without } from './cluster';

export interface NewNode {
  readonly name?: string;
  readonly labels?: Labels;
}

export { isNodeReady };

/** Changes facts of a node's kernel and network; of every node where no name is given. */
export function changeNodeSettings(document: Document, change: NodeSettingsChange, name?: string): Document {
  const nodes = mapWhere(
    document.cluster.nodes,
    ({ metadata }) => name === undefined || metadata.name === name,
    (node) => {
      const next = withNodeSettings(node, change);
      return sameValue(nodeSettings(next), nodeSettings(node)) ? node : next;
    },
  );
  return reconcileDocument(document, { nodes });
}

/** Settings that all nodes have alike: those of a further node of the cluster. */
function sharedSettings(nodes: readonly NodeObject[]): NodeSettings {
  const [first] = nodes;
  if (!first) return {};
  const { routes: _own, ...settings } = nodeSettings(first);
  const text = JSON.stringify(settings);
  const isShared = nodes.every((node) => {
    const { routes: _others, ...rest } = nodeSettings(node);
    return JSON.stringify(rest) === text;
  });
  return isShared ? settings : {};
}

/** Adds a Ready node, made as the others are; its podCIDR and address are allocated. */
export function addNode(document: Document, wanted: NewNode = {}): Document {
  const { nodes } = document.cluster;
  const taken = nodes.some(({ metadata }) => metadata.name === wanted.name);
  const name = wanted.name === undefined || taken ? freeNumberedName(nodes, 'node') : wanted.name;
  const node: NodeObject = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: defined({ name, labels: wanted.labels }),
    spec: {},
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  };
  return reconcileDocument(document, { nodes: [...nodes, withNodeSettings(node, sharedSettings(nodes))] });
}

/** Removes a node; its Pods are placed elsewhere, with new addresses. */
export function removeNode(document: Document, name: string): Document {
  return reconcileDocument(document, {
    nodes: without(document.cluster.nodes, ({ metadata }) => metadata.name === name),
  });
}

function changeNode(document: Document, name: string, change: (node: NodeObject) => NodeObject): readonly NodeObject[] {
  return mapWhere(document.cluster.nodes, ({ metadata }) => metadata.name === name, change);
}

/** `kubectl cordon` and `uncordon`: no new Pod is placed on it. */
export function cordonNode(document: Document, name: string, cordoned: boolean): Document {
  const nodes = changeNode(document, name, (node) => {
    if ((node.spec.unschedulable ?? false) === cordoned) return node;
    const { unschedulable: _old, ...spec } = node.spec;
    return { ...node, spec: cordoned ? { ...spec, unschedulable: true } : spec };
  });
  return reconcileDocument(document, { nodes });
}

/**
 * Takes a node down, or brings it back. Down: its Ready condition is Unknown and its Pods are marked
 * not ready, as the node lifecycle controller does when heartbeats stop; Deployments make theirs anew elsewhere.
 */
export function setNodeUp(document: Document, name: string, up: boolean): Document {
  const nodes = changeNode(document, name, (node) => (isNodeReady(node) === up ? node : withNodeReady(node, up)));
  if (nodes === document.cluster.nodes) return document;
  const pods = mapWhere(
    document.cluster.pods,
    (pod) => pod.spec.nodeName === name,
    (pod) => withPodReady(pod, up),
  );
  return reconcileDocument(document, { nodes, pods });
}

function withNodeReady(node: NodeObject, up: boolean): NodeObject {
  const others = (node.status.conditions ?? []).filter(({ type }) => type !== 'Ready');
  return {
    ...node,
    status: { ...node.status, conditions: [...others, { type: 'Ready', status: up ? 'True' : 'Unknown' }] },
  };
}

function withPodReady(pod: PodObject, ready: boolean): PodObject {
  const others = (pod.status?.conditions ?? []).filter(({ type }) => type !== 'Ready');
  return {
    ...pod,
    status: { ...pod.status, conditions: [...others, { type: 'Ready', status: ready ? 'True' : 'False' }] },
  };
}

/** Sets the kernel a node reports (`6.1`, `5.4.0-150-generic`); undefined: it reports none. */
export function setNodeKernel(document: Document, name: string, kernelVersion: string | undefined): Document {
  return reconcileDocument(document, {
    nodes: changeNode(document, name, (node) => {
      const { kernelVersion: _before, ...told } = node.status.nodeInfo ?? {};
      const nodeInfo = kernelVersion === undefined ? told : { ...told, kernelVersion };
      return { ...node, status: { ...node.status, nodeInfo } };
    }),
  });
}

/** Replaces a node's labels (its zone, for one). */
export function setNodeLabels(document: Document, name: string, labels: Labels): Document {
  return reconcileDocument(document, {
    nodes: changeNode(document, name, (node) => ({ ...node, metadata: { ...node.metadata, labels } })),
  });
}
