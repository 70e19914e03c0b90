import { LABEL_SERVICE_NAME } from '../../kubernetes/meta';
import type { Endpoint, EndpointSliceObject } from '../../kubernetes/types';
import { protocolOf, type ReadService } from './services';
import type { EndpointEntry } from './endpoint-entries';
import type { ReadPort } from './types';

/** How slices name what the rules do not: Pods by address, nodes by locality. */
export interface Names {
  readonly node: string;
  readonly elsewhere: (ip: string) => string;
  readonly zone: string;
  readonly podOf: (namespace: string, ip: string) => string | undefined;
}

type SlicePort = NonNullable<EndpointSliceObject['ports']>[number];

interface Part {
  readonly addressType: 'IPv4' | 'IPv6';
  readonly ports: SlicePort[];
  readonly endpoints: readonly Endpoint[];
}

/** The EndpointSlices of a Service: one for each family and set of endpoints, its ports together. */
export function slicesOf(
  service: ReadService,
  entries: ReadonlyMap<ReadPort, readonly EndpointEntry[]>,
  names: Names,
): EndpointSliceObject[] {
  const parts = new Map<string, Part>();
  for (const port of service.ports) {
    for (const [number, group] of byPort(entries.get(port) ?? [])) {
      const addressType = port.family === 'ipv4' ? 'IPv4' : 'IPv6';
      const endpoints = group.map((entry) => endpointOf(entry, service.namespace, names));
      const slicePort: SlicePort = { name: port.portName, protocol: protocolOf(port), port: number };
      addPart(parts, { addressType, ports: [slicePort], endpoints });
    }
  }
  return [...parts.values()].map((part, index) => ({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      namespace: service.namespace,
      name: `${service.name}-${index + 1}`,
      labels: { [LABEL_SERVICE_NAME]: service.name },
    },
    ...part,
  }));
}

function byPort(entries: readonly EndpointEntry[]): Map<number, EndpointEntry[]> {
  const groups = new Map<number, EndpointEntry[]>();
  for (const entry of entries) groups.set(entry.port, [...(groups.get(entry.port) ?? []), entry]);
  return groups;
}

/** Ports with the same endpoints share a slice; a port's two numbers cannot. */
function addPart(parts: Map<string, Part>, part: Part): void {
  const [port] = part.ports;
  for (let round = 0; ; round++) {
    const key = JSON.stringify([part.addressType, part.endpoints, round]);
    const known = parts.get(key);
    if (!known) return void parts.set(key, part);
    const taken = known.ports.some(({ name, protocol }) => name === port?.name && protocol === port?.protocol);
    if (!taken && port) return void known.ports.push(port);
  }
}

function endpointOf(entry: EndpointEntry, namespace: string, names: Names): Endpoint {
  const pod = names.podOf(namespace, entry.ip);
  const nodeName = entry.local ? names.node : pod === undefined ? undefined : names.elsewhere(entry.ip);
  const zone = entry.hint === 'here' ? names.zone : `not-${names.zone}`;
  return {
    addresses: [entry.ip],
    conditions: {
      ready: !entry.terminating && entry.idle !== true,
      serving: entry.idle !== true,
      terminating: entry.terminating,
    },
    ...(nodeName === undefined ? {} : { nodeName }),
    ...(entry.hint === undefined ? {} : { hints: { forZones: [{ name: zone }] } }),
    ...(pod === undefined ? {} : { targetRef: { kind: 'Pod', namespace, name: pod } }),
  };
}
