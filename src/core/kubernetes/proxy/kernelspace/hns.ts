import { ANY_ADDRESS } from '../../../windows/vswitch';

/** Protocols as HNS numbers them; anything else is 0. */
export const HNS_PROTOCOL = { TCP: 6, UDP: 17, SCTP: 132 } as const;

/** Flags of a load balancer (hcsshim/hcn LoadBalancerFlags). */
export const LOAD_BALANCER_FLAGS = { dsr: 1, ipv6: 2 } as const;

/** Flags of a port mapping (hcsshim/hcn LoadBalancerPortMappingFlags). */
export const PORT_MAPPING = { localRoutedVip: 2, useMux: 4, preserveDip: 8, vipExternalIp: 16 } as const;

/** `DistributionType`: by a hash of the 5-tuple, or of the client's address alone. */
export const DISTRIBUTION = { connection: 0, client: 2 } as const;

/** Where a port of a load balancer leads. Fields as HNS spells them; what is zero or empty is left out of its JSON. */
export interface HnsPortMapping {
  readonly Protocol: number;
  /** One for all endpoints: a limit of Windows. */
  readonly InternalPort: number;
  readonly ExternalPort: number;
  readonly DistributionType?: number;
  readonly Flags?: number;
}

/** A load balancer policy: HostComputeLoadBalancer of HNS V2. */
export interface HostComputeLoadBalancer {
  /** Addresses stand for the ids, which HNS draws. */
  readonly HostComputeEndpoints: readonly string[];
  readonly SourceVIP?: string;
  /** Absent: any address of the node. */
  readonly FrontendVIPs?: readonly string[];
  readonly PortMappings: readonly [HnsPortMapping];
  readonly Flags?: number;
}

/** An endpoint of the node's HNS network. */
export interface HostComputeEndpoint {
  readonly IpConfigurations: readonly [{ readonly IpAddress: string }];
  /** Of a local one only the CNI plugin knows it. */
  readonly MacAddress?: string;
  /** 1: remote. Local ones are made by the CNI plugin, remote ones by kube-proxy. */
  readonly Flags?: 1;
  /** Overlay: the other end of the tunnel. */
  readonly Policies?: readonly [
    { readonly Type: 'ProviderAddress'; readonly Settings: { readonly ProviderAddress: string } },
  ];
}

/** The protocols of {@link HNS_PROTOCOL} by their numbers. */
export const PROTOCOL_NAMES: Readonly<Record<number, string>> = {
  [HNS_PROTOCOL.TCP]: 'TCP',
  [HNS_PROTOCOL.UDP]: 'UDP',
  [HNS_PROTOCOL.SCTP]: 'SCTP',
};

/** `10.96.0.10:80/TCP`; of a nodePort, which any address of the node has, `*:30080/TCP`. */
export function policyName(policy: HostComputeLoadBalancer): string {
  const [{ Protocol, ExternalPort }] = policy.PortMappings;
  const isSix = ((policy.Flags ?? 0) & LOAD_BALANCER_FLAGS.ipv6) !== 0;
  const [vip] = policy.FrontendVIPs ?? [];
  const address = vip === undefined ? ANY_ADDRESS[isSix ? 'ipv6' : 'ipv4'] : vip.includes(':') ? `[${vip}]` : vip;
  return `${address}:${ExternalPort}/${PROTOCOL_NAMES[Protocol] ?? Protocol}`;
}
