import { cellOf } from '../../formats/kubectl-table';
import { formatIp, type IpFamily } from '../../net/ip';
import { formatEndpoint } from '../../net/tuple';
import type { KubeServicePort } from '../kube-services';
import type { Machine } from './types';

const PROTOCOLS: Readonly<Record<number, KubeServicePort['protocol']>> = { 6: 'tcp', 17: 'udp', 132: 'sctp' };
/** `--service-node-port-range` by default. */
const NODE_PORTS = [30_000, 32_767] as const;

export function isNodePort(port: number | undefined): boolean {
  return port !== undefined && port >= NODE_PORTS[0] && port <= NODE_PORTS[1];
}

/** Names of Services as `kubectl get svc` shows them: by address, and by node port. */
function namesIn({ tables }: Machine): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { value: table } of tables) {
    if (table.kind !== 'services') continue;
    for (const row of table.rows) {
      const name = `${cellOf(table, row, 'NAMESPACE') ?? 'default'}/${(cellOf(table, row, 'NAME') ?? '').replace(/^\w+\//, '')}`;
      const addresses = [cellOf(table, row, 'CLUSTER-IP'), ...(cellOf(table, row, 'EXTERNAL-IP')?.split(',') ?? [])];
      for (const address of addresses) if (address !== undefined && address !== 'None') names.set(address, name);
      for (const [, port] of cellOf(table, row, 'PORT(S)')?.matchAll(/:(\d+)\//g) ?? []) names.set(`:${port}`, name);
    }
  }
  return names;
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
export function podNames({ tables }: Machine): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { value: table } of tables) {
    if (table.kind !== 'pods') continue;
    for (const row of table.rows) {
      const address = cellOf(table, row, 'IP');
      const name = cellOf(table, row, 'NAME')?.replace(/^pod\//, '');
      if (address !== undefined && name !== undefined) {
        names.set(address, `${cellOf(table, row, 'NAMESPACE') ?? 'default'}/${name}`);
      }
    }
  }
  return names;
}
