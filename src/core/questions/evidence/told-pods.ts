import { nameKey } from '../../document/edits/offered-flows';
import type { ToldPod } from '../../kubernetes/told-pods';
import type { ContainerPort, Labels, ServiceObject } from '../../kubernetes/types';

/** The ports that its containers declare. */
export function listDeclared({ spec: { containers = [] } }: ToldPod): readonly ContainerPort[] {
  return containers.flatMap(({ ports }) => ports ?? []);
}

/** `app=web,tier=front`. */
export const writeLabels = (labels: Labels): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');

/** `Service shop/web`. */
export const pathOfService = (service: ServiceObject): string => `Service ${nameKey(service)}`;
