import type { Document } from '../../../core/document/document';
import { cordonNode, removeNode, setNodeUp } from '../../../core/document/edits/nodes';
import { killPod, movePod, removePod, setPodReady, setPodTerminating } from '../../../core/document/edits/pods';
import { removeService } from '../../../core/document/edits/services';
import { type KubernetesObject, getNamespace } from '../../../core/kubernetes/types';
import type { StageNode } from './stage-nodes.model';

export type ObjectsChange = (document: Document) => Document;

/** One thing done to many boxes; a box it does not concern is left as it is. */
export type ManyAct =
  | 'ready'
  | 'notReady'
  | 'terminate'
  | 'kill'
  | 'cordon'
  | 'uncordon'
  | 'takeDown'
  | 'bringUp'
  | 'remove';

/** Does any of the boxes take this? Pods are readied and killed, nodes cordoned, everything removed. */
export function takes(act: ManyAct, nodes: readonly StageNode[]): boolean {
  return nodes.some(({ type }) => {
    if (type === 'pod') return act in POD_CHANGES;
    return type === 'card' || type === 'compact' ? act in NODE_CHANGES : type === 'service' && act === 'remove';
  });
}

/** The act on every box, as one edit. */
export function editAll(act: ManyAct, nodes: readonly StageNode[]): ObjectsChange {
  return (document) => nodes.reduce((doc, node) => onOne(act, node)(doc), document);
}

function onOne(act: ManyAct, node: StageNode): ObjectsChange {
  if (node.type === 'pod') return POD_CHANGES[act]?.(node.data.pod) ?? NOTHING;
  if (node.type === 'card') return NODE_CHANGES[act]?.(node.data.card.name) ?? NOTHING;
  if (node.type === 'compact') return NODE_CHANGES[act]?.(node.data.node.name) ?? NOTHING;
  if (node.type === 'service' && act === 'remove') return (doc) => removeService(doc, node.data.chip);
  return NOTHING;
}

const NOTHING: ObjectsChange = (document) => document;

type Changes<T> = { readonly [Act in ManyAct]?: (which: T) => ObjectsChange };

const POD_CHANGES: Changes<{ readonly namespace: string; readonly name: string }> = {
  ready: (pod) => (doc) => setPodReady(doc, pod, true),
  notReady: (pod) => (doc) => setPodReady(doc, pod, false),
  terminate: (pod) => (doc) => setPodTerminating(doc, pod, true),
  kill: (pod) => (doc) => killPod(doc, pod),
  remove: (pod) => (doc) => removePod(doc, pod),
};

const NODE_CHANGES: Changes<string> = {
  cordon: (name) => (doc) => cordonNode(doc, name, true),
  uncordon: (name) => (doc) => cordonNode(doc, name, false),
  takeDown: (name) => (doc) => setNodeUp(doc, name, false),
  bringUp: (name) => (doc) => setNodeUp(doc, name, true),
  remove: (name) => (doc) => removeNode(doc, name),
};

/** Puts every Pod of the boxes on a node. */
export function moveAll(nodes: readonly StageNode[], to: string): ObjectsChange {
  return (document) =>
    nodes.reduce((doc, node) => (node.type === 'pod' ? movePod(doc, node.data.pod, to) : doc), document);
}

/** The API objects behind boxes, each once: a Service has a chip for every port. */
export function listObjects({ cluster }: Document, nodes: readonly StageNode[]): readonly KubernetesObject[] {
  const found = nodes.flatMap((node): readonly KubernetesObject[] => {
    if (node.type === 'card') return cluster.nodes.filter(({ metadata }) => metadata.name === node.data.card.name);
    if (node.type === 'compact') return cluster.nodes.filter(({ metadata }) => metadata.name === node.data.node.name);
    const own = node.type === 'pod' ? node.data.pod : node.type === 'service' ? node.data.chip : undefined;
    if (!own) return [];
    const list: readonly KubernetesObject[] = node.type === 'pod' ? cluster.pods : cluster.services;
    return list.filter((object) => object.metadata.name === own.name && getNamespace(object) === own.namespace);
  });
  return [...new Set(found)];
}
