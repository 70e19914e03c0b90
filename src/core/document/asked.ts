import { Memo } from '../lib/memo';
import { astrayFrom, endpointsFound, isNodeAddress, type AskedEndpoints, type PacketEnd } from './astray';
import type { FoundService } from '../paste/pasted-types';
import { namespacedName } from '../kubernetes/meta';
import { endpointsOf, slicesByService, slicesOf, type EndpointInfo } from '../kubernetes/endpoint';
import { nodePortAddresses, nodePortIPs } from '../kubernetes/proxy/shared/local-traffic';
import { servicePorts, type ServicePortInfo } from '../kubernetes/service-port';
import type { ClusterObjects } from '../kubernetes/types';
import { formatIp } from '../net/ip';
import type { SimFlow } from '../sim/simulate';
import type { Derived } from './derived';
import type { Document, Flow } from './document';
import { isNamed } from './edits/cluster';

/** A flow, and the packet it is. */
export interface SentFlow {
  readonly flow: Flow;
  readonly sent: SimFlow;
}

/**
 * Tells of an end of a flow whether it was delivered, but not to an endpoint of the Service it was for, as the
 * EndpointSlices (of pasted nodes: the rules, or what kubectl lists) have them now. `before`: Services that were known
 * before rules were changed.
 */
export function astrayOf(
  document: Document,
  derived: Derived,
  { flow, sent, before = [] }: SentFlow & { readonly before?: readonly FoundService[] },
): (end: PacketEnd) => boolean {
  const { settled, found, network } = derived;
  if (!settled) return astrayFrom(endpointsFound([...found, ...before], sent, network), network);
  const asking = { flow, sent, isNode: isNodeAddress(network, sent.dst) };
  return astrayFrom(endpointsAsked(document, settled, asking), network);
}

interface Asking extends SentFlow {
  /** It is an address of a node. */
  readonly isNode: boolean;
}

function endpointsAsked(document: Document, cluster: ClusterObjects, asking: Asking): AskedEndpoints | undefined {
  const { family } = asking.sent.dst;
  const isAsked = askedBy(document, asking);
  const ports = cluster.services.flatMap((service) => servicePorts(service, family).filter(isAsked));
  if (ports.length === 0) return undefined;
  const slices = slicesByService(cluster.endpointSlices, new Memo());
  const all = ports.flatMap((port) => endpointsOf(slicesOf(slices, port), port, { family, node: '' }));
  return all.map((endpoint) => ({ place: endpoint.endpoint, ...ownerOf(cluster, endpoint) }));
}

/** Is it the port of a Service that the flow names, or whose address and port the packet has? */
function askedBy({ kubeProxy }: Document, { flow: { to, port }, sent, isNode }: Asking) {
  const address = formatIp(sent.dst);
  const addresses = nodePortAddresses(kubeProxy.nodePortAddresses ?? [], sent.dst.family);
  const isNodePort = isNode && nodePortIPs(addresses, [address]).length > 0;
  return (each: ServicePortInfo): boolean => {
    if (each.proto !== sent.proto) return false;
    if (to.kind === 'service') return isNamed(each.service, to) && each.port === port;
    if (isNodePort && each.nodePort === sent.dport) return true;
    if (each.port !== sent.dport) return false;
    return each.clusterIP === address || each.externalIPs.includes(address) || each.loadBalancerVIPs.includes(address);
  };
}

/** The namespace of the Pod that the slice says the endpoint is, where there is such a Pod. */
function ownerOf({ pods }: ClusterObjects, { slice, index }: EndpointInfo): { readonly netns?: string } {
  const target = slice.endpoints?.[index]?.targetRef;
  if (target?.kind !== 'Pod' || target.name === undefined) return {};
  const { name, namespace = slice.metadata.namespace ?? 'default' } = target;
  const pod = pods.find((each) => isNamed(each, { namespace, name }));
  const netns = pod?.spec.hostNetwork ? pod.spec.nodeName : pod && namespacedName(pod);
  return netns === undefined ? {} : { netns };
}
