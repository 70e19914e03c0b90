import { draw } from '../../controllers/address-pool';
import { listEndpoints, type EndpointInfo } from '../../endpoint';
import type { ServicePortInfo } from '../../service-port';
import type { EndpointSliceObject } from '../../types';
import type { PortBlock } from '../shared/service-blocks';
import type { UserspaceContext } from './context';
import type { ProxyPortRange } from '../../validation/port-range';
import { once, type Memo } from '../../../lib/memo';
import { CONFLICT, EXHAUSTED, finding, type ObjectFinding } from '../../finding';

/** A service port this mode can serve, before it has its socket. */
export interface Portal extends PortBlock {
  readonly port: ServicePortInfo & { readonly protocol: 'TCP' | 'UDP' };
  /** Ready ones, sorted. */
  readonly endpoints: readonly EndpointInfo[];
  /** Where in the range the search for a free port begins. */
  readonly start: number;
}

/**
 * Makes the portal of a service port; undefined for SCTP. kube-proxy draws proxy ports at random (with
 * a range) or lets the kernel do it: here the search begins at a number drawn from the node and the
 * service port's name, so that the same cluster has the same ports and an edit changes no others.
 */
export function findPortal(
  port: ServicePortInfo,
  slices: readonly EndpointSliceObject[],
  { family, node, listening }: UserspaceContext,
): Portal | undefined {
  const { protocol } = port;
  if (protocol === 'SCTP') return undefined;
  const endpoints = listEndpoints(slices, port, { family, node }).filter(({ ready }) => ready);
  const start = draw(0, `proxy port ${node} ${port.name} ${port.proto}`, listening.ports.size);
  return { port: { ...port, protocol }, endpoints, start };
}

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
interface ClaimConflict {
  readonly port: Portal['port'];
  readonly path: string;
  /** `:30080`, `192.0.2.7:80`. */
  readonly address: string;
  /** Service port that holds the node port already. */
  readonly owner: string;
}

const NOTHING: ReadonlySet<string> = new Set();

/** The ports that are held open besides the proxy ports (claimNodePort). The first of the portals that wants one gets it. */
class Claims {
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

  /** Ports that a portal wanted and did not get, by {@link targetKey}. */
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
    this.conflicts.push({ port, path: makePath(kind, index, port.index), address: target, owner: owner.port.name });
  }
}

/** `192.0.2.7:80`; a nodePort has no address. */
export function targetKey(address: string, number: number): string {
  return `${address}:${number}`;
}

function makePath(kind: Claim['kind'], index: number, port: number): string {
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

/** A service port with its socket: what its rules are written of. */
export interface ListeningPort {
  readonly portal: Portal;
  readonly port: Portal['port'];
  readonly proxyPort: number;
  /** Ports that could not be claimed: their rules are not written. Mostly none. */
  readonly refused: ReadonlySet<string>;
}

/** Ports that are opened, with findings on those that are not. */
export interface OpenedPorts {
  readonly ports: readonly ListeningPort[];
  readonly claims: Claims;
  readonly findings: readonly ObjectFinding[];
}

/** The name of a service port among all: two protocols may share a name. */
export function claimKey({ port }: { readonly port: Pick<ServicePortInfo, 'name' | 'proto'> }): string {
  return `${port.name} ${port.proto}`;
}

/** Proxy ports of an earlier sync. */
interface Earlier {
  /** Open and staying, by {@link claimKey}. */
  readonly kept: ReadonlyMap<string, number>;
  /** Being given back, and not taken again at once. */
  readonly leaving: readonly number[];
}

/** Opens the sockets of all portals, in their order. */
export function openPorts(
  portals: readonly Portal[],
  { listening, localAddresses }: UserspaceContext,
  memo: Memo,
  { kept, leaving }: Earlier = { kept: new Map(), leaving: [] },
): OpenedPorts {
  const claims = new Claims(localAddresses, portals);
  const free = new FreePorts(listening.ports, claims, [...kept.values(), ...leaving]);
  const findings: ObjectFinding[] = [];
  const ports: ListeningPort[] = [];
  for (const portal of portals) {
    const proxyPort = (kept.size > 0 ? kept.get(claimKey(portal)) : undefined) ?? free.take(portal);
    if (proxyPort === undefined) findings.push(noPortLeft(portal, listening.ports));
    else ports.push(opened(portal, memo, proxyPort, claims.refusedOf(portal)));
  }
  for (const { port, path, address, owner } of claims.conflicts) {
    findings.push(finding(port.service, CONFLICT, path, 'userspace.claimed', { address, service: port.name, owner }));
  }
  return { ports, claims, findings };
}

const opened = once((portal: Portal, _memo, proxyPort: number, refused: ReadonlySet<string>): ListeningPort => ({
  portal,
  port: portal.port,
  proxyPort,
  refused,
}));

function noPortLeft({ port }: Portal, { base, size }: ProxyPortRange): ObjectFinding {
  const values = { service: port.name, range: `${base}-${base + size - 1}` };
  return finding(port.service, EXHAUSTED, `spec.ports[${port.index}]`, 'userspace.no-port-left', values);
}

/**
 * Ports nobody has. A range gives each number once, the kernel once a protocol; the search goes up
 * from where it begins and then on from the range's first port.
 */
class FreePorts {
  readonly #range: ProxyPortRange;
  readonly #claims: Claims;
  readonly #taken: Readonly<Record<'TCP' | 'UDP', Uint8Array>>;
  readonly #full = new Set<Uint8Array>();

  constructor(range: ProxyPortRange, claims: Claims, taken: readonly number[]) {
    const tcp = marked(taken);
    this.#range = range;
    this.#claims = claims;
    this.#taken = { TCP: tcp, UDP: range.ephemeral ? marked(taken) : tcp };
  }

  take({ port: { protocol }, start }: Portal): number | undefined {
    const { base, size } = this.#range;
    const taken = this.#taken[protocol];
    if (this.#full.has(taken)) return undefined;
    for (let step = 0; step < size; step++) {
      const candidate = base + ((start + step) % size);
      if (taken[candidate] !== 0 || this.#claims.holds(protocol, candidate)) continue;
      taken[candidate] = 1;
      return candidate;
    }
    this.#full.add(taken);
    return undefined;
  }
}

/** One byte a port. */
function marked(taken: readonly number[]): Uint8Array {
  const ports = new Uint8Array(65_536);
  for (const port of taken) ports[port] = 1;
  return ports;
}
