import { assertNever } from '../lib/result';
import { phrase, type Phrase } from '../lib/phrase';
import {
  ipvsIn,
  knownFinding,
  tupleOfPorts,
  type DirectorInput,
  type DirectorFinding,
  vs,
} from '../linux/ipvs/director';
import { setState } from '../linux/ipvs/protocol-state';
import type { IpvsConnection, IpvsTable } from '../linux/ipvs/service';
import type { Hook } from '../linux/hooks';
import { formatEndpoint, type Tuple, withEndpoints, type IcmpHeader, type Packet, hasPorts } from '../net/packet';
import { sendIcmpError } from './errors';
import { GO_ON, type HookEntry, type HookOutcome } from './hook-outcome';
import { DIRECTOR_PRIORITY } from './hook-order';
import { findDevice } from './neighbour';
import { stop, type Passage } from './world';
import { isLoopback, type IpAddress } from '../net/ip';
import { routeAgain, routeOutput } from './route';

/** Ends a packet the director refuses; `errno`: what a sender on this host is told. */
function dropByIpvs(passage: Passage, reason: Phrase, errno?: string): HookOutcome {
  const disposition = { kind: 'DROPPED', netns: passage.netns.id, by: 'ipvs' } as const;
  return { kind: 'ended', next: stop(passage, reason, disposition, errno) };
}

/** The connection as netfilter's conntrack must know it, or off its books (`ip_vs_update_conntrack`, `ip_vs_notrack`). */
function tellConntrack({ skb }: Passage, conn: IpvsConnection, direction: 'in' | 'out'): void {
  skb.ipvsProperty = true;
  if (!conn.conntrack) {
    if (skb.ct) skb.ctState = 'UNTRACKED';
    delete skb.ct;
    delete skb.ctDirection;
    return;
  }
  const { ct } = skb;
  if (!ct || ct.status.has('CONFIRMED') || ct.status.has('DYING')) return;
  if (conn.forward !== 'masq' || skb.ctDirection === 'reply') return;
  const ported = hasPorts(skb.packet.l4);
  ct.reply =
    direction === 'in'
      ? { ...ct.reply, src: conn.server, ...(ported ? { sport: conn.serverPort } : {}) }
      : { ...ct.reply, dst: conn.virtual, ...(ported ? { dport: conn.virtualPort } : {}) };
}

function timeExceeded(passage: Passage): HookOutcome {
  const { skb, netns } = passage;
  sendIcmpError(passage, skb.packet.family === 'ipv4' ? { type: 11, code: 0 } : { type: 3, code: 0 });
  return { kind: 'ended', next: stop(passage, phrase('ipvs.ttl'), { kind: 'TTL_EXCEEDED', netns: netns.id }) };
}

function noRoute(passage: Passage, server: IpAddress, text: string): HookOutcome {
  sendIcmpError(passage, server.family === 'ipv4' ? { type: 3, code: 1 } : { type: 1, code: 3 });
  return dropByIpvs(passage, phrase('ipvs.drop-no-route', { server: text }));
}

/** Did it come in from another host? What came over lo has an output route. */
function cameIn({ skb, netns }: Passage): boolean {
  return (
    !skb.local && skb.indev !== undefined && findDevice(netns, skb.indev)?.kind !== 'loopback' && skb.indev !== 'lo'
  );
}

interface Transmission {
  readonly conn: IpvsConnection;
  /** The connection's server, as text. */
  readonly server: string;
  readonly translate: (packet: Packet) => Packet;
  /** Writes the step once the packet is translated. */
  readonly told: (before: Packet) => void;
}

/**
 * Sends a packet to its server with another destination (`ip_vs_nat_xmit`, net/netfilter/ipvs/ip_vs_xmit.c).
 * A server elsewhere: the packet leaves this hook and begins LOCAL_OUT. A server of this host: it goes on here.
 */
