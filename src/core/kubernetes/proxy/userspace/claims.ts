import type { Portal } from './portal';

/** A socket that keeps others away from a port. */
export interface Claim {
  readonly portal: Portal;
  readonly kind: 'cluster-ip' | 'external-ip' | 'load-balancer' | 'node-port';
  /** Which of several addresses. */
  readonly index: number;
  /** Empty: any. */
  readonly address: string;
  readonly number: number;
}

/** A port two service ports want: the second does not get it. */
export interface ClaimConflict {
  readonly port: Portal['port'];
  readonly path: string;
  /** `:30080`, `192.0.2.7:80`. */
  readonly address: string;
  /** Who has it. */
  readonly owner: string;
}

const NOTHING: ReadonlySet<string> = new Set();

/** The ports that are held open besides the proxy ports (claimNodePort). The first of the portals that wants one gets it. */
export class Claims {
  readonly made: Claim[] = [];
  readonly conflicts: ClaimConflict[] = [];
  readonly #owners = new Map<string, Portal>();
  readonly #refused = new Map<Portal, Set<string>>();
  readonly #local: ReadonlySet<string>;
  readonly #numbers = new Set<string>();

  constructor(localAddresses: readonly string[], portals: readonly Portal[]) {
    this.#local = new Set(localAddresses);
    for (const portal of portals) this.#claimAll(portal);
  }

  /** Is a port of this number claimed, on whatever address? */
  holds(protocol: Portal['port']['protocol'], number: number): boolean {
    return this.#numbers.size > 0 && this.#numbers.has(`${protocol} ${number}`);
  }

  /** What a portal wanted and did not get, by {@link targetKey}. */
  refusedOf(portal: Portal): ReadonlySet<string> {
    return this.#refused.get(portal) ?? NOTHING;
  }

  #claimAll(portal: Portal): void {
    const { clusterIP, externalIPs, loadBalancerVIPs, nodePort } = portal.port;
    this.#claimOwn(portal, 'cluster-ip', clusterIP, 0);
    for (let i = 0; i < externalIPs.length; i++) this.#claimOwn(portal, 'external-ip', externalIPs[i] ?? '', i);
    for (let i = 0; i < loadBalancerVIPs.length; i++) {
      this.#claimOwn(portal, 'load-balancer', loadBalancerVIPs[i] ?? '', i);
    }
    if (nodePort !== 0) this.#claim({ portal, kind: 'node-port', index: 0, address: '', number: nodePort });
  }

  /** An address is claimed only if this node has it. */
  #claimOwn(portal: Portal, kind: Claim['kind'], address: string, index: number): void {
    if (this.#local.has(address)) this.#claim({ portal, kind, index, address, number: portal.port.port });
  }

  #claim(claim: Claim): void {
    const { portal, address, number } = claim;
    const key = `${portal.port.proto} ${targetKey(address, number)}`;
    const owner = this.#owners.get(key);
    if (!owner) {
      this.#owners.set(key, portal);
      this.#numbers.add(`${portal.port.protocol} ${number}`);
      this.made.push(claim);
    } else if (owner !== portal) this.#refuse(claim, owner);
  }

  #refuse({ portal, kind, index, address, number }: Claim, owner: Portal): void {
    const target = targetKey(address, number);
    const { port } = portal;
    const refused = this.#refused.get(portal) ?? new Set();
    this.#refused.set(portal, refused.add(target));
    this.conflicts.push({ port, path: pathOf(kind, index, port.index), address: target, owner: owner.port.name });
  }
}

/** `192.0.2.7:80`; a nodePort has no address. */
export function targetKey(address: string, number: number): string {
  return `${address}:${number}`;
}

function pathOf(kind: Claim['kind'], index: number, port: number): string {
  switch (kind) {
    case 'cluster-ip':
      return 'spec.clusterIP';
    case 'external-ip':
      return `spec.externalIPs[${index}]`;
    case 'load-balancer':
      return 'status.loadBalancer.ingress';
    case 'node-port':
      return `spec.ports[${port}].nodePort`;
  }
}
