import { invariant } from '../../lib/assert';
import { oncePerObject } from '../../lib/once-per-object';
import type { IpAddress } from '../../net/ip';
import { formatEndpoint } from '../../net/tuple';
import type { IpvsServer, IpvsService, IpvsTable } from './types';

const NAMES: Readonly<Record<number, string>> = { 6: 'TCP', 17: 'UDP', 132: 'SCTP' };

/** `TCP 10.96.0.10:80`, `FWM 7`: as `ipvsadm -Ln` begins the line of a service. */
export function serviceKey({ fwmark, protocol = 0, address, port = 0 }: IpvsService): string {
  if (fwmark !== undefined) return `FWM ${fwmark}`;
  invariant(address, 'a virtual service has an address or a firewall mark');
  return `${NAMES[protocol] ?? protocol} ${formatEndpoint(address, port)}`;
}

/** `10.244.1.5:8080`. */
export function serverKey({ address, port }: IpvsServer): string {
  return formatEndpoint(address, port);
}

const indexOf = oncePerObject(
  (table: IpvsTable): ReadonlyMap<string, IpvsService> =>
    new Map(table.services.map((service) => [serviceKey(service), service] as const)),
);

/** A service by its key, as connections remember it. */
export function serviceByKey(table: IpvsTable, key: string): IpvsService | undefined {
  return indexOf(table).get(key);
}

export const FTP_PORT = 21;
export const FTP_DATA_PORT = 20;

/**
 * The service a packet is for: by its mark, else by protocol, address and port. A TCP packet to a
 * high port may be data of an FTP service; the last resort is a service for all ports
 * (net/netfilter/ipvs/ip_vs_ctl.c `ip_vs_service_find`).
 */
export function findService(
  table: IpvsTable,
  wanted: { readonly protocol: number; readonly address: IpAddress; readonly port: number; readonly mark: number },
): IpvsService | undefined {
  const { protocol, address, port, mark } = wanted;
  const index = indexOf(table);
  const marked = mark === 0 ? undefined : index.get(`FWM ${mark}`);
  if (marked && marked.servers.every((server) => server.address.family === address.family)) return marked;
  const at = (number: number): string => `${NAMES[protocol] ?? protocol} ${formatEndpoint(address, number)}`;
  const maybeFtpData = protocol === 6 && (port === FTP_DATA_PORT || port >= 1024);
  return index.get(at(port)) ?? (maybeFtpData ? index.get(at(FTP_PORT)) : undefined) ?? index.get(at(0));
}

/** The real server a connection or a template was bound to, if it is still there (IP_VS_DEST_F_AVAILABLE). */
export function findServer(service: IpvsService | undefined, key: string): IpvsServer | undefined {
  return service?.servers.find((server) => serverKey(server) === key);
}
