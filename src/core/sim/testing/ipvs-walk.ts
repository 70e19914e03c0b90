import { formatIp } from '../../net/ip';
import { type Packet, formatEndpoint } from '../../net/packet';
import { simulate, type SimFlow } from '../simulate';
import { takeFirstBranch, printLeg } from './bench';
import { ipvsBench, VIP, type IpvsBench } from './ipvs-bench';
import type { Trace } from '../trace';
import type { SimState } from '../world';

/** One server on the other node, one on this node, both. */
export const ONE_SERVICE = ['TCP 10.96.0.1:80 rr : 10.244.2.5:8080'];
export const LOCAL = ['TCP 10.96.0.1:80 rr : 10.244.1.5:8080'];
export const TWO = ['TCP 10.96.0.1:80 rr : 10.244.1.5:8080 10.244.2.5:8080'];

export interface IpvsSent extends Partial<SimFlow> {
  readonly state?: SimState;
}

/** What becomes of a connection to the service, sent by a namespace of the bench. */
export function send(from: string, bench: IpvsBench, { state, ...more }: IpvsSent = {}): Trace {
  const flow: SimFlow = { netns: from, dst: VIP, proto: 'tcp', sport: 40_000, dport: 80, ...more };
  return simulate({ network: ipvsBench(bench), flow, decide: takeFirstBranch, ...(state ? { state } : {}) });
}

/** The destination and source of a request as it was delivered. */
export function arrival(trace: Trace): string {
  const [request] = trace.legs;
  const packet = request?.hops.at(-1)?.steps.at(-1)?.packet;
  const ended = request?.disposition;
  if (ended?.kind !== 'DELIVERED' || !packet) return ended?.kind ?? '';
  return `${ended.to} from ${formatIp(packet.src)}`;
}

/** What one namespace did in a leg, a line a step. */
export const steps = (trace: Trace, netns: string, leg = 0): string[] =>
  (trace.legs[leg] ? printLeg(trace.legs[leg]) : [])
    .filter((line) => line.startsWith(`${netns}: `))
    .map((line) => line.slice(netns.length + 2));

/** `10.0.0.1:5 > 10.0.0.2:80`. */
export const endsOf = (packet: Packet | undefined): string =>
  packet && 'sport' in packet.l4
    ? `${formatEndpoint(packet.src, packet.l4.sport)} > ${formatEndpoint(packet.dst, packet.l4.dport)}`
    : '';
