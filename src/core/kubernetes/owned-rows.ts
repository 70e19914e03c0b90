import { tellsLabels, TEMPLATE_HASH } from './pods';
import { isWorkload, readTemplate } from './workloads';
import {
  getNamespace,
  type ClusterObjects,
  type Labels,
  type OtherObject,
  type PodObject,
  type PodSpec,
} from './types';

/** What a controller makes Pods of, and how it names them. */
interface PodMaker {
  readonly kind: string;
  readonly apiVersion: string;
  readonly name: string;
  readonly namespace: string;
  readonly labels: Labels;
  readonly spec: PodSpec;
}

/**
 * What stands behind its owner's name in a Pod's (pkg/controller/deployment `getNewReplicaSet`, apiserver `names.SimpleNameGenerator`:
 * five letters; pkg/controller/statefulset `getPodName`: the ordinal).
 */
const BEHIND: Readonly<Record<string, RegExp>> = {
  Deployment: /^-([a-z0-9]{5,10})-[a-z0-9]{5}$/,
  StatefulSet: /^-()\d{1,4}$/,
  ReplicaSet: /^-()[a-z0-9]{5}$/,
  ReplicationController: /^-()[a-z0-9]{5}$/,
  DaemonSet: /^-()[a-z0-9]{5}$/,
};

function readMaker(object: OtherObject): readonly PodMaker[] {
  const { kind, apiVersion = 'apps/v1', metadata } = object;
  const template = readTemplate(object);
  if (metadata?.name === undefined || !template || !Array.isArray(template.spec.containers)) return [];
  return [{ kind, apiVersion, name: metadata.name, namespace: metadata.namespace ?? 'default', ...template }];
}

const hashIn = ({ metadata: { name } }: PodObject, maker: PodMaker): string | undefined =>
  name.startsWith(maker.name) ? BEHIND[maker.kind]?.exec(name.slice(maker.name.length))?.[1] : undefined;

function ownRow(pod: PodObject, maker: PodMaker, hash: string): PodObject {
  const isHashed = maker.kind === 'Deployment';
  const owner = isHashed
    ? { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: `${maker.name}-${hash}` }
    : { apiVersion: maker.apiVersion, kind: maker.kind, name: maker.name };
  const labels = { ...maker.labels, ...(isHashed ? { [TEMPLATE_HASH]: hash } : {}) };
  return {
    ...pod,
    metadata: { ...pod.metadata, labels, ownerReferences: [owner] },
    spec: { ...maker.spec, ...pod.spec },
  };
}

/**
 * Rows of a table of Pods tell neither labels nor containers: those that are named as a Deployment, StatefulSet, ReplicaSet or
 * DaemonSet of the same texts and namespace names its Pods are that one's, with what its template tells. Of several that fit, the
 * longest name. All other Pods stay as they are told.
 */
export function withOwnedRows(cluster: ClusterObjects): ClusterObjects {
  const { pods, deployments, others = [] } = cluster;
  const written = [
    ...(deployments as readonly OtherObject[]).map((each) => ({ ...each, kind: 'Deployment' })),
    ...others.filter(isWorkload),
  ];
  const makers = written.flatMap(readMaker).toSorted((a, b) => b.name.length - a.name.length);
  if (makers.length === 0) return cluster;
  return {
    ...cluster,
    pods: pods.map((pod) => {
      if (tellsLabels(pod) || pod.metadata.ownerReferences?.length) return pod;
      const maker = makers.find((each) => each.namespace === getNamespace(pod) && hashIn(pod, each) !== undefined);
      return maker ? ownRow(pod, maker, hashIn(pod, maker) ?? '') : pod;
    }),
  };
}
