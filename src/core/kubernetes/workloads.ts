import { LIMITS } from '../lib/limits';
import { suffix } from './controllers/address-pool';
import { matchesLabels } from './pods';
import { isFields, isSelectorRefused } from './policy/selector';
import {
  getNamespace,
  type ClusterObjects,
  type Labels,
  type OtherObject,
  type PodObject,
  type PodSpec,
} from './types';

/** Kinds besides Deployment whose controllers make Pods that stay. */
const WORKLOADS = new Set(['StatefulSet', 'ReplicaSet', 'ReplicationController', 'DaemonSet']);
/** Programs of the node here, not Pods: kube-proxy and the DNS cache. */
const NODE_PROGRAM = /\b(?:kube-proxy|k8s-dns-node-cache)\b/;
/** ConfigMaps of kubeadm that are read, by name. */
const SETTINGS = /^kubeadm-config$|kube-proxy/;

/** Does a controller make Pods of it, which are made here once? */
export function isWorkload(object: OtherObject): boolean {
  return WORKLOADS.has(object.kind) && !isProgram(object);
}

interface PodTemplate {
  readonly metadata?: { readonly labels?: Labels };
  readonly spec?: PodSpec;
}

/** Labels and spec of the Pods that a workload's template makes; undefined: the object has no template of Pods. */
export function readTemplate(object: OtherObject): { readonly labels: Labels; readonly spec: PodSpec } | undefined {
  const { template } = readWorkloadSpec(object) as { readonly template?: PodTemplate };
  return template?.spec && { labels: template.metadata?.labels ?? {}, spec: template.spec };
}

const isProgram = (object: OtherObject): boolean =>
  object.kind === 'DaemonSet' && NODE_PROGRAM.test(JSON.stringify(readWorkloadSpec(object)));

/** Is it read for what it says of nodes: a ConfigMap of kubeadm, the configuration of kind, the DaemonSet of a node's program? */
export function isSetting(object: OtherObject): boolean {
  const { kind, apiVersion, metadata } = object;
  if (kind === 'Cluster') return apiVersion?.startsWith('kind.x-k8s.io/') ?? false;
  return (kind === 'ConfigMap' && SETTINGS.test(metadata?.name ?? '')) || isProgram(object);
}

/**
 * The Pods that the controllers of StatefulSets, ReplicaSets, ReplicationControllers and DaemonSets make, for those
 * that came without any (pkg/controller/statefulset `newStatefulSetPod`, daemon `NewPod`), as a manifest has them. One
 * whose owner is another object has its Pods from that; one that the API server refuses has none.
 */
export function podsOfWorkloads({ nodes, pods, others = [] }: ClusterObjects): readonly Fields[] {
  const names = nodes.map(({ metadata }) => metadata.name);
  return others
    .filter((object) => isWorkload(object) && !object.metadata?.ownerReferences?.length && !isSelectorRefused(object))
    .flatMap((object) => {
      const template = read(readWorkloadSpec(object)['template']);
      const labels = read(read(template['metadata'])['labels']) as Labels;
      const namespace = object.metadata?.namespace ?? 'default';
      const has = pods.some(
        (pod) =>
          getNamespace(pod) === namespace && (matchesLabels(pod.metadata.labels, labels) || isMadeBy(pod, object)),
      );
      return has || !isFields(template['spec'])
        ? []
        : listPlaces(object, names).map((place) => makePod(object, { template, labels, ...place }));
    });
}

const isMadeBy = ({ metadata }: PodObject, { kind, metadata: maker }: OtherObject): boolean =>
  (metadata.ownerReferences ?? []).some((owner) => owner.kind === kind && owner.name === maker?.name);

interface PlannedPod {
  readonly name: string;
  /** Fields of the Pod's spec that the template has not. */
  readonly own: PodObject['spec'];
}

/** The names of its Pods, and where they are. */
function listPlaces(object: OtherObject, nodes: readonly string[]): readonly PlannedPod[] {
  const { kind, metadata } = object;
  const { replicas = 1, serviceName, ordinals } = readWorkloadSpec(object);
  const stem = metadata?.name ?? kind.toLowerCase();
  const name = (at: number): string => `${stem}-${suffix(0, `${kind} ${stem} ${at}`)}`;
  if (kind === 'DaemonSet') return nodes.map((nodeName, at) => ({ name: name(at), own: { nodeName } }));
  const length = Math.min(Math.max(0, Math.trunc(Number(replicas)) || 0), LIMITS.replicas);
  const start = Number(read(ordinals)['start'] ?? 0) || 0;
  const subdomain = typeof serviceName === 'string' && serviceName !== '' ? { subdomain: serviceName } : {};
  return Array.from({ length }, (_, at) => {
    const hostname = `${stem}-${start + at}`;
    return kind === 'StatefulSet' ? { name: hostname, own: { hostname, ...subdomain } } : { name: name(at), own: {} };
  });
}

interface Made extends PlannedPod {
  readonly template: Fields;
  readonly labels: Labels;
}

function makePod({ apiVersion, kind, metadata }: OtherObject, { template, labels, name, own }: Made): Fields {
  const { name: owner, namespace } = metadata ?? {};
  const label = kind === 'StatefulSet' ? { 'statefulset.kubernetes.io/pod-name': name } : {};
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace,
      labels: { ...labels, ...label },
      ownerReferences: [{ apiVersion, kind, name: owner }],
    },
    spec: { ...(template['spec'] as Fields), ...own },
  };
}

type Fields = Readonly<Record<string, unknown>>;

const read = (value: unknown): Fields => (isFields(value) ? value : {});

/** The spec of an object that no type is told of; empty where it has none. */
export const readWorkloadSpec = (object: OtherObject): Fields => read((object as unknown as Fields)['spec']);
