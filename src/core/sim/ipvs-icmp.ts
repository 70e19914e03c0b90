import { phrase } from '../lib/phrase';
import { knownFinding, tupleOfPorts } from '../linux/ipvs/finding';
import type { IpvsConnection } from '../linux/ipvs/state';
import { formatEndpoint, type Tuple } from '../net/tuple';
import { withEndpoints, type IcmpHeader, type Packet } from '../net/packet';
import { GO_ON, type HookOutcome } from './hook-outcome';
import { ipvsStep } from './ipvs-step';
import { natXmit, snatAnswer } from './ipvs-xmit';
import type { Passage } from './world';

interface IcmpError extends Packet {
  readonly l4: IcmpHeader & { readonly quoted: Packet };
}

/** The errors the director looks at: unreachable, quench, time exceeded; of ICMPv6 every error. */
export function isIpvsIcmpError(packet: Packet): packet is IcmpError {
  const { l4 } = packet;
  if (l4.proto === 'icmp') return l4.quoted !== undefined && [3, 4, 11].includes(l4.type);
  return l4.proto === 'icmpv6' && l4.quoted !== undefined && l4.type < 128;
}

/** The quoted packet travelled the other way. */
function backTuple(quoted: Packet): Tuple | undefined {
  const tuple = tupleOfPorts(quoted);
  return tuple && { ...tuple, src: tuple.dst, sport: tuple.dport, dst: tuple.src, dport: tuple.sport };
}

function told(passage: Passage, at: 'in' | 'out', conn: IpvsConnection): (before: Packet) => void {
  const { netns, state } = passage;
  const table = netns.ipvs ?? { services: [] };
  const finding = { ...knownFinding({ table, state: state.ipvs, now: state.now }, conn), reason: phrase('ipvs.icmp') };
  return (before) => ipvsStep(passage, at, finding, before);
}

/** An error from a server's side about a request (`ip_vs_out_icmp`): both headers name the service again. */
export function icmpOut(passage: Passage, hook: 'INPUT' | 'FORWARD' | 'OUTPUT', packet: IcmpError): HookOutcome {
  const { ipvs, now } = passage.state;
  const tuple = backTuple(packet.l4.quoted);
  const conn = tuple && ipvs.findOut(tuple, now);
  if (!conn) return GO_ON;
  const quoted = withEndpoints(packet.l4.quoted, { dst: conn.virtual, dport: conn.virtualPort });
  const translate = (each: Packet): Packet => ({ ...each, src: conn.virtual, l4: { ...packet.l4, quoted } });
  return snatAnswer(passage, hook, { conn, translate, told: told(passage, 'out', conn) });
}

/** An error from a client's side about an answer (`ip_vs_in_icmp`): it goes to the server. */
export function icmpIn(passage: Passage, packet: IcmpError): HookOutcome {
  const { ipvs, now } = passage.state;
  const tuple = backTuple(packet.l4.quoted);
  const conn = tuple && ipvs.findIn(tuple, now);
  if (!conn || conn.forward !== 'masq') return GO_ON;
  const quoted = withEndpoints(packet.l4.quoted, { src: conn.server, sport: conn.serverPort });
  const translate = (each: Packet): Packet => ({ ...each, dst: conn.server, l4: { ...packet.l4, quoted } });
  const server = formatEndpoint(conn.server, conn.serverPort);
  return natXmit(passage, { conn, server, translate, told: told(passage, 'in', conn) });
}
