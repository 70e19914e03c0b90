import type { ConntrackEntry } from '../../../src/core/linux/conntrack/table';
import { isXtTable, type AnyTableName, type Verdict } from '../../../src/core/linux/hooks';
import type { Leg, TraceStep } from '../../../src/core/sim/trace';
import { formatIp } from '../../../src/core/net/ip';
import {
  hasPorts,
  protocolNumber,
  type Packet,
  formatEndpoint,
  type Tuple,
  flagLetters,
} from '../../../src/core/net/packet';

/** A hook as the recordings list it: what the packet was when it came, and what matched. */
export interface Visit {
  readonly hook: string;
  readonly in?: string;
  readonly out?: string;
  readonly physin?: string;
  readonly physout?: string;
  readonly netns: string;
  readonly pkt: string;
  readonly mark?: number;
  readonly ct?: string;
  readonly events: readonly VisitEvent[];
  /** What the IPVS director did here: `in TCP 10.96.0.1:80 -> 10.244.1.5:8080 by scheduler`. */
  readonly ipvs?: string;
  /** The packet and mark when the next hook, or the end, is reached. */
  readonly after: string;
  readonly markAfter: number;
}

export interface VisitEvent {
  readonly table: string;
  readonly chain: string;
  /** 1-based, `policy` or `return`. */
  readonly rule: number | 'policy' | 'return';
  /** Of iptables before the rule's target ran, of nftables behind the rule. */
  readonly mark: number;
  /** nftables: what the rule said. */
  readonly verdict?: string;
}

/** nftables only: a rule that rejects drops. */
function verdictOf(table: AnyTableName, verdict: Verdict): { verdict?: string } {
  if (isXtTable(table)) return {};
  if ('chain' in verdict) return { verdict: `${verdict.kind.toLowerCase()} ${verdict.chain}` };
  return { verdict: verdict.kind === 'REJECT' ? 'drop' : verdict.kind.toLowerCase() };
}

function eventOf(step: TraceStep): VisitEvent | undefined {
  if (step.kind === 'rule') {
    const { table, chain, index } = step.ref;
    const mark = isXtTable(table) ? (step.markBefore ?? step.mark) : step.mark;
    return { table, chain, rule: index + 1, mark, ...verdictOf(table, step.verdict) };
  }
  if (step.kind === 'policy') {
    const { table, chain, mark } = step;
    return { table, chain, rule: 'policy', mark, ...verdictOf(table, step.verdict) };
  }
  if (step.kind === 'return') return { table: step.table, chain: step.chain, rule: 'return', mark: step.mark };
  return undefined;
}

/** `new/original`, `invalid`. */
function ctText(step: Extract<TraceStep, { kind: 'conntrack' }>): string {
  const state = step.ctState.toLowerCase();
  return state === 'invalid' || state === 'untracked' ? state : `${state}/${step.direction}`;
}

type Open = { -readonly [K in keyof Visit]: Visit[K] } & { events: VisitEvent[] };

function openVisit(step: Extract<TraceStep, { kind: 'hook' }>, netns: string): Open {
  const { hook, indev, outdev, physin, physout, mark } = step;
  return {
    hook,
    netns,
    ...(indev ? { in: indev } : {}),
    ...(outdev ? { out: outdev } : {}),
    ...(physin ? { physin } : {}),
    ...(physout ? { physout } : {}),
    pkt: packetText(step.packet),
    ...(mark ? { mark } : {}),
    events: [],
    after: packetText(step.packet),
    markAfter: mark,
  };
}

/** The hooks a packet passed, in order. */
export function visitsOf(leg: Leg): Visit[] {
  const visits: Open[] = [];
  for (const hop of leg.hops) {
    let open: Open | undefined;
    for (const step of hop.steps) {
      if (step.kind === 'hook') visits.push((open = openVisit(step, hop.netns)));
      else if (open) follow(open, step);
    }
  }
  return visits;
}

function follow(open: Open, step: TraceStep): void {
  const event = eventOf(step);
  if (event) open.events.push(event);
  if (step.kind === 'conntrack') open.ct = ctText(step);
  if (step.kind === 'ipvs') open.ipvs = `${step.at} ${step.service} -> ${step.chosen ?? 'none'} by ${step.from}`;
  if (event || step.kind === 'nat' || step.kind === 'ipvs') {
    open.after = packetText(step.packet);
    open.markAfter = step.mark;
  }
}

