import { ownObjects } from '../../core/document/edits/copies';
import { KUBERNETES_YAML, manifestOf } from '../../core/formats/kubernetes-yaml';
import type { ClusterObjects, KubernetesObject } from '../../core/kubernetes/types';

export { addCopies } from '../../core/document/edits/copies';
export { objectsOf } from './many.model';

/** Objects as one YAML text, as `kubectl get -o yaml` would give them one after the other. */
export function yamlOfObjects(objects: readonly KubernetesObject[]): string {
  const only = <K extends KubernetesObject['kind']>(kind: K): Extract<KubernetesObject, { kind: K }>[] =>
    objects.filter((object): object is Extract<KubernetesObject, { kind: K }> => object.kind === kind);
  const cluster: ClusterObjects = {
    nodes: only('Node'),
    pods: only('Pod'),
    deployments: only('Deployment'),
    services: only('Service'),
    endpointSlices: only('EndpointSlice'),
  };
  return KUBERNETES_YAML.print(manifestOf(cluster));
}

/** The objects of a text; undefined when it holds none. */
export function objectsOfYaml(text: string): readonly KubernetesObject[] | undefined {
  const parsed = KUBERNETES_YAML.parse(text);
  const objects = parsed.ok ? ownObjects(parsed.value.value.cluster) : [];
  return objects.length > 0 ? objects : undefined;
}
