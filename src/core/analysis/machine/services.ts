import { formatIp, type IpFamily } from '../../net/ip';
import { formatEndpoint } from '../../net/tuple';
import type { HashedPort, KubeServicePort } from '../kube-services';
import { namedIn } from './named';
import type { Machine } from './types';

const PROTOCOLS: Readonly<Record<number, KubeServicePort['protocol']>> = { 6: 'tcp', 17: 'udp', 132: 'sctp' };
/** `--service-node-port-range` by default. */
const NODE_PORTS = [30_000, 32_767] as const;

/** Is the port of the range node ports are taken from by default? */
export function isNodePort(port: number | undefined): boolean {
  return port !== undefined && port >= NODE_PORTS[0] && port <= NODE_PORTS[1];
}

/** Names of Services as kubectl shows them: by address, and by node port. */
export function namesIn(machine: Machine): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { name, addresses, ports } of namedIn(machine).services) {
    for (const address of addresses) names.set(address, name);
    for (const { nodePort } of ports) if (nodePort !== undefined) names.set(`:${nodePort}`, name);
  }
  return names;
}

/** Services whose comments were cut off, by the name kubectl has for their address. */
export function withNames(machine: Machine, ports: readonly KubeServicePort[]): KubeServicePort[] {
  const names = namesIn(machine);
  return ports.map((port) => {
    const name = port.name.startsWith('KUBE-') ? names.get(port.clusterIP ?? `:${port.nodePort}`) : undefined;
    return name === undefined ? port : { ...port, name };
  });
}

/** The virtual services of a family as Services; names only where a table of kubectl tells them. */
export function ipvsServices(machine: Machine, family: IpFamily): KubeServicePort[] {
  const names = namesIn(machine);
  return (machine.ipvs?.value.services ?? []).flatMap(({ protocol = 0, address, port = 0, servers }) => {
    const proto = PROTOCOLS[protocol];
    if (!address || !proto || address.family !== family) return [];
    const text = formatIp(address);
    const name = names.get(text) ?? names.get(`:${port}`) ?? `${proto} ${formatEndpoint(address, port)}`;
    const endpoints = servers.map((server) => {
      const place = formatEndpoint(server.address, server.port);
      return { chain: place, place, shown: true };
    });
    return [{ name, protocol: proto, clusterIP: text, port, external: [], endpoints }];
  });
}

/** What Pods are called, by address: `default/web-6c5f-abcde`. */
export function podNames(machine: Machine): ReadonlyMap<string, string> {
  return new Map(namedIn(machine).pods.map(({ address, name }) => [address, name]));
}

/** Service ports kubectl named, as kube-proxy of any release hashes them: before 1.20 a nameless port kept its colon. */
export function hashedPorts(machine: Machine): HashedPort[] {
  return namedIn(machine).services.flatMap(({ name, ports }) =>
    ports.flatMap((port) => {
      const written = port.protocol.toLowerCase();
      const protocol = written === 'udp' || written === 'sctp' ? written : 'tcp';
      const texts = port.name === undefined ? [name, `${name}:`] : [`${name}:${port.name}`];
      return texts.map((text) => ({ name: text, protocol }));
    }),
  );
}
