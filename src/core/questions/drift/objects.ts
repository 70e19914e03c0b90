import type { ClusterObjects, KubeProxyConfig, NodeObject, ServiceObject } from '../../kubernetes/types';
import { namespacedName } from '../../kubernetes/types';
import { byOwner } from '../../kubernetes/complete';
import { isServiceCidr } from '../../kubernetes/service-cidr';
import { phrase, type Phrase } from '../../lib/phrase';
import { err, ok, type Result } from '../../lib/result';

/** The objects of a cluster as a file tells them, and as its controllers leave them. */
export interface WrittenCluster {
  /** As they are written: nothing was made up beside them. */
  readonly objects: ClusterObjects;
  /** With the EndpointSlices that controllers make of the Pods. */
  readonly settled: ClusterObjects;
  /** What the objects tell of kube-proxy. */
  readonly config: KubeProxyConfig;
  readonly release?: string;
}

/** The objects that kube-proxy watches, of Services of the file alone. */
export interface WatchedObjects {
  readonly cluster: ClusterObjects;
  /** So many Services have a selector, and no object tells where their endpoints are. */
  readonly blind: number;
}

/**
 * The objects kube-proxy watches: EndpointSlices as they are written; where a file has none, as controllers make them of its
 * Pods.
 */
export function watchedObjects({ objects, settled }: WrittenCluster): WatchedObjects {
  const others = (objects.others ?? []).filter(isServiceCidr);
  const seen = { pods: [], deployments: [], nodes: objects.nodes, others };
  if (objects.endpointSlices.length > 0) {
    const { services, endpointSlices } = objects;
    return { cluster: { ...seen, services, endpointSlices }, blind: 0 };
  }
  const isBlind = objects.pods.length === 0 && objects.deployments.length === 0;
  const told = new Set(objects.services.map(namespacedName));
  const slices = byOwner(settled.endpointSlices);
  return {
    blind: isBlind ? objects.services.filter(hasSelector).length : 0,
    cluster: {
      ...seen,
      services: settled.services.filter((service) => told.has(namespacedName(service))),
      endpointSlices: [...told].flatMap((name) => slices.get(name) ?? []),
    },
  };
}

const hasSelector = ({ spec }: ServiceObject): boolean =>
  spec.type !== 'ExternalName' && spec.clusterIP !== 'None' && Object.keys(spec.selector ?? {}).length > 0;

/** What is known of the machine whose rules are judged. */
export interface KnownMachine {
  /** The name a person gives. */
  readonly asked?: string | undefined;
  readonly name?: string;
  readonly addresses?: readonly string[];
}

/**
 * The Node that a machine is: the one that is asked for, that its texts name, or whose address they list; else the only
 * one there is. An error names the Nodes to choose from.
 */
export function findNode(nodes: readonly NodeObject[], machine: KnownMachine): Result<NodeObject, Phrase> {
  const { asked, name, addresses = [] } = machine;
  const names = nodes.map(({ metadata }) => metadata.name);
  const known = names.slice(0, MOST_NAMED).join(', ') + (names.length > MOST_NAMED ? ', …' : '');
  if (asked !== undefined) {
    const found = nodes.find(({ metadata }) => metadata.name === asked);
    return found ? ok(found) : err(phrase('drift.cannot.no-such-node', { node: asked, nodes: known }));
  }
  if (name !== undefined) {
    const found = nodes.filter(({ metadata }) => isCalled(metadata.name, name));
    if (found[0] && found.length === 1) return ok(found[0]);
  }
  const own = new Set(addresses);
  const holding = nodes.filter(({ status }) => status.addresses?.some(({ address }) => own.has(address)));
  if (holding[0] && holding.length === 1) return ok(holding[0]);
  if (name !== undefined) return err(phrase('drift.cannot.unnamed-node', { node: name, nodes: known }));
  const [only] = nodes;
  if (only && nodes.length === 1) return ok(only);
  return err(phrase(nodes.length === 0 ? 'drift.cannot.no-nodes' : 'drift.cannot.which-node', { nodes: known }));
}

const MOST_NAMED = 8;

/** A prompt shows the first label of a name that has several. */
const isCalled = (full: string, name: string): boolean => full === name || full.split('.')[0] === name;
