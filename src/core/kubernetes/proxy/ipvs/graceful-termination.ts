import type { GeneratedRealServer } from '../mode';
import { whySentence } from './explain';
import type { KernelIpvs } from './kernel-ipvs';

/** A real server that takes no new connections and is deleted when it has none left. */
export interface Terminating {
  /** `10.96.0.1:80/TCP`. */
  readonly service: string;
  /** `10.244.1.5:8080`. */
  readonly server: string;
}

/** How many connections, active and inactive, a virtual server has at a real server. */
export type Connections = (service: string, server: string) => number;

/** How often the queue is looked through, in milliseconds. */
export const RETRY_AFTER = 60_000;

/** The queue of pkg/proxy/ipvs/graceful_termination.go. */
export class TerminationQueue {
  readonly #items: Map<string, Terminating>;
  readonly #kernel: KernelIpvs;
  readonly #connections: Connections;

  constructor(items: readonly Terminating[], kernel: KernelIpvs, connections: Connections) {
    this.#items = new Map(items.map((item) => [nameOf(item), item]));
    this.#kernel = kernel;
    this.#connections = connections;
  }

  has(item: Terminating): boolean {
    return this.#items.has(nameOf(item));
  }

  items(): readonly Terminating[] {
    return [...this.#items.values()];
  }

  /** Deletes a server nobody is connected to; else gives it weight 0 and remembers it. */
  gracefulDelete(item: Terminating): void {
    if (this.#tryDelete(item)) return;
    const server = this.#kernel.servers(item.service).get(item.server);
    if (!server) return;
    this.#kernel.setServer(item.service, terminating(server, item.server));
    this.#items.set(nameOf(item), item);
  }

  /** A server that is wanted again: it is deleted at once, to be added anew. */
  moveOut(item: Terminating): void {
    this.#kernel.deleteServer(item.service, item.server);
    this.#items.delete(nameOf(item));
  }

  /** The look every minute: who has no connections left goes. */
  flush(): void {
    for (const [name, item] of this.#items) if (this.#tryDelete(item)) this.#items.delete(name);
  }

  /** True if the server is gone now. */
  #tryDelete(item: Terminating): boolean {
    if (!this.#kernel.servers(item.service).has(item.server)) return true;
    // UDP and SCTP end with the next packet (expire_nodest_conn).
    if (item.service.endsWith('/TCP') && this.#connections(item.service, item.server) !== 0) return false;
    this.#kernel.deleteServer(item.service, item.server);
    return true;
  }
}

function nameOf({ service, server }: Terminating): string {
  return `${service}/${server}`;
}

function terminating(server: GeneratedRealServer, endpoint: string): GeneratedRealServer {
  const { address, port, origin } = server;
  return { address, port, weight: 0, origin: { ...origin, why: whySentence('real-server-terminating', { endpoint }) } };
}
