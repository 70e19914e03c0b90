import type { Document } from '../../document/document';
import { namespacedName } from '../../kubernetes/types';
import { delaysOf } from '../delays';
import { lived } from './documents';

/** Moments of a script that only rolls out, in which there were too many Pods, or too few that serve: a sentence each. */
export function rollOutFaults(document: Document): readonly string[] {
  const timeline = lived(withoutClients(document));
  const { maxSurge, maxUnavailable } = delaysOf(document);
  return document.cluster.deployments.flatMap((deployment) => {
    const desired = deployment.spec.replicas ?? 1;
    const surge = Math.ceil((desired * maxSurge) / 100);
    const room = Math.floor((desired * maxUnavailable) / 100);
    const unavailable = surge === 0 && room === 0 ? 1 : room;
    const prefix = `${namespacedName(deployment)}-`;
    const own = timeline.settled.pods.map(namespacedName).filter((id) => id.startsWith(prefix));
    const [active, ready] = [new Set(own), new Set(own)];
    return timeline.events.flatMap(({ at, says: { id, values } }) => {
      const pod = String(values?.['pod'] ?? '');
      if (!pod.startsWith(prefix)) return [];
      if (id === 'timeline.created') active.add(pod);
      if (id === 'timeline.ready' && active.has(pod)) ready.add(pod);
      if (id === 'timeline.deleting') for (const set of [active, ready]) set.delete(pod);
      if (id === 'timeline.not-ready') ready.delete(pod);
      return [
        ...(active.size > desired + surge ? [`${at}: ${active.size} Pods of ${desired} + ${surge}`] : []),
        ...(ready.size < desired - unavailable ? [`${at}: ${ready.size} ready of ${desired} - ${unavailable}`] : []),
      ];
    });
  });
}

/** What controllers do does not depend on requests. */
function withoutClients(document: Document): Document {
  return document.script ? { ...document, script: { ...document.script, clients: [] } } : document;
}
