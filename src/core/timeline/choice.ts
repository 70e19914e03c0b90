import type { Flow } from '../document/document';
import type { NodeProgram } from '../document/node-program';
import { Memo } from '../lib/memo';
import { featuresSince } from '../kubernetes/changes';
import { listEndpoints, listSlices, slicesByService, type EndpointInfo } from '../kubernetes/endpoint';
import { servicePorts, type ServicePortInfo } from '../kubernetes/service-port';
import { categorizeEndpoints, ENDPOINT_CHANGES } from '../kubernetes/topology';
import { LABEL_ZONE, type ClusterObjects } from '../kubernetes/types';
import type { IpFamily } from '../net/ip';
import type { ProxyView } from './api-server';

/** Among whom the rules of a node choose, for a flow to a Service. */
export interface EndpointChoice {
  readonly port: ServicePortInfo;
  /** In the order of the rules. */
  readonly endpoints: readonly EndpointInfo[];
}

/** Sender of a request: the node whose rules decide, and whether it comes from outside. */
export interface Asker {
  readonly node: string;
  readonly family: IpFamily;
  readonly fromOutside: boolean;
}

/** The Service port that a flow names, as a version has it. */
export function portOf(flow: Flow, view: ProxyView, family: IpFamily): ServicePortInfo | undefined {
  const { to } = flow;
  if (to.kind !== 'service') return undefined;
  const service = view.services.find(
    ({ metadata }) => metadata.name === to.name && (metadata.namespace ?? 'default') === to.namespace,
  );
  return (
    service && servicePorts(service, family).find((each) => each.port === flow.port && each.proto === flow.protocol)
  );
}

/** All endpoints of a Service port as a version has them. */
export function endpointsOf(
  port: ServicePortInfo,
  view: ProxyView,
  { node, family }: Omit<Asker, 'fromOutside'>,
): readonly EndpointInfo[] {
  return listEndpoints(listSlices(slicesByService(view.endpointSlices, new Memo()), port), port, { family, node });
}

/** Sender and flow of a request: what decides besides the version of the rules. */
export interface Choosing {
  readonly programs: ReadonlyMap<string, NodeProgram>;
  readonly cluster: ClusterObjects;
  readonly flow: Flow;
  readonly asker: Asker;
}

/**
 * Endpoints the rules of a version choose among, by kube-proxy's own choice of endpoints. They tell which walk is worth
 * remembering, never how one ends: each is walked, and one that ends elsewhere is not remembered.
 */
export function choiceOf(view: ProxyView, { programs, cluster, flow, asker }: Choosing): EndpointChoice | undefined {
  const { node, family, fromOutside } = asker;
  const program = programs.get(node);
  const port = portOf(flow, view, family);
  if (!port || !program) return undefined;
  const zone = cluster.nodes.find(({ metadata }) => metadata.name === node)?.metadata.labels?.[LABEL_ZONE] ?? '';
  const features = featuresSince(ENDPOINT_CHANGES, program);
  const all = endpointsOf(port, view, { node, family });
  const { cluster: everywhere, local } = categorizeEndpoints(all, port, { node, zone, features });
  const via = flow.to.kind === 'service' ? flow.to.via : 'clusterIP';
  const isLocal = via === 'clusterIP' ? port.internalPolicyLocal : port.externalPolicyLocal && fromOutside;
  return { port, endpoints: isLocal ? local : everywhere };
}
