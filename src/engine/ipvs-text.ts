import type { GeneratedIpvs, GeneratedRealServer, GeneratedVirtualServer } from '../core/kubernetes/proxy/mode';
import { setLines } from '../core/kubernetes/proxy/ipvs/ipsets';

/** Lines of a listing that belong to a virtual server, a set, the addresses of kube-ipvs0; or to the listing itself. */
export interface IpvsPiece {
  readonly lines: readonly string[];
  /** `TCP 10.96.0.10:80`, `set KUBE-CLUSTER-IP`, `kube-ipvs0`. */
  readonly name?: string;
}

/** What `ipvsadm -Ln`, `ipset save` and `ip address show` print of what kube-proxy's IPVS mode made, each under its command. */
export function ipvsPieces({ virtualServers, ipsets, addresses }: GeneratedIpvs): readonly IpvsPiece[] {
  return [
    { lines: ['# ipvsadm -Ln'] },
    ...virtualServers.map((virtual) => ({
      lines: [virtualLine(virtual), ...virtual.servers.map(realLine)],
      name: `${virtual.protocol} ${hostPort(virtual.address, virtual.port)}`,
    })),
    { lines: ['# ipset save'] },
    ...setLines(ipsets).map(({ line, set }) => ({ lines: [line], name: `set ${set}` })),
    { lines: ['# ip address show dev kube-ipvs0'] },
    { lines: addresses.map(({ address }) => addressLine(address)), name: 'kube-ipvs0' },
  ];
}

function virtualLine({ protocol, address, port, scheduler, timeout }: GeneratedVirtualServer): string {
  const persistent = timeout > 0 ? ` persistent ${timeout}` : '';
  return `${protocol.padEnd(4)} ${hostPort(address, port)} ${scheduler}${persistent}`;
}

function realLine({ address, port, weight }: GeneratedRealServer): string {
  return `  -> ${hostPort(address, port).padEnd(28)} Masq    ${weight}`;
}

function hostPort(address: string, port: number): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

function addressLine(address: string): string {
  return `    ${address.includes(':') ? 'inet6' : 'inet'} ${address} scope global kube-ipvs0`;
}
