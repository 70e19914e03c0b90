import type { Document } from '../../../core/document/document';
import type { ObjectName } from '../../../core/document/edits/object-names';
import { isOwnedBy } from '../../../core/kubernetes/pods';
import { getNamespace } from '../../../core/kubernetes/types';
import type { DocumentActions } from '../../../store/document-state';
import { findPillService, type ServicePill } from '../cast/cast.model';

interface Scaled {
  readonly which: ObjectName;
  readonly replicas: number;
}

/** One replica more of what stands behind the Service; undefined: no Deployment does. */
export function onePodMore(document: Document, pill: ServicePill): Scaled | undefined {
  const { cluster } = document;
  const selector = Object.entries(findPillService(document, pill)?.spec.selector ?? {});
  if (selector.length === 0) return undefined;
  const pod = cluster.pods.find(
    (each) =>
      getNamespace(each) === pill.namespace && selector.every(([key, value]) => each.metadata.labels?.[key] === value),
  );
  const owner = pod && cluster.deployments.find((each) => isOwnedBy(pod, each));
  if (!owner) return undefined;
  const which = { namespace: pill.namespace, name: owner.metadata.name };
  return { which, replicas: (owner.spec.replicas ?? 1) + 1 };
}

/** How a cluster is edited is loaded with the first edit. */
export async function scaleTo({ which, replicas }: Scaled, edit: DocumentActions['edit']): Promise<void> {
  const { scaleDeployment } = await import('../../../core/document/edits/pods');
  edit((document) => scaleDeployment(document, which, replicas));
}
