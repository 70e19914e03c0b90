import { getMemo } from '../../../lib/memo';
import { listEndpoints, slicesByService, listSlices, type EndpointInfo } from '../../endpoint';
import { compareText } from '../../types';
import { servicePorts, type ServicePortInfo } from '../../service-port';
import type { SyncInput } from '../mode';

interface UdpPort {
  readonly port: ServicePortInfo;
  readonly endpoints: readonly EndpointInfo[];
}

/**
 * The `conntrack` commands kube-proxy up to 1.31 runs after a sync (pkg/proxy/conntrack/cleanup.go):
 * UDP entries of Services that are gone, of Services that got their first ready endpoint, and of
 * endpoints that are no longer used. TCP and SCTP entries are never removed.
 */
export function staleConntrackCommands(before: SyncInput | undefined, after: SyncInput): string[] {
  const old = before ? udpPorts(before) : new Map<string, UdpPort>();
  const now = udpPorts(after);
  const suffix = after.family === 'ipv6' ? ' -f ipv6' : '';
  return [...staleServices(old, now), ...staleEndpoints(old, now)].map((command) => `conntrack ${command}${suffix}`);
}

function udpPorts(input: SyncInput): Map<string, UdpPort> {
  const index = slicesByService(input.cluster.endpointSlices, getMemo(input));
  const ports = new Map<string, UdpPort>();
  for (const service of input.cluster.services) {
    for (const port of servicePorts(service, input.family)) {
      if (port.protocol !== 'UDP') continue;
      ports.set(port.name, { port, endpoints: listEndpoints(listSlices(index, port), port, input) });
    }
  }
  return ports;
}

const hasReady = (entry: UdpPort | undefined): boolean => entry?.endpoints.some((endpoint) => endpoint.ready) ?? false;

function staleServices(old: ReadonlyMap<string, UdpPort>, now: ReadonlyMap<string, UdpPort>): string[] {
  const addresses = new Set<string>();
  const nodePorts = new Set<number>();
  for (const [name, { port }] of old) if (!now.has(name)) addresses.add(port.clusterIP);
  for (const [name, entry] of now) {
    if (!hasReady(entry) || hasReady(old.get(name))) continue;
    for (const address of listAddresses(entry.port)) addresses.add(address);
    if (entry.port.nodePort !== 0) nodePorts.add(entry.port.nodePort);
  }
  return [
    ...[...addresses].sort(compareText).map((address) => `-D --orig-dst ${address} -p udp`),
    ...[...nodePorts].sort((a, b) => a - b).map((port) => `-D -p udp --dport ${port}`),
  ];
}

function listAddresses(port: ServicePortInfo): string[] {
  return [port.clusterIP, ...port.externalIPs, ...port.loadBalancerVIPs];
}

function staleEndpoints(old: ReadonlyMap<string, UdpPort>, now: ReadonlyMap<string, UdpPort>): string[] {
  const commands: string[] = [];
  for (const [name, before] of old) {
    const after = now.get(name);
    if (!after) continue;
    const used = new Set(after.endpoints.filter((endpoint) => endpoint.ready).map((endpoint) => endpoint.endpoint));
    const gone = before.endpoints.filter((endpoint) => endpoint.ready && !used.has(endpoint.endpoint));
    for (const { ip } of gone) commands.push(...endpointCommands(after.port, ip));
  }
  return commands;
}

function endpointCommands(port: ServicePortInfo, endpoint: string): string[] {
  const byPort = port.nodePort === 0 ? [] : [`-D -p udp --dport ${port.nodePort} --dst-nat ${endpoint}`];
  return [...byPort, ...listAddresses(port).map((address) => `-D --orig-dst ${address} --dst-nat ${endpoint} -p udp`)];
}