/** Raw records leave the family of a table of nftables out. */
const bareTable = (table: string): string => table.slice(table.indexOf(' ') + 1);

function eventText({ table, chain, rule, mark, verdict }: VisitEvent): string {
  const said = verdict === undefined ? '' : ` -> ${verdict}`;
  return `${bareTable(table)} ${chain} ${rule}${mark ? ` m=0x${mark.toString(16)}` : ''}${said}`;
}

/** The trace of nftables shows no more of an ICMP error than its own header. */
export function withoutQuote(pkt: string): string {
  return pkt.replace(/ \(.*\)$/, '');
}

/** A visit as raw records write it. */
function rawVisit(visit: Visit, native: boolean): Record<string, unknown> {
  const { hook, mark, events } = visit;
  const pkt = native ? withoutQuote(visit.pkt) : visit.pkt;
  return {
    ev: events.map(eventText),
    hook,
    ...(visit.in ? { in: visit.in } : {}),
    ...(visit.out ? { out: visit.out } : {}),
    pkt,
    ...(mark ? { mark } : {}),
  };
}

/** A connection as the recordings write it; UDP's ASSURED depends on wall time and is left out. */
export function entryOf(entry: ConntrackEntry): Record<string, unknown> {
  const seen = entry.status.filter((status) => !['CONFIRMED', 'DYING'].includes(status));
  const status = entry.original.protocol === 17 ? seen.filter((each) => each !== 'ASSURED') : seen;
  return {
    orig: tupleText(entry.original),
    reply: tupleText(entry.reply),
    status,
    ...(entry.mark ? { mark: entry.mark } : {}),
    ...(entry.tcpState ? { tcp: entry.tcpState } : {}),
  };
}

const lastStep = (leg: Leg): TraceStep | undefined => leg.hops.at(-1)?.steps.at(-1);

/** MASQUERADE or REDIRECT found no address: the kernel drops at a rule whose target is not DROP. */
function refusedByNat(steps: readonly TraceStep[]): boolean {
  const last = steps.findLast((step) => step.kind === 'rule' || step.kind === 'policy');
  return last?.kind === 'rule' && last.ref.table === 'nat' && last.verdict.kind === 'DROP';
}

/** `ip kube-proxy chain 3` -> `kube-proxy chain 3`; tables of iptables have no family. */
const withoutFamily = (by: string): string => by.replace(/^(ip|ip6|inet) (?=\S+ \S+ \S+$)/, '');

/** Where and how a packet that was not sent or delivered was lost. */
function dropOf(leg: Leg): Record<string, unknown> {
  const steps = leg.hops.flatMap((hop) => hop.steps);
  const stop = steps.findLast((step) => step.kind === 'stop');
  const hook = steps.findLast((step) => step.kind === 'hook');
  const { disposition } = leg;
  const by = disposition.kind === 'DROPPED' || disposition.kind === 'REJECTED' ? disposition.by : undefined;
  const atRule = by !== undefined && /^\S+ /.test(by) && !refusedByNat(steps);
  const where = hook?.kind === 'hook' ? hook.hook : undefined;
  const dropAt = atRule ? `${where} ${withoutFamily(by)}` : where ? `kernel after ${where}` : 'before PREROUTING';
  const errno = stop?.kind === 'stop' && stop.errno ? { errno: stop.errno } : {};
  return { verdict: 'drop', dropAt, ...errno };
}

function endOf(leg: Leg): Record<string, unknown> {
  const step = lastStep(leg);
  const pkt = step ? packetText(step.packet) : '';
  const mark = step?.mark ?? 0;
  if (leg.disposition.kind === 'LEFT') {
    const routed = leg.hops.at(-1)?.steps[0]?.kind === 'receive' ? { ttl: step?.packet.ttl } : {};
    return { verdict: 'sent', out: leg.disposition.device, pkt, mark, ...routed };
  }
  if (leg.disposition.kind === 'DELIVERED') {
    const receive = leg.hops.at(-1)?.steps.findLast((each) => each.kind === 'hook');
    const inIf = receive?.kind === 'hook' ? receive.indev : undefined;
    return { verdict: 'local', inIf, pkt, mark };
  }
  return dropOf(leg);
}

