import type { Document } from '../../core/document/document';
import { listRouteObjects, type RouteName } from '../../core/document/edits/routes';
import type { RouteKind } from '../../core/kubernetes/ingress/kinds';
import type { DeploymentObject, NodeObject, ObjectMeta, PodObject, ServiceObject } from '../../core/kubernetes/types';
import { Memo, once } from '../../core/lib/memo';
import type { Selection } from '../../store/selection';

/** One line of the cluster tree. */
export interface TreeRow {
  readonly key: string;
  readonly selection: Selection;
  readonly label: string;
  /** The namespace, when it is not the one most objects are in. */
  readonly namespace?: string;
  readonly address?: string;
  readonly port?: number;
  readonly addressKind?: 'physical' | 'pod' | 'service';
  readonly depth: 0 | 1;
  /** Of a node whose Pods are not listed one by one: how many there are. */
  readonly pods?: number;
  /** Words that belong beside the label: `not ready`, `cordoned`. Keys of the editors' messages. */
  readonly remarks: readonly TreeRemark[];
}

export type TreeRemark =
  | 'notReady'
  | 'terminating'
  | 'pending'
  | 'cordoned'
  | 'proxyStopped'
  | 'down'
  | 'headless'
  | 'externalName'
  | 'hostNetwork'
  | RouteKind;

/** The tree: Services; nodes with their Pods; Pods that are on no node. */
export interface Tree {
  /** Ingresses, and routes of Gateways. */
  readonly routes: readonly TreeRow[];
  readonly services: readonly TreeRow[];
  readonly nodes: readonly TreeRow[];
}

function namespaced(meta: ObjectMeta): { namespace: string; name: string } {
  return { namespace: meta.namespace ?? 'default', name: meta.name };
}

function namespaceRemark(meta: ObjectMeta): { namespace?: string } {
  const { namespace } = namespaced(meta);
  return namespace === 'default' ? {} : { namespace };
}

/** Is a condition of that type True? */
export function conditionIsTrue(
  conditions: readonly { readonly type: string; readonly status: string }[] | undefined,
  type: string,
): boolean {
  return conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
}

function sortedByName(list: readonly TreeRow[]): TreeRow[] {
  const named = list.map((row) => [`${row.namespace ?? ''} ${row.label}`, row] as const);
  return named.toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)).map(([, row]) => row);
}

const serviceRow = once((service: ServiceObject): TreeRow => {
  const { namespace, name } = namespaced(service.metadata);
  const { clusterIP, ports, type } = service.spec;
  const remarks: TreeRemark[] = [];
  if (type === 'ExternalName') remarks.push('externalName');
  else if (clusterIP === 'None') remarks.push('headless');
  const port = ports?.[0]?.port;
  return {
    key: `service ${namespace}/${name}`,
    selection: { kind: 'service', namespace, name },
    label: name,
    ...namespaceRemark(service.metadata),
    ...(clusterIP && clusterIP !== 'None' ? { address: clusterIP, addressKind: 'service' as const } : {}),
    ...(port === undefined ? {} : { port }),
    depth: 0,
    remarks,
  };
});

function routeRow({ object, namespace, name }: RouteName): TreeRow {
  return {
    key: `${object} ${namespace}/${name}`,
    selection: { kind: 'route', object, namespace, name },
    label: name,
    ...(namespace === 'default' ? {} : { namespace }),
    depth: 0,
    remarks: [object],
  };
}

const nodeRow = once((node: NodeObject, _memo, isStopped: boolean): TreeRow => {
  const remarks: TreeRemark[] = [];
  if (isStopped) remarks.push('proxyStopped');
  if (node.spec.unschedulable) remarks.push('cordoned');
  if (node.status.conditions && !conditionIsTrue(node.status.conditions, 'Ready')) remarks.push('down');
  const address = node.status.addresses?.find((candidate) => candidate.type === 'InternalIP')?.address;
  return {
    key: `node ${node.metadata.name}`,
    selection: { kind: 'node', name: node.metadata.name },
    label: node.metadata.name,
    ...(address ? { address, addressKind: 'physical' as const } : {}),
    depth: 0,
    remarks,
  };
});

