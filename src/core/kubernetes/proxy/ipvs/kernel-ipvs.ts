import type { GeneratedRealServer, GeneratedVirtualServer } from '../mode';
import { DUMMY_INTERFACE } from './names';
import { realServerKey, virtualServerKey } from './virtual-servers';

/** What stands in a node's kernel between two syncs, of one family. */
export interface IpvsKernel {
  readonly virtualServers: readonly GeneratedVirtualServer[];
  /** On kube-ipvs0, without length. */
  readonly addresses: readonly string[];
  /** Entries by set, as `ipset save` spells them. */
  readonly ipsets: ReadonlyMap<string, ReadonlySet<string>>;
}

export const EMPTY_KERNEL: IpvsKernel = { virtualServers: [], addresses: [], ipsets: new Map() };

interface Service {
  readonly head: GeneratedVirtualServer;
  readonly servers: Map<string, GeneratedRealServer>;
}

/**
 * The kernel's IPVS table and kube-ipvs0 while a sync works on them. Every change is written down
 * as the call that made it; names of servers are those of virtualServerKey and realServerKey.
 */
export class KernelIpvs {
  readonly calls: string[] = [];
  readonly #services: Map<string, Service>;
  readonly #addresses: Set<string>;

  constructor({ virtualServers, addresses }: IpvsKernel) {
    this.#services = new Map(
      virtualServers.map((head) => {
        const servers = new Map(head.servers.map((real) => [realServerKey(real), real] as const));
        return [virtualServerKey(head), { head, servers }] as const;
      }),
    );
    this.#addresses = new Set(addresses);
  }

  /** The virtual server of a name, without its servers of now. */
  service(name: string): GeneratedVirtualServer | undefined {
    return this.#services.get(name)?.head;
  }

  serviceNames(): readonly string[] {
    return [...this.#services.keys()];
  }

  /** The real servers of a virtual server by name; empty if there is none. */
  servers(service: string): ReadonlyMap<string, GeneratedRealServer> {
    return this.#services.get(service)?.servers ?? new Map<string, GeneratedRealServer>();
  }

  addresses(): readonly string[] {
    return [...this.#addresses];
  }

  /** Adds a virtual server without servers, or changes scheduler, flags and timeout of the one that is there. */
  setService(name: string, head: GeneratedVirtualServer): void {
    const verb = this.#services.has(name) ? 'update' : 'add';
    const { scheduler, flags, timeout } = head;
    this.calls.push(
      `ipvs: ${verb} service ${name} scheduler=${scheduler} flags=0x${flags.toString(16)} timeout=${timeout}`,
    );
    this.#services.set(name, { head, servers: this.#services.get(name)?.servers ?? new Map() });
  }

  deleteService(name: string): void {
    this.calls.push(`ipvs: del service ${name}`);
    this.#services.delete(name);
  }

  setServer(service: string, server: GeneratedRealServer): void {
    const name = realServerKey(server);
    const servers = this.#services.get(service)?.servers;
    const verb = servers?.has(name) ? 'update' : 'add';
    this.calls.push(`ipvs: ${verb} dest ${service} -> ${name} weight=${server.weight}`);
    servers?.set(name, server);
  }

  deleteServer(service: string, name: string): void {
    this.calls.push(`ipvs: del dest ${service} -> ${name}`);
    this.#services.get(service)?.servers.delete(name);
  }

  bind(address: string): void {
    this.calls.push(`netlink: ip addr add ${address} dev ${DUMMY_INTERFACE}`);
    this.#addresses.add(address);
  }

  unbind(address: string): void {
    this.calls.push(`netlink: ip addr del ${address} dev ${DUMMY_INTERFACE}`);
    this.#addresses.delete(address);
  }

  /** The virtual servers with the servers they have now. */
  virtualServers(): readonly GeneratedVirtualServer[] {
    return [...this.#services.values()].map(({ head, servers }) => new Standing(head, [...servers.values()]));
  }
}

/** A virtual server as the kernel has it. */
class Standing implements GeneratedVirtualServer {
  readonly protocol: GeneratedVirtualServer['protocol'];
  readonly address: string;
  readonly port: number;
  readonly scheduler: string;
  readonly flags: number;
  readonly timeout: number;
  readonly servers: readonly GeneratedRealServer[];
  readonly #head: GeneratedVirtualServer;

  constructor(head: GeneratedVirtualServer, servers: readonly GeneratedRealServer[]) {
    this.protocol = head.protocol;
    this.address = head.address;
    this.port = head.port;
    this.scheduler = head.scheduler;
    this.flags = head.flags;
    this.timeout = head.timeout;
    this.servers = servers;
    this.#head = head;
  }

  get origin(): GeneratedVirtualServer['origin'] {
    return this.#head.origin;
  }
}
