import { makeNetwork, getBits, type IpAddress } from '../../net/ip';
import type { Tuple } from '../../net/packet';
import {
  findServer,
  FTP_PORT,
  serverKey,
  serviceKey,
  templateKey,
  type IpvsServer,
  type IpvsService,
  type IpvsState,
  type IpvsTemplate,
} from './service';

interface TemplateAt {
  readonly state: IpvsState;
  /** Milliseconds. */
  readonly now: number;
}

/** An IPv4 or IPv6 address that is a number: how the kernel keeps a firewall mark there. */
function markAsAddress(mark: number, { family, words }: IpAddress): IpAddress {
  return { family, words: words.map((_, nth) => (nth === 0 ? mark : 0)) };
}

/**
 * The ends a template has: the client's network, and the service's address with its port, with none
 * (FTP, services for all ports), or the firewall mark instead (`ip_vs_sched_persist`).
 */
export function templateEnds(
  service: IpvsService,
  { protocol, src, dst, dport }: Tuple,
): Pick<IpvsTemplate, 'protocol' | 'client' | 'virtual' | 'virtualPort'> {
  const client = makeNetwork(src, service.netmask ?? getBits(src.family));
  if (service.fwmark !== undefined) {
    return { protocol: 0, client, virtual: markAsAddress(service.fwmark, dst), virtualPort: 0 };
  }
  const own = dport === service.port && dport !== FTP_PORT ? dport : 0;
  return { protocol, client, virtual: dst, virtualPort: own };
}

/**
 * The server a client stays with, unless it is gone or quiet (`ip_vs_ct_in_get`, `ip_vs_check_template`).
 *
 * @param expireQuiescent net.ipv4.vs.expire_quiescent_template
 */
export function serverOfTemplate(
  { state, now }: TemplateAt,
  service: IpvsService,
  { key, expireQuiescent }: { readonly key: string; readonly expireQuiescent: boolean },
): IpvsServer | undefined {
  const template = state.findTemplate(key, now);
  if (!template) return undefined;
  const server = findServer(service, template.destination);
  if (server && !(expireQuiescent && server.weight === 0)) return server;
  state.invalidateTemplate(key);
  return undefined;
}

/** A new connection begins the template's time anew; without a template one is made. Returns its key. */
export function keepTemplate(
  { state, now }: TemplateAt,
  service: IpvsService,
  { server, tuple }: { readonly server: IpvsServer; readonly tuple: Tuple },
): string {
  const ends = templateEnds(service, tuple);
  const key = templateKey(ends);
  const known = state.findTemplate(key, now);
  if (known) known.expires = now + known.timeout;
  if (known) return key;
  const timeout = (service.persistentSeconds ?? 0) * 1000;
  return state.addTemplate({
    ...ends,
    server: server.address,
    serverPort: ends.virtualPort === 0 ? 0 : server.port,
    service: serviceKey(service),
    destination: serverKey(server),
    assured: false,
    timeout,
    expires: now + timeout,
  });
}
