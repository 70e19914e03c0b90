import { assertNever } from '../lib/assert';
import { phrase } from '../lib/phrase';
import { ipvsIn } from '../linux/ipvs/director';
import { knownFinding, tupleOfPorts, type DirectorInput, type Finding } from '../linux/ipvs/finding';
import { setState } from '../linux/ipvs/protocol-state';
import type { IpvsConnection } from '../linux/ipvs/state';
import type { IpvsTable } from '../linux/ipvs/types';
import type { Hook } from '../linux/hooks';
import { formatEndpoint } from '../net/tuple';
import { sendIcmpError } from './errors';
import { GO_ON, type HookEntry, type HookOutcome } from './hook-outcome';
import { icmpIn, icmpOut, isIpvsIcmpError } from './ipvs-icmp';
import { ipvsStep } from './ipvs-step';
import { dropByIpvs, fromService, natXmit, snatAnswer, toServer } from './ipvs-xmit';
import { deviceOf } from './neighbour';
import { stop, type Passage } from './world';

/** conntrack's entry of a connection that is over (`ip_vs_conn_drop_conntrack`). */
function forgetConntrack({ state }: Passage, conn: IpvsConnection): void {
  const { protocol, client: src, clientPort: sport, virtual: dst, virtualPort: dport } = conn;
  const found = state.conntrack.lookup({ id: 0 }, { protocol, src, sport, dst, dport });
  if (found?.direction === 'original') state.conntrack.kill(found.entry);
}

function inputOf(passage: Passage, table: IpvsTable): DirectorInput {
  const { netns, state, skb, world } = passage;
  return {
    netns,
    table,
    state: state.ipvs,
    now: state.now,
    mark: skb.mark,
    oldConntrack: skb.ct?.status.has('CONFIRMED') ?? false,
    fromSelf: skb.local || deviceOf(netns, skb.indev ?? 'lo')?.kind === 'loopback' || skb.indev === 'lo',
    draw: (where, probabilities) => world.decide({ kind: 'random', where, probabilities }),
    oneOf: (where, branches) => {
      const reason = phrase('ipvs.order-unknown');
      const isIt = (): boolean => world.decide({ kind: 'unknown', where, reason, branches: 2 }) === 0;
      for (let branch = 0; branch < branches - 1; branch++) if (isIt()) return branch;
      return branches - 1;
    },
    forget: (conn) => forgetConntrack(passage, conn),
  };
}

/** Nobody takes the connection: ICMP port unreachable, also to TCP (`ip_vs_leave`). */
function unreachable(passage: Passage, finding: Finding, errno: string | undefined): HookOutcome {
  const { netns, skb } = passage;
  const v4 = skb.packet.family === 'ipv4';
  ipvsStep(passage, 'in', finding);
  sendIcmpError(passage, v4 ? { type: 3, code: 3 } : { type: 1, code: 4 });
  const answer = v4 ? 'icmp-port-unreachable' : 'icmp6-port-unreachable';
  const disposition = { kind: 'REJECTED', netns: netns.id, with: answer, by: 'ipvs' } as const;
  return { kind: 'ended', next: stop(passage, finding.reason, disposition, errno) };
}

function unknown(passage: Passage, finding: Finding): HookOutcome {
  const { netns } = passage;
  ipvsStep(passage, 'in', finding);
  const { reason } = finding;
  return { kind: 'ended', next: stop(passage, reason, { kind: 'UNKNOWN', netns: netns.id, reason }) };
}

function forward(passage: Passage, conn: IpvsConnection, finding: Finding): HookOutcome {
  const { skb, state, world } = passage;
  if (finding.byListOrder) world.recorder.assume(phrase('ipvs.list-order'));
  setState(conn, 'input', skb.packet.l4, { now: state.now, timeouts: passage.netns.ipvs?.timeouts });
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
  const verdict = ipvsIn(inputOf(passage, table), skb.packet);
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
  const known = knownFinding({ table, state: state.ipvs, now: state.now }, conn);
  const finding = { ...known, reason: phrase('ipvs.reply') };
  setState(conn, 'output', l4, { now: state.now, timeouts: table.timeouts });
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
      return [{ priority: 98, run: (passage) => directOut(passage, hook, table) }, requests(99)];
    case 'OUTPUT':
      return [{ priority: -99, run: (passage) => directOut(passage, hook, table) }, requests(-98)];
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
