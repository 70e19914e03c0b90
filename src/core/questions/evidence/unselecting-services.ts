import { nameKey } from '../../document/edits/offered-flows';
import { findOwnerService } from '../../kubernetes/defaults';
import {
  getNamespace,
  type ClusterObjects,
  type EndpointSliceObject,
  type Labels,
  type ServiceObject,
} from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import { saysFailure } from '../../paste/prose';
import type { EvidenceFinding } from './evidence-finding';
import { quoteWords } from './quoted-words';
import { writeOwnSlice, writeLabelPatch } from './service-patches';
import { listToldPods, type ToldPod } from '../../kubernetes/told-pods';
import { listDeclared, pathOfService, writeLabels } from './told-pods';

/** Labels that controllers give each Pod or each revision: no selector of a Service asks for them. */
const OF_CONTROLLERS =
  /^(?:pod-template-hash|controller-revision-hash|pod-template-generation|statefulset\.kubernetes\.io\/|apps\.kubernetes\.io\/pod-index)/;

/**
 * True where the text of a Service says that it has no selector. A row of a table says nothing of it: it has a type and an address, and none of
 * what objects and descriptions have.
 */
export function tellsNoSelector({ spec }: ServiceObject): boolean {
  const { selector = {}, type, clusterIP, sessionAffinity, ipFamilies } = spec;
  if (type === 'ExternalName' || Object.keys(selector).length > 0) return false;
  const isRow = type !== undefined && clusterIP !== undefined && sessionAffinity === undefined;
  return !isRow || ipFamilies !== undefined;
}

/** No Service but a headless one is taken without ports: what has neither is an excerpt, whose selector may be left out as well. */
const isExcerpt = ({ spec: { ports = [], clusterIP } }: ServiceObject): boolean =>
  ports.length === 0 && clusterIP !== 'None';

/** The API server and its controllers write the endpoints of these themselves (pkg/controlplane/reconcilers). */
const WRITTEN: ReadonlySet<string> = new Set(['default/kubernetes']);

const ownLabels = (labels: Labels): Labels =>
  Object.fromEntries(Object.entries(labels).filter(([key]) => !OF_CONTROLLERS.test(key)));

/** Pods of the texts that declare a port which the Service sends its packets to, in its namespace. */
function listListening(service: ServiceObject, pods: readonly ToldPod[]): readonly ToldPod[] {
  const targets = (service.spec.ports ?? []).map(({ port, targetPort = port }) => targetPort);
  return pods.filter(
    (pod) =>
      pod.namespace === getNamespace(service) &&
      Object.keys(pod.labels).length > 0 &&
      listDeclared(pod).some(({ containerPort, name }) => targets.some((each) => [containerPort, name].includes(each))),
  );
}

/** The one set of labels of those Pods, of several of those that are called after the Service; undefined: which are meant is not told. */
function findLabels(service: ServiceObject, listening: readonly ToldPod[]): Labels | undefined {
  const { name } = service.metadata;
  const named = listening.filter((pod) => pod.name === name || pod.name.startsWith(`${name}-`));
  const [one, ...others] = [listening, named].map((pods) => {
    const sets = new Map(pods.map(({ labels }) => [writeLabels(ownLabels(labels)), ownLabels(labels)]));
    return sets.size === 1 ? [...sets.values()][0] : undefined;
  });
  return one ?? others[0];
}

/** What the listing of a Service says: that there are none, or nothing; undefined: it has some, or some may be its own by another name. */
function tellEndpoints({ services, endpointSlices }: ClusterObjects, service: ServiceObject) {
  const near = endpointSlices.filter((slice) => getNamespace(slice) === getNamespace(service));
  const names = new Set(
    services.filter((each) => getNamespace(each) === getNamespace(service)).map(({ metadata }) => metadata.name),
  );
  if (near.some((slice) => !names.has(findOwnerService(slice) ?? ''))) return undefined;
  const own = near.filter((slice) => findOwnerService(slice) === service.metadata.name);
  const hasSome = ({ endpoints = [] }: EndpointSliceObject): boolean => endpoints.length > 0;
  return own.some(hasSome) ? undefined : own.length > 0 ? 'listed' : 'untold';
}

/**
 * Finds Services without a selector for which nobody writes endpoints: the controller of EndpointSlices leaves them alone
 * (pkg/controller/endpointslice/endpointslice_controller.go: syncService). Where no listing says that there are none, only beside words of a failure.
 */
export function findUnselecting(
  told: ClusterObjects,
  texts: readonly { readonly text: string }[],
): readonly EvidenceFinding[] {
  const pods = listToldPods(told);
  const isFailing = texts.some(({ text }) => saysFailure(text.split('\n')));
  return told.services.flatMap((service): readonly EvidenceFinding[] => {
    if (!tellsNoSelector(service) || isExcerpt(service) || WRITTEN.has(nameKey(service))) return [];
    const endpoints = tellEndpoints(told, service);
    if (endpoints === undefined || (endpoints === 'untold' && !isFailing)) return [];
    const listening = listListening(service, pods);
    const labels = findLabels(service, listening);
    const values = {
      name: nameKey(service),
      endpoints,
      kind: service.spec.clusterIP === 'None' ? 'headless' : 'own',
      pods: quoteWords(listening.map(({ namespace, name }) => `${namespace}/${name}`)) || 'none',
      labels: labels ? writeLabels(labels) : 'none',
      patch: writeLabelPatch(service, labels ?? { LABEL: 'VALUE' }),
      slice: writeOwnSlice(service),
    };
    return [
      {
        id: 'no-selector',
        severity: endpoints === 'listed' ? 'error' : 'warning',
        says: phrase('evidence.no-selector', values),
        next: phrase('evidence.next.no-selector', values),
        path: pathOfService(service),
      },
    ];
  });
}
