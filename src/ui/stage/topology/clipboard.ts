import { ownObjects } from '../../../core/document/edits/copies';
import { KUBERNETES_YAML, makeManifest } from '../../../core/formats/kubernetes-yaml';
import type { Document } from '../../../core/document/document';
import type { ClusterObjects, KubernetesObject } from '../../../core/kubernetes/types';
import { handOut } from '../../../store/hand-out';
import type { BenchState } from '../../../store/types';
import { listObjects } from './many.model';
import type { StageNode } from './stage-nodes.model';

export { addCopies } from '../../../core/document/edits/copies';
/** Copies objects of the stage as YAML, as they may be shared. How many. */
export async function copyObjects({ actions, document }: BenchState, nodes: readonly StageNode[]): Promise<number> {
  const { present } = document;
  const objects = listObjects(present, nodes);
  await handOut(actions, present, (shared) => ({
    to: 'clipboard',
    text: yamlOfObjects(objects.flatMap((object) => collectTwin(object, present, shared))),
  }));
  return objects.length;
}

const LISTS = ['nodes', 'pods', 'services'] as const;

/** The same object of a twin of its document: both have their objects in the same order. */
function collectTwin(object: KubernetesObject, { cluster }: Document, shared: Document): readonly KubernetesObject[] {
  for (const list of LISTS) {
    const at = (cluster[list] as readonly KubernetesObject[]).indexOf(object);
    const twin = shared.cluster[list][at];
    if (at >= 0) return twin ? [twin] : [];
  }
  return [];
}

/** Objects as one YAML text, as `kubectl get -o yaml` would give them one after the other. */
function yamlOfObjects(objects: readonly KubernetesObject[]): string {
  const only = <K extends KubernetesObject['kind']>(kind: K): Extract<KubernetesObject, { kind: K }>[] =>
    objects.filter((object): object is Extract<KubernetesObject, { kind: K }> => object.kind === kind);
  const cluster: ClusterObjects = {
    nodes: only('Node'),
    pods: only('Pod'),
    deployments: only('Deployment'),
    services: only('Service'),
    endpointSlices: only('EndpointSlice'),
  };
  return KUBERNETES_YAML.print(makeManifest(cluster));
}

/** The objects of a text; undefined when it holds none. */
export function objectsOfYaml(text: string): readonly KubernetesObject[] | undefined {
  const parsed = KUBERNETES_YAML.parse(text);
  const objects = parsed.ok ? ownObjects(parsed.value.value.cluster) : [];
  return objects.length > 0 ? objects : undefined;
}
