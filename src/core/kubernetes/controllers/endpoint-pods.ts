import type { IpFamily } from '../../net/ip';
import {
  LABEL_ZONE,
  getNamespace,
  type ContainerPort,
  type Endpoint,
  type NodeObject,
  type PodObject,
  type Protocol,
  type ServiceObject,
  type ServicePort,
} from '../types';
import { familyOfText } from '../service-port';
import { hasEnded, isNodeReady, isReady, isTerminating, listPodIPs } from '../pods';

/** A port of a slice: what a service port became for a group of Pods. */
export interface SlicePort {
  readonly name: string;
  readonly protocol: Protocol;
  readonly port: number;
  readonly appProtocol?: string;
}

/** One Pod as an endpoint, with the ports it has. */
export interface PodEndpoint {
  readonly endpoint: Endpoint;
  readonly ports: readonly SlicePort[];
}

/**
 * A Pod as an endpoint of a Service in one family (pkg/controller/endpointslice/utils.go
 * podToEndpoint); undefined if it is none: ended, without an address, on an unknown Node.
 */
export function podEndpoint(
  pod: PodObject,
  service: ServiceObject,
  family: IpFamily,
  nodes: ReadonlyMap<string, NodeObject>,
): PodEndpoint | undefined {
  const address = listPodIPs(pod).find((ip) => familyOfText(ip) === family);
  const node = nodes.get(pod.spec.nodeName ?? '');
  const publishes = service.spec.publishNotReadyAddresses ?? false;
  if (address === undefined || hasEnded(pod) || (!node && !publishes)) return undefined;
  // The node lifecycle controller marks the Pods of a Node that is not Ready as not ready.
  const serving = isReady(pod) && (node === undefined || isNodeReady(node));
  const terminating = isTerminating(pod);
  const zone = node?.metadata.labels?.[LABEL_ZONE];
  const hostname = hostnameFor(pod, service);
  const endpoint: Endpoint = {
    addresses: [address],
    conditions: { ready: publishes || (serving && !terminating), serving, terminating },
    ...(hostname === undefined ? {} : { hostname }),
    ...(pod.spec.nodeName === undefined ? {} : { nodeName: pod.spec.nodeName }),
    ...(zone === undefined ? {} : { zone }),
    targetRef: makeTargetRef(pod),
  };
  return { endpoint, ports: portsFor(pod, service.spec.ports ?? []) };
}

function makeTargetRef(pod: PodObject): NonNullable<Endpoint['targetRef']> {
  const { name, uid } = pod.metadata;
  return { kind: 'Pod', namespace: getNamespace(pod), name, ...(uid === undefined ? {} : { uid }) };
}

function hostnameFor(pod: PodObject, service: ServiceObject): string | undefined {
  const isOfService = pod.spec.subdomain === service.metadata.name && getNamespace(pod) === getNamespace(service);
  return isOfService && pod.spec.hostname ? pod.spec.hostname : undefined;
}

/** The ports of a Pod for a Service; a name it does not have leaves that port out. */
function portsFor(pod: PodObject, ports: readonly ServicePort[]): SlicePort[] {
  return ports.flatMap((port) => {
    const protocol = port.protocol ?? 'TCP';
    const number = findTargetPort(pod, port);
    if (number === undefined) return [];
    const appProtocol = port.appProtocol === undefined ? {} : { appProtocol: port.appProtocol };
    return [{ name: port.name ?? '', protocol, port: number, ...appProtocol }];
  });
}

/**
 * The number a service port's targetPort stands for in a Pod (FindPort): itself, or the first
 * container port of that name and protocol; undefined if the Pod has none.
 */
export function findTargetPort(pod: PodObject, port: ServicePort): number | undefined {
  const target = port.targetPort;
  if (target === undefined || target === '' || target === 0) return port.port;
  if (typeof target === 'number') return target;
  const protocol = port.protocol ?? 'TCP';
  return containerPorts(pod).find((entry) => entry.name === target && (entry.protocol ?? 'TCP') === protocol)
    ?.containerPort;
}

/** Ports of the containers that keep running: init containers only if they restart always. */
export function containerPorts(pod: PodObject): ContainerPort[] {
  const sidecars = (pod.spec.initContainers ?? []).filter((container) => container.restartPolicy === 'Always');
  return [...(pod.spec.containers ?? []), ...sidecars].flatMap((container) => container.ports ?? []);
}
