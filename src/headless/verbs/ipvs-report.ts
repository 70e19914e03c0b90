import { printIpsets } from '../../core/kubernetes/proxy/ipvs/ipsets';
import type { GeneratedVirtualServer, KernelState } from '../../core/kubernetes/proxy/mode';
import { compareText } from '../../core/kubernetes/types';

/** What kube-proxy's ipvs mode leaves behind, in the shape of the recordings. */
export interface IpvsReport {
  readonly virtualServers: readonly ReportedServer[];
  /** `net/ipv4/vs/conntrack` -> 1. */
  readonly sysctls: Readonly<Record<string, number>>;
  /** Of kube-ipvs0: `10.96.0.1/32`. */
  readonly addresses: readonly string[];
  /** As `ipset save` lists them, sorted. */
  readonly ipsets: string;
  readonly iptables: string;
}

/** A virtual server, with the names the recordings have. */
export interface ReportedServer {
  readonly Protocol: string;
  readonly Address: string;
  readonly Port: number;
  readonly Scheduler: string;
  readonly Flags: number;
  readonly Timeout: number;
  readonly Servers: readonly { readonly Address: string; readonly Port: number; readonly Weight: number }[];
}

/** The report of a kernel's state; `iptables` is the text of the form that was asked for. */
export function ipvsReport({ ipvs, sysctls }: KernelState, iptables: string): IpvsReport {
  return {
    virtualServers: (ipvs?.virtualServers ?? []).map(reportedServer).sort(byAddress),
    sysctls: Object.fromEntries(
      Object.entries(sysctls)
        .map(([name, value]) => [name.replaceAll('.', '/'), value] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
    addresses: (ipvs?.addresses ?? []).map(({ address }) => address).sort(),
    ipsets: printIpsets(ipvs?.ipsets ?? []),
    iptables,
  };
}

/** A virtual server in the shape of the recordings. */
export function reportedServer(server: GeneratedVirtualServer): ReportedServer {
  const { protocol, address, port, scheduler, flags, timeout, servers } = server;
  return {
    Protocol: protocol,
    Address: address,
    Port: port,
    Scheduler: scheduler,
    Flags: flags,
    Timeout: timeout,
    Servers: servers.map((real) => ({ Address: real.address, Port: real.port, Weight: real.weight })).sort(byAddress),
  };
}

type Placed = Pick<ReportedServer, 'Address' | 'Port'> & { readonly Protocol?: string };

function byAddress(a: Placed, b: Placed): number {
  return compareText(a.Address, b.Address) || compareText(a.Protocol ?? '', b.Protocol ?? '') || a.Port - b.Port;
}
