import { networkOf } from '../../net/cidr';
import { bitsOf, formatIp } from '../../net/ip';
import type { Packet } from '../../net/packet';
import { FTP_PORT, findServer, serverKey, serviceKey } from './service';
import type { IpvsState, IpvsTemplate } from './state';
import type { IpvsServer, IpvsService } from './types';

/**
 * What a template is found by: the client's network, and the service's address with its port, with none
 * (FTP, services for all ports), or the firewall mark instead (`ip_vs_sched_persist`).
 */
export function templateKey(service: IpvsService, packet: Packet, port: number, protocol: number): string {
  const { src, dst } = packet;
  const client = formatIp(networkOf(src, service.netmask ?? bitsOf(src.family)));
  if (service.fwmark !== undefined) return `0 ${client} fwmark ${service.fwmark}`;
  const own = port === service.port && port !== FTP_PORT ? port : 0;
  return `${protocol} ${client} ${formatIp(dst)} ${own}`;
}

interface TemplateQuery {
  readonly state: IpvsState;
  readonly key: string;
  readonly service: IpvsService;
  readonly now: number;
  /** net.ipv4.vs.expire_quiescent_template. */
  readonly expireQuiescent: boolean;
}

/** While connections hang on a template it is kept, a minute at a time (`ip_vs_conn_expire`). */
function isOver({ state, key, service, now }: TemplateQuery, template: IpvsTemplate): boolean {
  while (template.expires <= now) {
    const { expires } = template;
    const held = state.ofService(serviceKey(service), expires).some((conn) => conn.template === key);
    if (!held) return true;
    template.expires = expires + 60_000;
  }
  return false;
}

/** The server a client stays with, unless it is gone or quiet (`ip_vs_ct_in_get`, `ip_vs_check_template`). */
export function serverOfTemplate(query: TemplateQuery): IpvsServer | undefined {
  const { state, key, service, expireQuiescent } = query;
  const template = state.templates.get(key);
  if (!template) return undefined;
  const server = findServer(service, template.server);
  if (server && !isOver(query, template) && !(expireQuiescent && server.weight === 0)) return server;
  state.templates.delete(key);
  return undefined;
}

/** A new connection begins the service's timeout anew. */
export function keepTemplate({ state, key, service, now }: TemplateQuery, server: IpvsServer): void {
  state.templates.set(key, {
    service: serviceKey(service),
    server: serverKey(server),
    expires: now + (service.persistentSeconds ?? 0) * 1000,
  });
}