function natXmit(passage: Passage, { conn, server, translate, told }: Transmission): HookOutcome {
  const { skb, netns, leg } = passage;
  const before = skb.packet;
  const found = routeOutput(netns, { dst: conn.server, mark: 0, anySource: true });
  if (!found.ok) return noRoute(passage, conn.server, server);
  const { route, device, nexthop } = found.value;
  if (route.type === 'local') {
    if (isLoopback(conn.server) && cameIn(passage)) return dropByIpvs(passage, phrase('ipvs.drop-loopback-server'));
    skb.packet = translate(before);
    tellConntrack(passage, conn, 'in');
    told(before);
    return GO_ON;
  }
  if (isLoopback(before.src)) return dropByIpvs(passage, phrase('ipvs.drop-loopback-source'));
  if (before.ttl <= 1) return timeExceeded(passage);
  skb.packet = translate({ ...before, ttl: before.ttl - 1 });
  tellConntrack(passage, conn, 'in');
  told(before);
  passage.route = route;
  const reason = phrase('ipvs.route-server');
  leg.step({ kind: 'routing', decision: 'output', route, device, again: false, reason }, skb);
  return { kind: 'sent-on', device, nexthop, viaGateway: route.via !== undefined };
}

/** An answer's way is looked up again from the virtual address (`ip_vs_route_me_harder`); true: it has none. */
function hasNoWay(passage: Passage, hook: 'FORWARD' | 'OUTPUT'): boolean {
  const { skb, netns, leg } = passage;
  if (vs(netns, 'snat_reroute', 1) === 0 || passage.route?.type === 'local') return false;
  const found = routeAgain(netns, skb.packet, skb.mark);
  if (!found.ok) return true;
  const { route, device, nexthop } = found.value;
  const present = passage.reroutedTo?.device ?? skb.outdev;
  const bridged = hook === 'FORWARD' && passage.route === undefined;
  if (bridged || device === present) return false;
  passage.route = route;
  passage.reroutedTo = { device, nexthop };
  leg.step(
    { kind: 'routing', decision: 'output', route, device, again: true, reason: phrase('ipvs.route-reply') },
    skb,
  );
  return false;
}

/** Gives an answer the virtual service's address as its source (`handle_response`, `handle_response_icmp`). */
function snatAnswer(
  passage: Passage,
  hook: 'INPUT' | 'FORWARD' | 'OUTPUT',
  { conn, translate, told }: Omit<Transmission, 'server'>,
): HookOutcome {
  const { skb } = passage;
  const before = skb.packet;
  if (conn.forward === 'masq') skb.packet = translate(before);
  tellConntrack(passage, conn, 'out');
  told(before);
  if (conn.forward === 'masq' && hook !== 'INPUT' && hasNoWay(passage, hook))
    return dropByIpvs(passage, phrase('ipvs.drop-reply-route'));
  return GO_ON;
}

/** The packet from the server's end to the service's, or the other way. */
const toServer =
  (conn: IpvsConnection) =>
  (packet: Packet): Packet =>
    withEndpoints(packet, { dst: conn.server, dport: conn.serverPort });

const fromService =
  (conn: IpvsConnection) =>
  (packet: Packet): Packet =>
    withEndpoints(packet, { src: conn.virtual, sport: conn.virtualPort });

/** Counting what each server has to do, for a step nobody reads, is most of a walk among thousands of connections. */
const quietOf = ({ world }: Passage): { readonly quiet?: true } => (world.quiet ? { quiet: true } : {});

/** Writes what the director decided; `before`: the packet until it was translated. */
function ipvsStep(passage: Passage, at: 'in' | 'out', finding: DirectorFinding, before?: Packet): void {
  const { service, scheduler, chosen, from, odds, reason } = finding;
  const listed = passage.world.quiet ? [] : finding.candidates;
  const candidates = listed.map(({ key, weight, active, inactive }) => ({
    server: key,
    weight,
    activeConnections: active,
    inactiveConnections: inactive,
  }));
  const changed = before && before !== passage.skb.packet ? { before } : {};
  const known = { ...(chosen ? { chosen } : {}), ...(odds ? { odds } : {}), ...changed };
  passage.leg.step({ kind: 'ipvs', at, service, scheduler, candidates, from, reason, ...known }, passage.skb);
}

interface IcmpError extends Packet {
  readonly l4: IcmpHeader & { readonly quoted: Packet };
}

/** The errors the director looks at: unreachable, quench, time exceeded; of ICMPv6 every error. */
function isIpvsIcmpError(packet: Packet): packet is IcmpError {
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
  const finding = {
    ...knownFinding({ netns, table, state: state.ipvs, now: state.now, ...quietOf(passage) }, conn),
    reason: phrase('ipvs.icmp'),
  };
  return (before) => ipvsStep(passage, at, finding, before);
}

