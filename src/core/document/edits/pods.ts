import { isOwnedBy } from '../../kubernetes/pods';
import type { ContainerPort, DeploymentObject, Labels, PodObject } from '../../kubernetes/types';
import type { Document } from '../document';
import { freeName } from './object-names';
import { defined, mapWhere, reconcileDocument, without } from './cluster';
import { isNamed, type ObjectName } from './object-names';

/** The core has no clock: a Pod marked for deletion was so at this moment. */
const DELETION_TIME = '2026-01-01T00:00:00Z';

export interface NewPod extends Partial<ObjectName> {
  readonly labels?: Labels;
  readonly ports?: readonly ContainerPort[];
  /** Absent: the scheduler places it. */
  readonly nodeName?: string;
  readonly hostNetwork?: boolean;
}

/** Adds a bare Pod; a taken name gets a number. */
export function addPod(document: Document, wanted: NewPod = {}): Document {
  const namespace = wanted.namespace ?? 'default';
  const name = freeName(document.cluster.pods, { namespace, name: wanted.name ?? 'pod' });
  const pod: PodObject = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, labels: wanted.labels ?? { app: name } },
    spec: defined({
      nodeName: wanted.nodeName,
      hostNetwork: wanted.hostNetwork,
      containers: [defined({ name: 'main', ports: wanted.ports })],
    }),
  };
  return reconcileDocument(document, { pods: [...document.cluster.pods, pod] });
}

/**
 * Deletes a Pod. One that a Deployment owns is replaced at once, under a new name and with a new IP;
 * a bare one is gone.
 */
export function killPod(document: Document, which: ObjectName): Document {
  return reconcileDocument(document, { pods: without(document.cluster.pods, (pod) => isNamed(pod, which)) });
}

/** Removes a Pod for good: its Deployment, if any, is scaled down by one. */
export function removePod(document: Document, which: ObjectName): Document {
  const { pods, deployments } = document.cluster;
  const gone = pods.find((pod) => isNamed(pod, which));
  if (!gone) return document;
  const owner = findDeployment(document, gone);
  return reconcileDocument(document, {
    pods: without(pods, (pod) => pod === gone),
    deployments: mapWhere(
      deployments,
      (deployment) => deployment === owner,
      (deployment) => withReplicas(deployment, (deployment.spec.replicas ?? 1) - 1),
    ),
  });
}

/** The Deployment that made the Pod and keeps its number. */
export function findDeployment(document: Document, pod: PodObject): DeploymentObject | undefined {
  return document.cluster.deployments.find((deployment) => isOwnedBy(pod, deployment));
}

function changePod(document: Document, which: ObjectName, change: (pod: PodObject) => PodObject): Document {
  return reconcileDocument(document, { pods: mapWhere(document.cluster.pods, (pod) => isNamed(pod, which), change) });
}

/** Sets the Ready condition, as the readiness probe's answer would. */
export function setPodReady(document: Document, which: ObjectName, ready: boolean): Document {
  return changePod(document, which, (pod) => ({
    ...pod,
    status: { ...pod.status, conditions: withReady(pod, ready) },
  }));
}

function withReady(pod: PodObject, ready: boolean): { type: string; status: string }[] {
  const others = (pod.status?.conditions ?? []).filter(({ type }) => type !== 'Ready');
  return [...others, { type: 'Ready', status: ready ? 'True' : 'False' }];
}

/** Marks a Pod as being deleted (or takes that back): terminating, and serving as long as it is ready. */
export function setPodTerminating(document: Document, which: ObjectName, terminating: boolean): Document {
  return changePod(document, which, (pod) => {
    const { deletionTimestamp: _old, ...metadata } = pod.metadata;
    return { ...pod, metadata: terminating ? { ...metadata, deletionTimestamp: DELETION_TIME } : metadata };
  });
}

/** Puts a Pod on another node: it is made anew there, so its IP is another one. Its name stays, so that flows stay. */
export function movePod(document: Document, which: ObjectName, nodeName: string): Document {
  if (!document.cluster.nodes.some(({ metadata }) => metadata.name === nodeName)) return document;
  return changePod(document, which, (pod) => {
    if (pod.spec.nodeName === nodeName) return pod;
    const { podIP: _ip, podIPs: _ips, hostIP: _host, ...status } = pod.status ?? {};
    return { ...pod, spec: { ...pod.spec, nodeName }, status };
  });
}

/** Replaces a Pod's labels: what selects it may change. */
export function setPodLabels(document: Document, which: ObjectName, labels: Labels): Document {
  return changePod(document, which, (pod) => ({ ...pod, metadata: { ...pod.metadata, labels } }));
}

export interface NewDeployment extends Partial<ObjectName> {
  readonly labels?: Labels;
  readonly replicas?: number;
  readonly ports?: readonly ContainerPort[];
}

/** Adds a Deployment and so its Pods; a taken name gets a number. */
export function addDeployment(document: Document, wanted: NewDeployment = {}): Document {
  const namespace = wanted.namespace ?? 'default';
  const name = freeName(document.cluster.deployments, { namespace, name: wanted.name ?? 'app' });
  const labels = wanted.labels ?? { app: name };
  const deployment: DeploymentObject = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace, labels },
    spec: {
      replicas: wanted.replicas ?? 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [defined({ name: 'main', ports: wanted.ports })] } },
    },
  };
  return reconcileDocument(document, { deployments: [...document.cluster.deployments, deployment] });
}

/** The most Pods a Deployment may be scaled to on this bench. */
export const MAX_REPLICAS = 1000;

/** Sets the number of Pods of a Deployment, 0 to {@link MAX_REPLICAS}. */
export function scaleDeployment(document: Document, which: ObjectName, replicas: number): Document {
  return reconcileDocument(document, {
    deployments: mapWhere(
      document.cluster.deployments,
      (deployment) => isNamed(deployment, which),
      (deployment) => withReplicas(deployment, replicas),
    ),
  });
}

function withReplicas(deployment: DeploymentObject, wanted: number): DeploymentObject {
  const replicas = Math.max(0, Math.min(Math.trunc(wanted), MAX_REPLICAS));
  if (replicas === deployment.spec.replicas || Number.isNaN(replicas)) return deployment;
  return { ...deployment, spec: { ...deployment.spec, replicas } };
}
