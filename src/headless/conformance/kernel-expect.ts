import type { ConntrackEntry } from '../../core/linux/conntrack/types';
import type { Leg, TraceStep } from '../../core/sim/trace';
import { packetText, tupleText } from './packet-text';

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
  /** The packet and mark when the next hook, or the end, is reached. */
  readonly after: string;
  readonly markAfter: number;
}

export interface VisitEvent {
  readonly table: string;
  readonly chain: string;
  /** 1-based, `policy` or `return`. */
  readonly rule: number | 'policy' | 'return';
  readonly mark: number;
}

function eventOf(step: TraceStep): VisitEvent | undefined {
  if (step.kind === 'rule') {
    const { table, chain, index } = step.ref;
    return { table, chain, rule: index + 1, mark: step.markBefore ?? step.mark };
  }
  if (step.kind === 'policy') return { table: step.table, chain: step.chain, rule: 'policy', mark: step.mark };
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
  if (event || step.kind === 'nat') {
    open.after = packetText(step.packet);
    open.markAfter = step.mark;
  }
}

function eventText({ table, chain, rule, mark }: VisitEvent): string {
  return `${table} ${chain} ${rule}${mark ? ` m=0x${mark.toString(16)}` : ''}`;
}

/** A visit as raw records write it. */
function rawVisit(visit: Visit): Record<string, unknown> {
  const { hook, pkt, mark, events } = visit;
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

/** Where and how a packet that was not sent or delivered was lost. */
function dropOf(leg: Leg): Record<string, unknown> {
  const steps = leg.hops.flatMap((hop) => hop.steps);
  const stop = steps.findLast((step) => step.kind === 'stop');
  const hook = steps.findLast((step) => step.kind === 'hook');
  const { disposition } = leg;
  const by = disposition.kind === 'DROPPED' || disposition.kind === 'REJECTED' ? disposition.by : undefined;
  const atRule = by !== undefined && /^(raw|mangle|nat|filter|security) /.test(by) && !refusedByNat(steps);
  const where = hook?.kind === 'hook' ? hook.hook : undefined;
  const dropAt = atRule ? `${where} ${by}` : where ? `kernel after ${where}` : 'before PREROUTING';
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
}

/** What a record says of one packet, said by the simulator. */
export function expectOf({ legs, before, after }: Outcome): Record<string, unknown> {
  const [request, ...answers] = legs;
  if (!request) return {};
  const visits = visitsOf(request);
  const known = new Map(before.map(entryOf).map((entry) => [String(entry['orig']), JSON.stringify(entry)]));
  const entries = after.map(entryOf);
  const present = new Set(entries.map((entry) => String(entry['orig'])));
  const gone = [...known.keys()].filter((orig) => !present.has(orig));
  const resp = answers.flatMap(answerOf);
  const respTrace = answers.flatMap((leg) => visitsOf(leg).map(rawVisit));
  return {
    ...endOf(request),
    ctState: visits.flatMap((visit) => (visit.ct ? [`${visit.hook}:${visit.ct}`] : [])),
    ct: entries.filter((entry) => known.get(String(entry['orig'])) !== JSON.stringify(entry)),
    ...(gone.length > 0 ? { ctGone: gone } : {}),
    trace: visits.map(rawVisit),
    ...(resp.length > 0 ? { resp } : {}),
    ...(respTrace.length > 0 ? { respTrace } : {}),
  };
}