/** An error from a server's side about a request (`ip_vs_out_icmp`): both headers name the service again. */
function icmpOut(passage: Passage, hook: 'INPUT' | 'FORWARD' | 'OUTPUT', packet: IcmpError): HookOutcome {
  const { ipvs, now } = passage.state;
  const tuple = backTuple(packet.l4.quoted);
  const conn = tuple && ipvs.findOut(tuple, now);
  if (!conn) return GO_ON;
  const quoted = withEndpoints(packet.l4.quoted, { dst: conn.virtual, dport: conn.virtualPort });
  const translate = (each: Packet): Packet => ({ ...each, src: conn.virtual, l4: { ...packet.l4, quoted } });
  return snatAnswer(passage, hook, { conn, translate, told: told(passage, 'out', conn) });
}

/** An error from a client's side about an answer (`ip_vs_in_icmp`): it goes to the server. */
function icmpIn(passage: Passage, packet: IcmpError): HookOutcome {
  const { ipvs, now } = passage.state;
  const tuple = backTuple(packet.l4.quoted);
  const conn = tuple && ipvs.findIn(tuple, now);
  if (!conn || conn.forward !== 'masq') return GO_ON;
  const quoted = withEndpoints(packet.l4.quoted, { src: conn.server, sport: conn.serverPort });
  const translate = (each: Packet): Packet => ({ ...each, dst: conn.server, l4: { ...packet.l4, quoted } });
  const server = formatEndpoint(conn.server, conn.serverPort);
  return natXmit(passage, { conn, server, translate, told: told(passage, 'in', conn) });
}

/** conntrack's entry of a connection that is over (`ip_vs_conn_drop_conntrack`). */
function forgetConntrack({ state }: Passage, conn: IpvsConnection): void {
  const { protocol, client: src, clientPort: sport, virtual: dst, virtualPort: dport } = conn;
  const found = state.conntrack.lookup({ id: 0 }, { protocol, src, sport, dst, dport });
  if (found?.direction === 'original') state.conntrack.kill(found.entry);
}

function makeInput(passage: Passage, table: IpvsTable): DirectorInput {
  const { netns, state, skb, world } = passage;
  return {
    netns,
    table,
    state: state.ipvs,
    now: state.now,
    mark: skb.mark,
    oldConntrack: skb.ct?.status.has('CONFIRMED') ?? false,
    fromSelf: skb.local || findDevice(netns, skb.indev ?? 'lo')?.kind === 'loopback' || skb.indev === 'lo',
    draw: (where, probabilities) => world.decide({ kind: 'random', where, probabilities }),
    oneOf: (where, branches) => {
      const reason = phrase('ipvs.order-unknown');
      const isIt = (): boolean => world.decide({ kind: 'unknown', where, reason, branches: 2 }) === 0;
      for (let branch = 0; branch < branches - 1; branch++) if (isIt()) return branch;
      return branches - 1;
    },
    forget: (conn) => forgetConntrack(passage, conn),
    ...quietOf(passage),
  };
}

/** Nobody takes the connection: ICMP port unreachable, also to TCP (`ip_vs_leave`). */
function unreachable(passage: Passage, finding: DirectorFinding, errno: string | undefined): HookOutcome {
  const { netns, skb } = passage;
  const v4 = skb.packet.family === 'ipv4';
  ipvsStep(passage, 'in', finding);
  sendIcmpError(passage, v4 ? { type: 3, code: 3 } : { type: 1, code: 4 });
  const answer = v4 ? 'icmp-port-unreachable' : 'icmp6-port-unreachable';
  const disposition = { kind: 'REJECTED', netns: netns.id, with: answer, by: 'ipvs' } as const;
  return { kind: 'ended', next: stop(passage, finding.reason, disposition, errno) };
}

function unknown(passage: Passage, finding: DirectorFinding): HookOutcome {
  const { netns } = passage;
  ipvsStep(passage, 'in', finding);
  const { reason } = finding;
  return { kind: 'ended', next: stop(passage, reason, { kind: 'UNKNOWN', netns: netns.id, reason }) };
}

