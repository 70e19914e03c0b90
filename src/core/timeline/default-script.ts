import { flowsOfSubject, type Document, type Flow } from '../document/document';
import type { Script } from '../document/script';
import { matchesLabels } from '../kubernetes/pods';
import { getNamespace, namespacedName, type DeploymentObject, type PodObject } from '../kubernetes/types';

const MINUTE = 60_000;
const SECOND = 1000;

/**
 * What a document's time begins with where nobody wrote anything down: its first flow sent twenty times a second, and
 * after five seconds a new version of the Deployment that serves it, or one of its Pods deleted.
 */
function defaultScript(document: Document): Script {
  const flows = flowsOfSubject(document);
  const flow = flows.find(({ to, protocol }) => to.kind === 'service' && protocol === 'tcp') ?? flows[0];
  const { deployment, pod } = servedBy(document, flow);
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

/** The script of a document, or what there is where nobody wrote one. */
export const scriptOf = (document: Document): Script => document.script ?? defaultScript(document);

interface Serving {
  readonly deployment?: DeploymentObject | undefined;
  readonly pod?: PodObject | undefined;
}

/** The Deployment that serves a flow, or the first Pod that does. */
function servedBy({ cluster }: Document, flow: Flow | undefined): Serving {
  const to = flow?.to;
  if (to?.kind !== 'service') return {};
  const service = cluster.services.find(
    ({ metadata: { name, namespace = 'default' } }) => name === to.name && namespace === to.namespace,
  );
  const selector = service?.spec.selector;
  const isOwn = (object: PodObject | DeploymentObject): boolean => getNamespace(object) === to.namespace;
  const deployment = cluster.deployments.find(
    (each) => isOwn(each) && matchesLabels(each.spec.template.metadata?.labels, selector),
  );
  return { deployment, pod: cluster.pods.find((each) => isOwn(each) && matchesLabels(each.metadata.labels, selector)) };
}
