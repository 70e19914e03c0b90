import { once, type Memo } from '../../../lib/memo';
import { CONFLICT, EXHAUSTED, finding, type Finding } from '../../finding';
import type { ServicePortInfo } from '../../service-port';
import { Claims } from './claims';
import type { ProxierContext } from './context';
import type { Portal } from './portal';
import type { PortRange } from './settings';

/** A service port with its socket: what its rules are written of. */
export interface OpenPort {
  readonly portal: Portal;
  readonly port: Portal['port'];
  readonly proxyPort: number;
  /** What could not be claimed: its rules are not written. Mostly nothing. */
  readonly refused: ReadonlySet<string>;
}

/** What is opened, and what is not and why. */
export interface Opened {
  readonly ports: readonly OpenPort[];
  readonly claims: Claims;
  readonly findings: readonly Finding[];
}

/** The name of a service port among all: two protocols may share a name. */
export function keyOf({ port }: { readonly port: Pick<ServicePortInfo, 'name' | 'proto'> }): string {
  return `${port.name} ${port.proto}`;
}

/** Proxy ports of an earlier sync. */
export interface Earlier {
  /** Open and staying, by {@link keyOf}. */
  readonly kept: ReadonlyMap<string, number>;
  /** Being given back, and not taken again at once. */
  readonly leaving: readonly number[];
}

/** Opens the sockets of all portals, in their order. */
export function openPorts(
  portals: readonly Portal[],
  { listening, localAddresses }: ProxierContext,
  memo: Memo,
  { kept, leaving }: Earlier = { kept: new Map(), leaving: [] },
): Opened {
  const claims = new Claims(localAddresses, portals);
  const free = new FreePorts(listening.ports, claims, [...kept.values(), ...leaving]);
  const findings: Finding[] = [];
  const ports: OpenPort[] = [];
  for (const portal of portals) {
    const proxyPort = (kept.size > 0 ? kept.get(keyOf(portal)) : undefined) ?? free.take(portal);
    if (proxyPort === undefined) findings.push(noPortLeft(portal, listening.ports));
    else ports.push(opened(portal, memo, proxyPort, claims.refusedOf(portal)));
  }
  for (const { port, path, address, owner } of claims.conflicts) {
    findings.push(finding(port.service, CONFLICT, path, 'userspace.claimed', { address, service: port.name, owner }));
  }
  return { ports, claims, findings };
}

const opened = once((portal: Portal, _memo, proxyPort: number, refused: ReadonlySet<string>): OpenPort => ({
  portal,
  port: portal.port,
  proxyPort,
  refused,
}));

function noPortLeft({ port }: Portal, { base, size }: PortRange): Finding {
  const values = { service: port.name, range: `${base}-${base + size - 1}` };
  return finding(port.service, EXHAUSTED, `spec.ports[${port.index}]`, 'userspace.no-port-left', values);
}

/**
 * Ports nobody has. A range gives each number once, the kernel once a protocol; the search goes up
 * from where it begins and then on from the range's first port.
 */
class FreePorts {
  readonly #range: PortRange;
  readonly #claims: Claims;
  readonly #taken: Readonly<Record<'TCP' | 'UDP', Uint8Array>>;
  readonly #full = new Set<Uint8Array>();

  constructor(range: PortRange, claims: Claims, taken: readonly number[]) {
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
