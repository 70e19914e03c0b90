import type { GeneratedIpvs, GeneratedRealServer, GeneratedVirtualServer } from '../core/kubernetes/proxy/mode';
import { printIpsets } from '../core/kubernetes/proxy/ipvs/ipsets';

/** What `ipvsadm -Ln`, `ipset save` and `ip address show` print of what kube-proxy's IPVS mode made, each under its command. */
export function ipvsListing({ virtualServers, ipsets, addresses }: GeneratedIpvs): readonly string[] {
  const servers = virtualServers.flatMap((virtual) => [virtualLine(virtual), ...virtual.servers.map(realLine)]);
  const sets = printIpsets(ipsets).split('\n').slice(0, -1);
  const bound = addresses.map(({ address }) => addressLine(address));
  return ['# ipvsadm -Ln', ...servers, '# ipset save', ...sets, '# ip address show dev kube-ipvs0', ...bound];
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
