import { findOwnerService } from '../../kubernetes/defaults';
import { matchesLabels, TEMPLATE_HASH, tellsLabels } from '../../kubernetes/pods';
import { isGenerated } from '../../kubernetes/pod-owners';
import { listToldPods } from '../../kubernetes/told-pods';
import {
  getNamespace,
  type ClusterObjects,
  type Labels,
  type PodObject,
  type ServiceObject,
} from '../../kubernetes/types';
import type { Document } from '../document';
import { mapWhere, reconcileDocument } from './cluster';
import { namesakeTest } from './endpoint-pods';
import { nameKey } from './offered-flows';
import { addPodsFor, setSelector } from './services';

/** Services without Pods that are given some. */
const MOST_LONELY = 40;

/** Open points of the texts on the Pods behind their Services. */
interface PodHints {
  /** `default/web`: Services of tables without the column of selectors. */
  readonly unselected?: ReadonlySet<string>;
  readonly words?: { readonly isUnserved?: true };
  /** No Node is told. */
  readonly isBare: boolean;
}

/** So many Pods are made for a Service that finds none. */
const REPLICAS = 3;

/**
 * Pods for the Services whose selector finds none and that have no endpoints, and for those of which no text tells a selector; one
 * set for all that the same labels stand for. Where Pods with labels, or workloads, were told there are none, of whatever namespace:
 * that the selector fits none of them is what the objects say, and evidence.no-pod-selected with them.
 */
export function withPodsBehind(
  document: Document,
  told: ClusterObjects,
  { unselected = new Set(), words, isBare }: PodHints,
): Document {
  const { pods, endpointSlices } = document.cluster;
  const isPeopled = listToldPods(told).some((pod) => !pod.isBare);
  const served = new Set(endpointSlices.map((slice) => `${getNamespace(slice)}/${findOwnerService(slice) ?? ''}`));
  // Rows of Pods have no labels: whether a selector fits them is not told.
  const untold = new Set(told.pods.filter((pod) => !tellsLabels(pod)).map(getNamespace));
  const lonely = document.cluster.services.filter((service) => {
    const namespace = getNamespace(service);
    const { selector = {}, type } = service.spec;
    if (served.has(nameKey(service)) || type === 'ExternalName' || isMissed(service, endpointSlices)) return false;
    if (Object.keys(selector).length === 0) return unselected.has(nameKey(service));
    const isOpen = (isBare && !isPeopled) || untold.has(namespace);
    return isOpen && !pods.some((pod) => selected(pod, namespace, selector));
  });
  // Somebody’s words that a Service has no endpoints are of the one that the text is about.
  if (words?.isUnserved && lonely.length === 1) return document;
  // The Service with the most labels in its selector first: its Pods are behind those with fewer of them, too.
  const wanting = lonely.toSorted((a, b) => countLabels(b) - countLabels(a)).slice(0, MOST_LONELY);
  return wanting.reduce((before, service) => {
    const next = withNamesakes(before, service);
    const isServed = findSelected(next, service);
    return isServed ? next : addPodsFor(next, service, { replicas: REPLICAS, others: wanting });
  }, document);
}

/** A slice is called after the Service and lacks the label that joins them: its endpoints are told, and are of no Service. */
const isMissed = (service: ServiceObject, slices: ClusterObjects['endpointSlices']): boolean =>
  slices.some(
    (slice) => findOwnerService(slice) === undefined && `${nameKey(slice)}-`.startsWith(`${nameKey(service)}-`),
  );

const findSelected = ({ cluster: { pods, services } }: Document, service: ServiceObject): boolean => {
  const { selector = {} } = services.find((each) => nameKey(each) === nameKey(service))?.spec ?? {};
  return pods.some((pod) => selected(pod, getNamespace(service), selector));
};

/** Labels that controllers give each Pod or each revision: no Service of theirs selects by them. */
const OF_CONTROLLERS = new Set([
  TEMPLATE_HASH,
  'controller-revision-hash',
  'statefulset.kubernetes.io/pod-name',
  'apps.kubernetes.io/pod-index',
]);

/** The labels that all Pods have that tell any, without those of controllers. */
function listCommonLabels(pods: readonly PodObject[]): Labels {
  const [first = {}, ...others] = pods.filter(tellsLabels).map(({ metadata: { labels = {} } }) => labels);
  const common = Object.entries(first).filter(
    ([key, value]) => !OF_CONTROLLERS.has(key) && others.every((each) => each[key] === value),
  );
  return Object.fromEntries(common);
}

/** The Pods that are called after a Service alone, else those that are called after it and something more. */
function listNamesakes(pods: readonly PodObject[], service: ServiceObject, labelled: boolean): readonly PodObject[] {
  const all = pods.filter(namesakeTest(service, labelled));
  const own = all.filter(({ metadata: { name } }) => isGenerated(name, service.metadata.name));
  return own.length > 0 ? own : all;
}

/**
 * Pods that are called after a Service, or after what its selector asks for, are taken to be its where no text tells otherwise: rows of Pods
 * have no labels, and a table of Services may have no selectors. The same document where there is none.
 */
function withNamesakes(document: Document, service: ServiceObject): Document {
  const { namespace, name } = { namespace: getNamespace(service), name: service.metadata.name };
  const { selector = {} } = service.spec;
  const isUnselected = Object.keys(selector).length === 0;
  const own = listNamesakes(document.cluster.pods, service, isUnselected);
  if (own.length === 0) return document;
  const common = listCommonLabels(own);
  const found = Object.keys(common).length > 0 ? common : { app: name };
  const labels = isUnselected ? found : selector;
  const pods = mapWhere(
    document.cluster.pods,
    (pod) => own.includes(pod) && !tellsLabels(pod),
    (pod) => ({ ...pod, metadata: { ...pod.metadata, labels } }),
  );
  return reconcileDocument(setSelector(document, { namespace, name }, labels), { pods });
}

const countLabels = ({ spec: { selector = {} } }: ServiceObject): number => Object.keys(selector).length;

function selected(pod: PodObject, namespace: string, selector: Labels): boolean {
  return getNamespace(pod) === namespace && matchesLabels(pod.metadata.labels, selector);
}
