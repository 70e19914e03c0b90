import { sameIp, type IpAddress } from '../net/ip';
import { formatEndpoint, hasPorts, withEndpoints, type Packet } from '../net/packet';
import type { VfpBalancer } from './vswitch';

/** Both ends of a packet. */
export interface VfpFlowEnds {
  readonly src: IpAddress;
  readonly sport: number;
  readonly dst: IpAddress;
  readonly dport: number;
}

/** What becomes of the packets of one direction of a flow. */
interface VfpFlow {
  readonly to: VfpFlowEnds;
  /** `restored`: it is the way back. */
  readonly did: 'translated' | 'restored';
  /** The port that has it; that of an endpoint sees it when the packet is put out there, if it is the way to it. */
  readonly port: string;
  readonly frontend: string;
}

/**
 * What VFP remembers on one node. How long is not documented: nothing here forgets.
 */
export interface VfpState {
  /** By {@link flowKey}: port of the switch and both ends. */
  readonly flows: Map<string, VfpFlow>;
  /** What the hash of a client or a connection picked: it is the same each time. */
  readonly picked: Map<string, number>;
}

/** Nothing has passed yet. */
export function createVfpState(): VfpState {
  return { flows: new Map(), picked: new Map() };
}

/** Both ends; undefined: it has no ports. */
export function endsOf({ l4, src, dst }: Packet): VfpFlowEnds | undefined {
  return hasPorts(l4) ? { src, sport: l4.sport, dst, dport: l4.dport } : undefined;
}

/** The ends of an answer. */
export function turned({ src, sport, dst, dport }: VfpFlowEnds): VfpFlowEnds {
  return { src: dst, sport: dport, dst: src, dport: sport };
}

/** `vport1 tcp 10.244.0.5:40000 10.96.0.10:80`. */
export function flowKey(port: string, protocol: string, { src, sport, dst, dport }: VfpFlowEnds): string {
  return `${port} ${protocol} ${formatEndpoint(src, sport)} ${formatEndpoint(dst, dport)}`;
}

/** The flow a packet is of, at one of the ports; the first port that has one counts. */
export function findFlow(
  { flows }: VfpState,
  packet: Packet,
  ports: readonly string[],
): { readonly key: string; readonly flow: VfpFlow } | undefined {
  const ends = endsOf(packet);
  if (!ends) return undefined;
  for (const port of ports) {
    const key = flowKey(port, packet.l4.proto, ends);
    const flow = flows.get(key);
    if (flow) return { key, flow };
  }
  return undefined;
}

/** A packet with other ends. */
export function withEnds(packet: Packet, { src, sport, dst, dport }: VfpFlowEnds): Packet {
  return withEndpoints(packet, { src, sport, dst, dport });
}

/** What is to be translated, and where. */
interface Translation {
  readonly balancer: VfpBalancer;
  readonly packet: Packet;
  /** The endpoint picked. */
  readonly endpoint: IpAddress;
  /** The source it gets; absent: its own stays. */
  readonly source?: IpAddress;
  /** The port of the switch that translates. */
  readonly at: string;
}

/** How many ports are looked at for a free one. */
const PORTS = 64_512;
const FIRST_PORT = 1024;

/** A port of the source that no other flow to the endpoint has: its own if it can be. */
function freePort({ flows }: VfpState, { at, packet }: Translation, ends: VfpFlowEnds): number {
  for (let step = 0; step < PORTS; step++) {
    const sport = step === 0 ? ends.sport : FIRST_PORT + ((ends.sport - FIRST_PORT + step + PORTS) % PORTS);
    if (!flows.has(flowKey(at, packet.l4.proto, turned({ ...ends, sport })))) return sport;
  }
  return ends.sport;
}

/** Translates the first packet of a flow and remembers both its ways. Undefined: it has no ports. */
export function translate(state: VfpState, translation: Translation): Packet | undefined {
  const { balancer, packet, endpoint, source, at } = translation;
  const from = endsOf(packet);
  if (!from) return undefined;
  const { proto } = packet.l4;
  const known = state.flows.get(flowKey(at, proto, from));
  const aimed = { ...from, src: source ?? from.src, dst: endpoint, dport: balancer.port };
  const isKnown = known && sameIp(known.to.dst, endpoint);
  const sport = isKnown ? known.to.sport : source ? freePort(state, translation, aimed) : from.sport;
  const to = { ...aimed, sport };
  const { frontend } = balancer;
  state.flows.set(flowKey(at, proto, from), { to, did: 'translated', port: at, frontend });
  state.flows.set(flowKey(at, proto, turned(to)), { to: turned(from), did: 'restored', port: at, frontend });
  return withEnds(packet, to);
}