/** What the router sent in answer, as it left. */
function answerOf(leg: Leg): Record<string, unknown>[] {
  const step = lastStep(leg);
  if (!step) return [];
  if (leg.disposition.kind === 'LEFT') {
    return [{ at: leg.disposition.device, pkt: packetText(step.packet), ttl: step.packet.ttl }];
  }
  return leg.disposition.kind === 'DELIVERED' ? [{ at: 'local', pkt: packetText(step.packet) }] : [];
}

export interface Outcome {
  readonly legs: readonly Leg[];
  /** Connections before and after, by their original direction. */
  readonly before: readonly ConntrackEntry[];
  readonly after: readonly ConntrackEntry[];
  /** Recorded by the trace of nftables. */
  readonly native?: boolean;
}

/** What a record says of one packet, said by the simulator. */
export function expectOf({ legs, before, after, native = false }: Outcome): Record<string, unknown> {
  const raw = (visit: Visit): Record<string, unknown> => rawVisit(visit, native);
  const [request, ...answers] = legs;
  if (!request) return {};
  const visits = visitsOf(request);
  const known = new Map(before.map(entryOf).map((entry) => [String(entry['orig']), JSON.stringify(entry)]));
  const entries = after.map(entryOf);
  const present = new Set(entries.map((entry) => String(entry['orig'])));
  const gone = [...known.keys()].filter((orig) => !present.has(orig));
  const resp = answers.flatMap(answerOf);
  const respTrace = answers.flatMap((leg) => visitsOf(leg).map(raw));
  return {
    ...endOf(request),
    ctState: visits.flatMap((visit) => (visit.ct ? [`${visit.hook}:${visit.ct}`] : [])),
    ct: entries.filter((entry) => known.get(String(entry['orig'])) !== JSON.stringify(entry)),
    ...(gone.length > 0 ? { ctGone: gone } : {}),
    trace: visits.map(raw),
    ...(resp.length > 0 ? { resp } : {}),
    ...(respTrace.length > 0 ? { respTrace } : {}),
  };
}

/** `tcp 10.0.0.1:5>10.0.0.2:80 S`, `icmp 10.0.0.1>10.0.0.2 type=3 code=1 (udp ...)`: the words of the recordings. */
function packetText(packet: Packet, quoted = false): string {
  const { src, dst, l4 } = packet;
  if (l4.proto === 'icmp' || l4.proto === 'icmpv6') {
    const id = l4.id === undefined || l4.quoted ? '' : ` id=${l4.id}`;
    const inner = l4.quoted ? ` (${packetText(l4.quoted, true)})` : '';
    return `${l4.proto} ${formatIp(src)}>${formatIp(dst)} type=${l4.type} code=${l4.code}${id}${inner}`;
  }
  if (!hasPorts(l4)) return `${protocolNumber(l4)} ${formatIp(src)}>${formatIp(dst)}`;
  const ends = `${l4.proto} ${formatEndpoint(src, l4.sport)}>${formatEndpoint(dst, l4.dport)}`;
  return l4.proto === 'tcp' && !quoted ? `${ends} ${flagLetters(l4.flags)}` : ends;
}

const PROTOCOLS: Readonly<Record<number, string>> = { 1: 'icmp', 6: 'tcp', 17: 'udp', 58: 'icmpv6', 132: 'sctp' };

/** One direction of a connection, in the same words. */
export function tupleText({ protocol, src, sport, dst, dport }: Tuple): string {
  const proto = PROTOCOLS[protocol] ?? String(protocol);
  if (protocol === 1 || protocol === 58) {
    return `${proto} ${formatIp(src)}>${formatIp(dst)} type=${dport >>> 8} code=${dport & 255} id=${sport}`;
  }
  if (PROTOCOLS[protocol] === undefined) return `${proto} ${formatIp(src)}>${formatIp(dst)}`;
  return `${proto} ${formatEndpoint(src, sport)}>${formatEndpoint(dst, dport)}`;
}
