import { sameIp, type IpAddress } from '../../net/ip';
import { withEndpoints, type Packet, type Tuple } from '../../net/packet';
import {
  findNat,
  ownSource,
  putNat,
  reversed,
  tupleOf,
  type EbpfHost,
  type CiliumTables,
  type ProgramRun,
} from './host';

/** How often another port is tried where one is taken (SNAT_COLLISION_RETRIES). */
const TRIES = 32;
const LAST_PORT = 0xffff;

/** The first port of translated sources: above the NodePorts. */
function firstPort({ settings }: EbpfHost): number {
  return settings.nodePortRange[1] + 1;
}

/** Is the port free for this destination: would replies to it be anybody else's? */
function isFree(state: CiliumTables, tuple: Tuple, to: { address: IpAddress; port: number }, client: Tuple): boolean {
  const back = reversed({ ...tuple, src: to.address, sport: to.port });
  const known = findNat(state, 'IN', back);
  return !known || (known.port === client.sport && sameIp(known.address, client.src));
}

/** The client's own port if it may stay, else another. The kernel draws it: any free one would be as right. */
function choosePort(run: ProgramRun, tuple: Tuple, address: IpAddress): number | undefined {
  const first = firstPort(run.host);
  const size = LAST_PORT - first + 1;
  const start = tuple.sport >= first ? tuple.sport : first + (tuple.sport % size);
  for (let at = 0; at < TRIES; at++) {
    const port = first + ((start - first + at) % size);
    if (isFree(run.state, tuple, { address, port }, tuple)) return port;
  }
  return undefined;
}

/**
 * Gives a packet the node's source, the same one for all packets of its connection, and remembers the way back
 * (bpf/lib/nat.h `snat_v4_nat`). Undefined: no port is free, or no address of the family (DROP_NAT_NO_MAPPING).
 */
export function snat(run: ProgramRun, packet: Packet, device: 'node' | 'cilium_host'): Packet | undefined {
  const { state, host } = run;
  const tuple = tupleOf(packet);
  const address = ownSource(host, packet.family, device);
  if (!address) return undefined;
  // Echo requests keep their id here; the kernel draws another where it is taken.
  if (!tuple) return withEndpoints(packet, { src: address });
  const known = findNat(state, 'OUT', tuple);
  const port = known?.port ?? choosePort(run, tuple, address);
  if (port === undefined) return undefined;
  const to = known ?? { address, port };
  const translated = withEndpoints(packet, { src: to.address, sport: to.port });
  putNat(state, { direction: 'OUT', tuple, packet }, to);
  const back = reversed({ ...tuple, src: to.address, sport: to.port });
  putNat(state, { direction: 'IN', tuple: back, packet }, { address: tuple.src, port: tuple.sport });
  return translated;
}

/** A reply to a translated source gets its own destination back; undefined: it is none. */
export function reverseSnat({ state }: ProgramRun, packet: Packet): Packet | undefined {
  const tuple = tupleOf(packet);
  const to = tuple && findNat(state, 'IN', tuple);
  return to && withEndpoints(packet, { dst: to.address, dport: to.port });
}
