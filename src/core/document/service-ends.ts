import { assertNever } from '../lib/assert';
import { phrase, type Phrase } from '../lib/phrase';
import { err, ok, type Result } from '../lib/result';
import type { ClusterObjects, ServiceObject, ServicePort } from '../kubernetes/types';
import { parseIp, type IpAddress } from '../net/ip';
import type { Flow, FlowTarget } from './document';
import { isNamed } from './edits/settle';

/** Where a flow may go: addresses to choose a family from, and a port if it is not the flow's own. */
export interface Ends {
  readonly addresses: readonly IpAddress[];
  readonly port?: number;
}

type ServiceTarget = Extract<FlowTarget, { kind: 'service' }>;

/** The addresses and the port of a Service as seen by a caller that comes `via` its clusterIP, a node port… */
export function serviceEnds(cluster: ClusterObjects, flow: Flow, to: ServiceTarget): Result<Ends, Phrase> {
  const name = `${to.namespace}/${to.name}`;
  const service = cluster.services.find((candidate) => isNamed(candidate, to));
  if (!service) return err(phrase('document.flow.no-service', { name }));
  if (service.spec.type === 'ExternalName') {
    return err(phrase('document.flow.external-name', { name, target: service.spec.externalName ?? '' }));
  }
  const port = portOf(service, flow);
  if (!port && flow.protocol !== 'icmp') {
    return err(phrase('document.flow.no-port', { name, protocol: flow.protocol.toUpperCase(), port: flow.port }));
  }
  switch (to.via) {
    case 'clusterIP':
      return clusterEnds(service, name);
    case 'nodePort':
      return nodePortEnds(cluster, { name, node: to.node, port });
    case 'externalIP':
      return ends(service.spec.externalIPs ?? [], phrase('document.flow.no-external-ip', { name }));
    case 'loadBalancer':
      return loadBalancerEnds(service, name);
    default:
      return assertNever(to.via);
  }
}

function portOf(service: ServiceObject, flow: Flow): ServicePort | undefined {
  const protocol = flow.protocol.toUpperCase();
  return service.spec.ports?.find((port) => port.port === flow.port && (port.protocol ?? 'TCP') === protocol);
}

function ends(texts: readonly string[], missing: Phrase, port?: number): Result<Ends, Phrase> {
  const addresses = texts.flatMap((text) => {
    const address = parseIp(text);
    return address.ok ? [address.value] : [];
  });
  if (addresses.length === 0) return err(missing);
  return ok(port === undefined ? { addresses } : { addresses, port });
}

function clusterEnds({ spec }: ServiceObject, name: string): Result<Ends, Phrase> {
  if (spec.clusterIP === 'None') return err(phrase('document.flow.headless', { name }));
  const texts = spec.clusterIPs && spec.clusterIPs.length > 0 ? spec.clusterIPs : [spec.clusterIP ?? ''];
  return ends(texts, phrase('document.flow.no-cluster-ip', { name }));
}

interface NodePortTarget {
  readonly name: string;
  readonly node: string | undefined;
  readonly port: ServicePort | undefined;
}

function nodePortEnds(cluster: ClusterObjects, { name, node: wanted, port }: NodePortTarget): Result<Ends, Phrase> {
  const node = cluster.nodes.find(({ metadata }) => wanted === undefined || metadata.name === wanted);
  if (!node) return err(phrase('document.flow.no-node', { name: wanted ?? 'node' }));
  if (port && !port.nodePort) return err(phrase('document.flow.no-node-port', { name }));
  const internal = (node.status.addresses ?? []).filter(({ type }) => type === 'InternalIP');
  const missing = phrase('document.flow.node-without-ip', { name: node.metadata.name });
  return ends(
    internal.map(({ address }) => address),
    missing,
    port?.nodePort,
  );
}

function loadBalancerEnds({ spec, status }: ServiceObject, name: string): Result<Ends, Phrase> {
  if (spec.type !== 'LoadBalancer') return err(phrase('document.flow.no-load-balancer', { name }));
  const ingress = (status?.loadBalancer?.ingress ?? []).flatMap(({ ip }) => ip ?? []);
  return ends(ingress, phrase('document.flow.load-balancer-pending', { name }));
}
