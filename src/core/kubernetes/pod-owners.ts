import { findWorkload, matchesLabels, TEMPLATE_HASH } from './pods';
import { isFields, selectsLabels } from './policy/selector';
import { isWorkload, readWorkloadSpec, readTemplate } from './workloads';
import {
  getNamespace,
  type ClusterObjects,
  type Labels,
  type OtherObject,
  type PodObject,
  type PodSpec,
  type ServiceObject,
} from './types';

/** What a controller makes Pods of, and how it names them. */
interface PodMaker {
  readonly kind: string;
  readonly apiVersion: string;
  readonly name: string;
  readonly namespace: string;
  readonly selector: Readonly<Record<string, unknown>>;
  readonly labels: Labels;
  readonly spec: PodSpec;
  /** Pods that it keeps; a DaemonSet's are as many as there are Nodes. */
  readonly replicas: number;
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

/**
 * What a controller puts behind its name, by itself or behind a hash (apimachinery `rand.SafeEncodeString`: no vowels; hashes before that
 * were decimal): `-dbdd7955d-4kdbr`, `-4kdbr`, `-0`.
 */
const GENERATED = /^(?:-(?:[b-df-hj-np-tv-xz2-9]{5,10}|\d{8,10}))?-(?:[b-df-hj-np-tv-xz2-9]{5}|\d{1,4})$/;
const LAST = /-(?:[b-df-hj-np-tv-xz2-9]{5}|\d{1,4})$/;

/** True of the name of a Pod that a controller of this name would give one of its own. */
export const isGenerated = (name: string, controller: string): boolean =>
  name.startsWith(controller) && GENERATED.test(name.slice(controller.length));

/** The part of its name that a Pod has in common with all others of its controller: `till-dbdd7955d` of `till-dbdd7955d-4kdbr`; undefined: nobody generated it. */
export const findStem = (name: string): string | undefined => (LAST.test(name) ? name.replace(LAST, '') : undefined);

function readMaker(object: OtherObject): readonly PodMaker[] {
  const { kind, apiVersion = 'apps/v1', metadata } = object;
  const template = readTemplate(object);
  if (metadata?.name === undefined || !template || !Array.isArray(template.spec.containers)) return [];
  const { selector, replicas = 1 } = readWorkloadSpec(object);
  const told = isFields(selector) ? selector : { matchLabels: template.labels };
  return [
    {
      kind,
      apiVersion,
      name: metadata.name,
      namespace: metadata.namespace ?? 'default',
      selector: kind === 'ReplicationController' ? { matchLabels: told } : told,
      replicas: kind === 'DaemonSet' ? Infinity : Number(replicas),
      ...template,
    },
  ];
}

const hashIn = ({ metadata: { name } }: PodObject, maker: PodMaker): string | undefined =>
  name.startsWith(maker.name) ? BEHIND[maker.kind]?.exec(name.slice(maker.name.length))?.[1] : undefined;

/** True where the labels that are told of a Pod are those of its maker's; those of a row are not all there. */
function isSelected({ metadata: { labels = {} }, spec }: PodObject, maker: PodMaker): boolean {
  const isWhole = spec.containers !== undefined || TEMPLATE_HASH in labels;
  return selectsLabels(maker.selector, isWhole ? labels : { ...maker.labels, ...labels });
}

function ofMaker(pod: PodObject, maker: PodMaker, hash: string | undefined): PodObject {
  const owner =
    maker.kind === 'Deployment' && hash !== undefined
      ? { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: `${maker.name}-${hash}` }
      : { apiVersion: maker.apiVersion, kind: maker.kind, name: maker.name };
  const labels = { ...maker.labels, ...(hash ? { [TEMPLATE_HASH]: hash } : {}), ...pod.metadata.labels };
  return {
    ...pod,
    metadata: { ...pod.metadata, labels, ownerReferences: [owner] },
    spec: { ...maker.spec, ...pod.spec },
  };
}

/** Makers of the Pods of a cluster, and which Pods are whose. */
export class PodOwners {
  readonly #makers: readonly PodMaker[];
  readonly #kept = new Map<PodMaker, number>();

  /** @param cluster workloads, and the Pods that are told already */
  constructor({ pods, deployments, others = [] }: ClusterObjects) {
    const written = [
      ...(deployments as readonly OtherObject[]).map((each) => ({ ...each, kind: 'Deployment' })),
      ...others.filter(isWorkload),
    ];
    this.#makers = written.flatMap(readMaker).toSorted((a, b) => b.name.length - a.name.length);
    for (const maker of this.#makers) this.#kept.set(maker, pods.filter((pod) => isKept(pod, maker)).length);
  }

  /**
   * The Pod as its maker's, where it tells no owner and is named as a Deployment, StatefulSet, ReplicaSet or DaemonSet of its namespace names
   * its Pods, with labels that this selects: with what the template tells and the Pod does not. Of several that fit, the longest name. Any
   * other Pod is given back as it is.
   */
  adopt(pod: PodObject): PodObject {
    if (pod.metadata.ownerReferences?.length) return pod;
    const maker = this.#makers.find(
      (each) => each.namespace === getNamespace(pod) && hashIn(pod, each) !== undefined && isSelected(pod, each),
    );
    return maker ? this.#keep(pod, maker, hashIn(pod, maker)) : pod;
  }

  /**
   * True where a workload that the Service selects, or that is called as it is where no text tells what it selects, keeps more Pods than were
   * told: an endpoint without a name is one of them.
   */
  hasRoom(service: ServiceObject): boolean {
    return this.#findRoom(service) !== undefined;
  }

  /** A Pod without a name of its own as one of the workload that {@link hasRoom} finds; without one as it is. */
  take(pod: PodObject, service: ServiceObject): PodObject {
    const maker = this.#findRoom(service);
    return maker ? this.#keep(pod, maker, undefined) : pod;
  }

  #findRoom({ metadata, spec: { selector = {} } }: ServiceObject): PodMaker | undefined {
    const isNamed = Object.keys(selector).length === 0;
    return this.#makers.find(
      (each) =>
        each.namespace === getNamespace({ metadata }) &&
        (isNamed ? each.name === metadata.name : matchesLabels(each.labels, selector)) &&
        (this.#kept.get(each) ?? 0) < each.replicas,
    );
  }

  #keep(pod: PodObject, maker: PodMaker, hash: string | undefined): PodObject {
    this.#kept.set(maker, (this.#kept.get(maker) ?? 0) + 1);
    return ofMaker(pod, maker, hash);
  }
}

function isKept(pod: PodObject, { namespace, name }: PodMaker): boolean {
  if (getNamespace(pod) !== namespace) return false;
  return pod.metadata.ownerReferences?.[0]?.name === name || findWorkload(pod) === `${namespace}/${name}`;
}

/** The cluster with each Pod as that of its maker ({@link PodOwners.adopt}): a table tells neither labels nor containers. */
export function withPodOwners(cluster: ClusterObjects): ClusterObjects {
  const owners = new PodOwners(cluster);
  const pods = cluster.pods.map((pod) => owners.adopt(pod));
  return pods.every((pod, at) => pod === cluster.pods[at]) ? cluster : { ...cluster, pods };
}
