import { flowsOfSubject, type Document } from '../document/document';
import type { Script } from '../document/script';
import { namespacedName } from '../kubernetes/types';

const MINUTE = 60_000;
const SECOND = 1000;

/**
 * What a document's time begins with where nobody wrote anything down: its first flow sent twenty times a second, and
 * after five seconds a new version of the first Deployment.
 */
export function defaultScript(document: Document): Script {
  const flows = flowsOfSubject(document);
  const flow = flows.find(({ to, protocol }) => to.kind === 'service' && protocol === 'tcp') ?? flows[0];
  const { deployments, pods } = document.cluster;
  const [deployment] = deployments;
  const pod = pods.find(({ metadata }) => flow?.from.kind !== 'pod' || metadata.name !== flow.from.name);
  const at = 5 * SECOND;
  return {
    duration: MINUTE,
    events: deployment
      ? [{ at, do: 'roll-out', deployment: namespacedName(deployment) }]
      : pod
        ? [{ at, do: 'delete-pod', pod: namespacedName(pod) }]
        : [],
    clients: flow ? [{ flow: flow.id, perSecond: 20, sends: 'new' }] : [],
  };
}