function forward(passage: Passage, conn: IpvsConnection, finding: DirectorFinding): HookOutcome {
  const { skb, state, world } = passage;
  if (finding.byListOrder) world.recorder.assume(phrase('ipvs.list-order'));
  setState(conn, 'input', skb.packet.l4, { state: state.ipvs, now: state.now, timeouts: passage.netns.ipvs?.timeouts });
  if (conn.forward === 'local') {
    skb.ipvsProperty = true;
    ipvsStep(passage, 'in', finding);
    return GO_ON;
  }
  if (conn.forward !== 'masq') {
    return unknown(passage, { ...finding, reason: phrase('ipvs.forward-unknown', { method: conn.forward }) });
  }
  return natXmit(passage, {
    conn,
    server: formatEndpoint(conn.server, conn.serverPort),
    translate: toServer(conn),
    told: (before) => ipvsStep(passage, 'in', finding, before),
  });
}

/** Requests: at INPUT those of others, at OUTPUT this host's own (`ip_vs_in_hook`). */
function directIn(passage: Passage, hook: Hook, table: IpvsTable): HookOutcome {
  const { skb } = passage;
  if (skb.ipvsProperty || (passage.broadcast && hook !== 'OUTPUT')) return GO_ON;
  if (isIpvsIcmpError(skb.packet)) return icmpIn(passage, skb.packet);
  const verdict = ipvsIn(makeInput(passage, table), skb.packet);
  const errno = hook === 'OUTPUT' ? 'EPERM' : undefined;
  switch (verdict.kind) {
    case 'pass':
      return GO_ON;
    case 'forward':
      return forward(passage, verdict.conn, verdict.finding);
    case 'unreachable':
      return unreachable(passage, verdict.finding, errno);
    case 'unknown':
      return unknown(passage, verdict.finding);
    case 'drop':
      ipvsStep(passage, 'in', verdict.finding);
      return dropByIpvs(passage, verdict.finding.reason, errno);
    default:
      return assertNever(verdict);
  }
}

/** Answers of servers on their way to the clients (`ip_vs_out_hook`). */
function directOut(passage: Passage, hook: 'INPUT' | 'FORWARD' | 'OUTPUT', table: IpvsTable): HookOutcome {
  const { skb, state } = passage;
  if (skb.ipvsProperty) return GO_ON;
  if (isIpvsIcmpError(skb.packet)) return icmpOut(passage, hook, skb.packet);
  const tuple = tupleOfPorts(skb.packet);
  const conn = tuple && state.ipvs.findOut(tuple, state.now);
  if (!conn) return GO_ON;
  const { l4 } = skb.packet;
  const asked = { netns: passage.netns, table, state: state.ipvs, now: state.now, ...quietOf(passage) };
  const known = knownFinding(asked, conn);
  const finding = { ...known, reason: phrase('ipvs.reply') };
  setState(conn, 'output', l4, { state: state.ipvs, now: state.now, timeouts: table.timeouts });
  const told = (before: typeof skb.packet): void => ipvsStep(passage, 'out', finding, before);
  return snatAnswer(passage, hook, { conn, translate: fromService(conn), told });
}

/** Errors about answers of services that are known by a mark pass here (`ip_vs_forward_icmp`). */
function forwardIcmp(passage: Passage): HookOutcome {
  const { packet } = passage.skb;
  return isIpvsIcmpError(packet) ? icmpIn(passage, packet) : GO_ON;
}

/** Where the director is registered (`ip_vs_ops4`, `ip_vs_ops6` in net/netfilter/ipvs/ip_vs_core.c). */
export function ipvsEntries(table: IpvsTable, hook: Hook): HookEntry[] {
  const requests = (priority: number): HookEntry => ({
    priority,
    run: (passage, at) => directIn(passage, at, table),
  });
  switch (hook) {
    case 'INPUT':
      return [{ priority: 98, run: (passage) => directOut(passage, hook, table) }, requests(DIRECTOR_PRIORITY.INPUT)];
    case 'OUTPUT':
      return [{ priority: -99, run: (passage) => directOut(passage, hook, table) }, requests(DIRECTOR_PRIORITY.OUTPUT)];
    case 'FORWARD':
      return [
        { priority: 99, run: forwardIcmp },
        { priority: 100, run: (passage) => directOut(passage, hook, table) },
      ];
    case 'PREROUTING':
    case 'POSTROUTING':
      return [];
    default:
      return assertNever(hook);
  }
}
