import { serverKey, serviceKey, type IpvsServer, type IpvsTable } from '../linux/ipvs/service';
import type { GeneratedIpvs, GeneratedVirtualServer } from '../kubernetes/proxy/mode';
import type { NetnsState } from '../linux/state';
import { formatEndpoint } from '../net/packet';
import { formatIp, parseIp } from '../net/ip';

const TCP = 6;
const MINUTE = 60_000;

/**
 * Servers that kube-proxy took out while they had connections: weight 0 until those end, looked at every minute
 * (pkg/proxy/ipvs/graceful_termination.go). UDP and SCTP are deleted at once.
 */
export class GracefulTermination {
  /** By virtual server. */
  readonly #kept = new Map<string, Map<string, IpvsServer>>();
  #nextLook = MINUTE;

  /** A sync: what the table was until now, and what is wanted. */
  synced(before: IpvsTable | undefined, wanted: IpvsTable | undefined, state: NetnsState | undefined): void {
    const now = new Map(wanted?.services.map((service) => [serviceKey(service), service] as const));
    for (const service of before?.services ?? []) {
      const key = serviceKey(service);
      const servers = new Set(now.get(key)?.servers.map(serverKey));
      const left =
        now.has(key) && service.protocol === TCP ? service.servers.filter((each) => !servers.has(serverKey(each))) : [];
      const kept = left.filter((each) => hasConnections(state, key, serverKey(each)));
      this.#kept.set(key, new Map(kept.map((each) => [serverKey(each), terminating(each)] as const)));
    }
  }

  /** Lets go of those whose connections ended; false: nothing changed. */
  look(at: number, state: NetnsState | undefined): boolean {
    if (at < this.#nextLook) return false;
    this.#nextLook = (Math.floor(at / MINUTE) + 1) * MINUTE;
    let changed = false;
    for (const [key, servers] of this.#kept) {
      for (const server of servers.keys()) {
        if (hasConnections(state, key, server)) continue;
        servers.delete(server);
        changed = true;
      }
    }
    return changed;
  }

  /** What the kernel has: what is wanted, and those that terminate. */
  effective(wanted: IpvsTable): IpvsTable {
    const services = wanted.services.map((service) => {
      const kept = this.#kept.get(serviceKey(service));
      return kept && kept.size > 0 ? { ...service, servers: [...service.servers, ...kept.values()] } : service;
    });
    return { services, timeouts: wanted.timeouts };
  }

  /** That, as it is listed. */
  listed(wanted: GeneratedIpvs): GeneratedIpvs {
    const virtualServers = wanted.virtualServers.map((server): GeneratedVirtualServer => {
      const kept = [...(this.#kept.get(virtualKey(server))?.values() ?? [])];
      const { origin } = server;
      const gone = kept.map(({ address, port }) => ({ address: formatIp(address), port, weight: 0, origin }));
      return gone.length > 0 ? { ...server, servers: [...server.servers, ...gone] } : server;
    });
    return { ...wanted, virtualServers };
  }
}

/** {@link serviceKey} of a virtual server as kube-proxy asks for it. */
function virtualKey({ protocol, address, port }: GeneratedVirtualServer): string {
  const parsed = parseIp(address);
  return `${protocol} ${parsed.ok ? formatEndpoint(parsed.value, port) : address}`;
}

const terminating = (server: IpvsServer): IpvsServer => ({
  ...server,
  weight: 0,
  lastWeight: server.lastWeight ?? server.weight,
});

function hasConnections(state: NetnsState | undefined, service: string, server: string): boolean {
  return state?.ipvs.ofService(service, state.now).some(({ destination }) => destination === server) ?? false;
}