const podRow = once((pod: PodObject): TreeRow => {
  const { namespace, name } = namespaced(pod.metadata);
  const remarks: TreeRemark[] = [];
  if (pod.metadata.deletionTimestamp) remarks.push('terminating');
  else if (!pod.spec.nodeName) remarks.push('pending');
  else if (!conditionIsTrue(pod.status?.conditions, 'Ready')) remarks.push('notReady');
  if (pod.spec.hostNetwork) remarks.push('hostNetwork');
  const address = pod.status?.podIP;
  return {
    key: `pod ${namespace}/${name}`,
    selection: { kind: 'pod', namespace, name },
    label: name,
    ...namespaceRemark(pod.metadata),
    ...(address ? { address, addressKind: pod.spec.hostNetwork ? ('physical' as const) : ('pod' as const) } : {}),
    depth: 1,
    remarks,
  };
});

/** Up to this many Pods are listed under their nodes; of more only those of the node that is picked. */
const MOST_PODS = 150;

/**
 * The rows of a document's cluster in the order they are shown: Services by name, nodes in their own order. Of very
 * many Pods only those on `openNode` are listed.
 */
export function makeTree(document: Document, openNode?: string, memo = new Memo()): Tree {
  const { services, nodes, pods } = document.cluster;
  const many = pods.length > MOST_PODS;
  const byNode = podsByNode(pods);
  const rowsOf = (node: NodeObject): TreeRow[] => {
    const { name } = node.metadata;
    const own = byNode.get(name) ?? [];
    const row = nodeRow(node, memo, document.stopped?.[name] !== undefined);
    if (many && name !== openNode) return [{ ...row, pods: own.length }];
    return [row, ...sortedByName(own.map((pod) => podRow(pod, memo)))];
  };
  const names = new Set(nodes.map((node) => node.metadata.name));
  const stray = pods.filter((pod) => !names.has(pod.spec.nodeName ?? ''));
  return {
    routes: listRouteObjects(document).map(routeRow),
    services: sortedByName(services.map((service) => serviceRow(service, memo))),
    nodes: [...nodes.flatMap(rowsOf), ...sortedByName(stray.slice(0, MOST_PODS).map((pod) => podRow(pod, memo)))],
  };
}

/** How many Pods a Service selects; undefined: it has no selector. */
export function selectedPods({ cluster }: Document, service: ServiceObject): number | undefined {
  const selector = Object.entries(service.spec.selector ?? {});
  if (selector.length === 0) return undefined;
  const { namespace } = namespaced(service.metadata);
  return cluster.pods.filter(
    ({ metadata }) =>
      namespaced(metadata).namespace === namespace &&
      selector.every(([key, value]) => metadata.labels?.[key] === value),
  ).length;
}

/** The Deployments whose Pods a Service selects: what "replicas" of a Service means. */
export function deploymentsBehind(document: Document, service: ServiceObject): readonly DeploymentObject[] {
  const selector = Object.entries(service.spec.selector ?? {});
  if (selector.length === 0) return [];
  const { namespace } = namespaced(service.metadata);
  return document.cluster.deployments.filter((deployment) => {
    const labels = deployment.spec.template.metadata?.labels ?? {};
    return (
      namespaced(deployment.metadata).namespace === namespace && selector.every(([key, value]) => labels[key] === value)
    );
  });
}

function podsByNode(pods: readonly PodObject[]): ReadonlyMap<string, readonly PodObject[]> {
  const groups = new Map<string, PodObject[]>();
  for (const pod of pods) {
    const known = groups.get(pod.spec.nodeName ?? '');
    if (known) known.push(pod);
    else groups.set(pod.spec.nodeName ?? '', [pod]);
  }
  return groups;
}

/** The node whose Pods a person looks at: the one selected, or that of the selected Pod. */
export function nodeOfSelection({ cluster }: Document, selection: Selection | undefined): string | undefined {
  if (selection?.kind === 'node') return selection.name;
  if (selection?.kind !== 'pod') return undefined;
  const { namespace, name } = selection;
  const own = cluster.pods.find(
    ({ metadata }) => metadata.name === name && namespaced(metadata).namespace === namespace,
  );
  return own?.spec.nodeName;
}
