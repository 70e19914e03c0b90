import type { IpFamily } from '../../../net/ip';
import { hash16 } from '../../../lib/sha256';
import type { EndpointInfo } from '../../endpoint';
import type { ServicePortInfo } from '../../service-port';

/** The one table of each family that kube-proxy owns (pkg/proxy/nftables/proxier.go). */
export const TABLE = 'kube-proxy';
export const TABLE_COMMENT = 'rules for kube-proxy';

/** Chains that are there whatever Services there are. No name of a service chain lacks a slash. */
export const SERVICES = 'services';
export const MASQUERADING = 'masquerading';
export const MARK_FOR_MASQUERADE = 'mark-for-masquerade';
export const REJECT_CHAIN = 'reject-chain';
export const FIREWALL_CHECK = 'firewall-check';
export const CLUSTER_IPS_CHECK = 'cluster-ips-check';
export const SERVICE_ENDPOINTS_CHECK = 'service-endpoints-check';
export const NODEPORT_ENDPOINTS_CHECK = 'nodeport-endpoints-check';

/** Of 1.29 only. */
export const ENDPOINTS_CHECK = 'endpoints-check';
export const FORWARD = 'forward';
export const FIREWALL_ALLOW_CHECK = 'firewall-allow-check';
export const FIREWALL = 'firewall';
export const FIREWALL_ALLOW = 'firewall-allow';

/** Sets and maps. */
export const CLUSTER_IPS = 'cluster-ips';
export const NODEPORT_IPS = 'nodeport-ips';
export const SERVICE_IPS = 'service-ips';
export const SERVICE_NODEPORTS = 'service-nodeports';
export const NO_ENDPOINT_SERVICES = 'no-endpoint-services';
export const NO_ENDPOINT_NODEPORTS = 'no-endpoint-nodeports';
export const FIREWALL_IPS = 'firewall-ips';
export const HAIRPIN_CONNECTIONS = 'hairpin-connections';

/** The longest a name may be before its prefix is put to it: the kernel takes 255 bytes. */
const LONGEST = 240;

/** How the nft tool spells a family. */
export function nftFamily(family: IpFamily): 'ip' | 'ip6' {
  return family === 'ipv4' ? 'ip' : 'ip6';
}

/** The part all chains of a service port share: eight letters of base32(sha256(x)), then x: `ns/svc/tcp/port`. */
export function servicePortBase(
  port: Pick<ServicePortInfo, 'namespace' | 'serviceName' | 'proto' | 'portName'>,
): string {
  return hashed(fullName(port));
}

/** The same of an endpoint of a service port: `…__10.244.1.5/8080`; IPv6 colons become dots. */
export function endpointBase(
  port: Pick<ServicePortInfo, 'namespace' | 'serviceName' | 'proto' | 'portName'>,
  endpoint: Pick<EndpointInfo, 'ip' | 'port'>,
): string {
  return hashed(`${fullName(port)}__${endpoint.ip.replaceAll(':', '.')}/${endpoint.port}`);
}

function fullName({
  namespace,
  serviceName,
  proto,
  portName,
}: Pick<ServicePortInfo, 'namespace' | 'serviceName' | 'proto' | 'portName'>): string {
  return `${namespace}/${serviceName}/${proto}/${portName}`;
}

function hashed(name: string): string {
  const full = `${hash16(name).slice(0, 8)}-${name}`;
  return full.length > LONGEST ? `${full.slice(0, LONGEST - 3)}...` : full;
}
