import { hasEnded, tellsLabels } from './pods';
import { isWorkload, readTemplate } from './workloads';
import {
  getNamespace,
  type ClusterObjects,
  type Labels,
  type OtherObject,
  type PodObject,
  type PodSpec,
} from './types';

/** A Pod of the texts, or the template that a controller makes its Pods of. */
export interface ToldPod {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Labels;
  readonly spec: PodSpec;
  /** Absent: no object tells. */
  readonly isReady?: boolean;
  /** A row of a table has no labels: whether a Service selects it is not known. */
  readonly isBare?: true;
}

const ofPod = (pod: PodObject): ToldPod => {
  const { metadata, spec, status } = pod;
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  return {
    name: metadata.name,
    namespace: getNamespace({ metadata }),
    labels: metadata.labels ?? {},
    spec,
    ...(ready ? { isReady: ready.status === 'True' } : {}),
    ...(tellsLabels(pod) ? {} : { isBare: true }),
  };
};

function ofOther(object: OtherObject): readonly ToldPod[] {
  const template = isWorkload(object) ? readTemplate(object) : undefined;
  if (!template) return [];
  const { name = '?', namespace = 'default' } = object.metadata ?? {};
  return [{ name, namespace, ...template }];
}

/** The Pods that texts tell of, those of templates too; none that has ended. */
export function listToldPods({ pods, deployments, others = [] }: ClusterObjects): readonly ToldPod[] {
  const made = deployments.map(({ metadata, spec: { template } }) => ({
    name: metadata.name,
    namespace: getNamespace({ metadata }),
    labels: template.metadata?.labels ?? {},
    spec: template.spec ?? {},
  }));
  return [...pods.filter((pod) => !hasEnded(pod)).map(ofPod), ...made, ...others.flatMap(ofOther)];
}
