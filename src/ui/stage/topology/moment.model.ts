import { assertNever } from '../../../core/lib/result';
import { formatIp, type IpAddress, formatCidr } from '../../../core/net/ip';
import { hasPorts, type L4Header, type Packet, type TcpFlags } from '../../../core/net/packet';
import { headerBefore, type FlatStep } from '../../../store/selectors';
import type { AddressKind } from '../../common/address-kind.model';
import { type Tone, ipvsMark, targetMark, verdictMark, type VerdictMark } from '../../common/theme/verdicts';
import { isIpHook, type Hook, type AnyTableName } from '../../../core/linux/hooks';
import type { Route } from '../../../core/linux/routing/fib';
import type { Phrase } from '../../../core/lib/phrase';
import type { EbpfStep, TraceStep, Outcome } from '../../../core/sim/trace';
import { narrateAlone, rewriteAfter, tell } from '../../../core/sim/narrate';
import { sumOdds } from '../../../core/sim/odds';
import type { RunResult } from '../../../engine/protocol';
import { oddsText, type OddsText } from '../../common/texts.model';

/** The chance that the request ends at a namespace; `?` when an unknown rule decides. */
export type DrawnOdds = ReadonlyMap<string, OddsText>;

const NONE: ReadonlyMap<string, OddsText> = new Map();

/** Sums outcomes by where the request was delivered. Nothing to say when there is only one outcome. */
export function oddsByNetns(result: RunResult | undefined): DrawnOdds {
  if (!result || result.outcomes.length < 2) return NONE;
  const groups = new Map<string, Outcome[]>();
  for (const outcome of result.outcomes) {
    if (outcome.disposition.kind !== 'DELIVERED') continue;
    const { netns } = outcome.disposition;
    groups.set(netns, [...(groups.get(netns) ?? []), outcome]);
  }
  return new Map([...groups].map(([netns, group]) => [netns, oddsText(sumOdds(group)) ?? UNKNOWN]));
}

const UNKNOWN: OddsText = { meant: '?', short: '?', kernel: 'none' };

/** A piece of the packet's label. `was`: struck through, what the header said before; `now`: what it says since. `end`: how the leg ended. */
export interface LabelPart {
  readonly text: string;
  readonly tone: AddressKind | 'plain' | 'tag' | 'end';
  readonly variant?: 'was' | 'now';
  readonly verdict?: Tone;
}

/** `SYN` and where it goes, then `src → dst`; a rewritten half shows what it was and what it became. */
export function collectLabel(step: FlatStep, kindOf: (address: IpAddress) => AddressKind): readonly LabelPart[] {
  const { packet } = step.data;
  const before = headerBefore(step.data);
  return [
    { text: `${step.role === 'request' ? '→' : '←'} ${makeTag(packet.l4)}`, tone: 'tag' },
    ...halfOf('src', packet, before, kindOf),
    { text: '→', tone: 'plain' },
    ...halfOf('dst', packet, before, kindOf),
  ];
}

type Side = 'src' | 'dst';

function halfOf(
  side: Side,
  packet: Packet,
  before: Packet | undefined,
  kindOf: (address: IpAddress) => AddressKind,
): LabelPart[] {
  const now = { text: getEndpoint(packet, side), tone: kindOf(packet[side]) };
  const was = before && { text: getEndpoint(before, side), tone: kindOf(before[side]) };
  if (!was || was.text === now.text) return [now];
  return [
    { ...was, variant: 'was' },
    { ...now, variant: 'now' },
  ];
}

/** `10.0.0.1:80`, `[fd00::1]:80`, or the bare address where there are no ports. */
export function getEndpoint(packet: Packet, side: Side): string {
  const address = formatIp(packet[side]);
  if (!hasPorts(packet.l4)) return address;
  const port = side === 'src' ? packet.l4.sport : packet.l4.dport;
  return packet.family === 'ipv6' ? `[${address}]:${port}` : `${address}:${port}`;
}

/** The packet in a word, as tcpdump would say: `SYN`, `SYN-ACK`, `RST`, `UDP`, `ICMP 3/3`. */
export function makeTag(l4: L4Header): string {
  switch (l4.proto) {
    case 'tcp':
      return formatFlags(l4.flags);
    case 'udp':
      return 'UDP';
    case 'sctp':
      return `SCTP ${l4.chunk}`;
    case 'icmp':
    case 'icmpv6':
      return `${l4.proto === 'icmp' ? 'ICMP' : 'ICMPv6'} ${l4.type}/${l4.code}`;
    case 'other':
      return `IP ${l4.protocol}`;
    default:
      return assertNever(l4);
  }
}

function formatFlags({ syn, ack, fin, rst, psh }: TcpFlags): string {
  if (rst) return 'RST';
  const names = [syn && 'SYN', fin && 'FIN', psh && 'PSH', ack && 'ACK'].filter(Boolean);
  return names.length > 0 ? names.join('-') : 'TCP';
}

/** How a gate looks: asked before on this leg, or asked right now; and what it did to the packet. */
export interface GateVisit {
  readonly now: boolean;
  readonly marks: readonly VerdictMark[];
}

/** One line of what a node looked up: counts, rules and routes as they are, all else as the narrator tells it. */
export type Note =
  | { readonly kind: 'table'; readonly table: AnyTableName; readonly tested: number; readonly matched: number }
  | {
      readonly kind: 'match';
      readonly chain: string;
      readonly rule: number;
      readonly mark: VerdictMark;
      readonly to: string;
    }
  | { readonly kind: 'route'; readonly text: string }
  /** As the narrator has it in short; `by`: the program. A reason may take two lines. */
  | { readonly kind: 'said' | 'reason'; readonly says: Phrase; readonly by?: string };

/** What a node's notebook says while the packet is there. */
interface Notebook {
  /** The gate it is about; absent: routing, a bridge, a process. */
  readonly hook?: Hook;
  readonly notes: readonly Note[];
}

/** What the stage shows at a whole step, apart from the packet itself. */
export interface StageMoment {
  /** The namespace the packet is in. */
  readonly netns: string | undefined;
  /** By `netns HOOK`. */
  readonly gates: ReadonlyMap<string, GateVisit>;
  readonly notebook: Notebook;
  /** `address:port` of both ends of the header, and of the end that was just rewritten. */
  readonly carries: ReadonlySet<string>;
}

export const NO_MOMENT: StageMoment = {
  netns: undefined,
  gates: new Map(),
  notebook: { notes: [] },
  carries: new Set(),
};

/** The key of {@link Moment.gates}. */
export function gateKey(netns: string, hook: Hook): string {
  return `${netns} ${hook}`;
}

type Gates = Map<string, { now: boolean; marks: VerdictMark[] }>;

/**
 * Looks back from step `index`: which gates its leg has asked, and what the present one has answered
 * so far. Of earlier legs only the gate that ended them stays.
 */
export function momentAt(steps: readonly FlatStep[], index: number): StageMoment {
  const current = steps[index];
  if (!current) return NO_MOMENT;
  const gates: Gates = new Map();
  const before = steps.slice(0, index + 1).filter(({ leg }) => leg < current.leg);
  for (const leg of new Set(before.map((step) => step.leg)))
    keepEnd(
      gates,
      before.filter((step) => step.leg === leg),
    );
  const leg = steps.slice(0, index + 1).filter((step) => step.leg === current.leg);
  const at = follow(gates, leg);
  const here = at && gates.get(at.key);
  if (here) here.now = true;
  return {
    netns: current.netns,
    gates,
    notebook: makeNotebook(leg, steps[index + 1], at?.hook),
    carries: carriedBy(current),
  };
}

/** Lights the gates of a leg in turn; answers the one it is at, if it is at one. */
function follow(gates: Gates, leg: readonly FlatStep[]): { hop: number; hook: Hook; key: string } | undefined {
  let at: { hop: number; hook: Hook; key: string } | undefined;
  for (const step of leg) {
    if (step.data.kind === 'hook' && isIpHook(step.data.hook)) at = enter(gates, step, step.data.hook);
    else if (at && (step.hop !== at.hop || leavesGate(step))) at = undefined;
    if (at) gates.get(at.key)?.marks.push(...listMarks(step));
  }
  return at;
}

function keepEnd(gates: Gates, leg: readonly FlatStep[]): void {
  const own: Gates = new Map();
  const at = leg.at(-1)?.data.kind === 'stop' ? follow(own, leg) : undefined;
  const end = at && own.get(at.key);
  if (at && end) gates.set(at.key, end);
}

function carriedBy({ data }: FlatStep): ReadonlySet<string> {
  const before = headerBefore(data);
  const headers = before ? [data.packet, before] : [data.packet];
  return new Set(headers.flatMap((packet) => [getEndpoint(packet, 'src'), getEndpoint(packet, 'dst')]));
}

function enter(gates: Gates, { netns, hop }: FlatStep, hook: Hook): { hop: number; hook: Hook; key: string } {
  const key = gateKey(netns, hook);
  if (!gates.has(key)) gates.set(key, { now: false, marks: [] });
  return { hop, hook, key };
}

/** Steps that happen outside the gate that was asked before. */
function leavesGate({ data }: FlatStep): boolean {
  return ['routing', 'bridge', 'transmit', 'receive', 'deliver', 'originate'].includes(data.kind);
}

function natMark(manip: 'SRC' | 'DST'): VerdictMark {
  return manip === 'DST' ? { sign: '→', word: 'DNAT', tone: 'nat' } : { sign: '⇠', word: 'SNAT', tone: 'nat' };
}

/** Marks of a step that must be seen from afar: a rewrite, a drop, a refusal. */
function listMarks({ data }: FlatStep): VerdictMark[] {
  if (data.kind === 'nat') {
    return [natMark(data.manip)];
  }
  if (data.kind === 'ipvs') return [ipvsMark(data)];
  if (data.kind !== 'rule' && data.kind !== 'policy') return [];
  return data.verdict.kind === 'DROP' || data.verdict.kind === 'REJECT' ? [verdictMark(data.verdict)] : [];
}

/** Answers at the hook up to the last step of `leg`; `next` is the step after it. */
function makeNotebook(leg: readonly FlatStep[], next: FlatStep | undefined, hook: Hook | undefined): Notebook {
  const current = leg.at(-1);
  const last = leg.findLastIndex((step) => step.data.kind === 'hook' || leavesGate(step));
  const notes: Note[] = [];
  const asked = leg.slice(Math.max(0, last)).filter(({ hop }) => hop === current?.hop);
  for (const [at, step] of asked.entries()) note(notes, step, rewriteAfter(step, asked[at + 1] ?? next));
  return { notes, ...(hook ? { hook } : {}) };
}

function note(notes: Note[], { data }: FlatStep, rewrites: 'DST' | 'SRC' | undefined): void {
  if (data.kind === 'skip') count(notes, data.table, data.to - data.from + 1, 0);
  if (data.kind === 'rule') {
    count(notes, data.ref.table, 1, 1);
    const to = data.verdict.kind === 'JUMP' || data.verdict.kind === 'GOTO' ? data.verdict.chain : '';
    const mark = rewrites ? natMark(rewrites) : makeMark(data);
    notes.push({ kind: 'match', chain: data.ref.chain, rule: data.ref.index + 1, mark, to });
  }
  if (data.kind === 'policy' && (data.verdict.kind !== 'ACCEPT' || hasTested(notes, data.table)))
    notes.push({ kind: 'match', chain: data.chain, rule: 0, mark: verdictMark(data.verdict), to: '' });
  if (data.kind === 'routing' && data.route) notes.push({ kind: 'route', text: stageRouteText(data.route) });
  else notes.push(...toldNotes(data));
}

/** Notes of a step that is no rule and no route: in the narrator's short form; its reason where nothing goes on by it. */
function toldNotes(data: TraceStep): readonly Note[] {
  switch (data.kind) {
    case 'conntrack':
      return [told(data)];
    case 'ipvs':
      if (data.at === 'out') return [];
      return [data.chosen === undefined ? because(data) : told(data)];
    case 'ebpf':
    case 'vfp':
      return STAYS.has(data.did) ? [told(data, data.program), because(data)] : [told(data, data.program)];
    case 'routing':
    case 'stop':
    case 'bridge':
      return [because(data)];
    // Rules, policies and NAT are told by their own lines or by the header; where it goes, by the wires.
    case 'originate':
    case 'receive':
    case 'transmit':
    case 'tunnel':
    case 'hook':
    case 'skip':
    case 'rule':
    case 'return':
    case 'policy':
    case 'nat':
    case 'deliver':
      return [];
    default:
      return assertNever(data);
  }
}

const STAYS: ReadonlySet<EbpfStep['did']> = new Set(['refused', 'dropped', 'answered']);

function told(data: TraceStep, by?: string): Note {
  return { kind: 'said', says: tell(narrateAlone(data), 'line'), ...(by === undefined ? {} : { by }) };
}

function because({ reason }: { readonly reason: Phrase }): Note {
  return { kind: 'reason', says: reason };
}

/** A rule that only set the mark says the new one instead of CONTINUE. */
function makeMark({ verdict, markBefore, mark }: Extract<TraceStep, { kind: 'rule' }>): VerdictMark {
  if (markBefore === undefined) return verdictMark(verdict);
  return { ...targetMark('MARK'), word: `MARK 0x${mark.toString(16)}` };
}

/** The policy of a table without rules is no news. */
function hasTested(notes: readonly Note[], table: AnyTableName): boolean {
  return notes.some((known) => known.kind === 'table' && known.table === table);
}

/** One count a table; it stands above the matches that follow it. */
function count(notes: Note[], table: AnyTableName, tested: number, matched: number): void {
  const at = notes.findIndex((known) => known.kind === 'table' && known.table === table);
  const known = notes[at];
  if (known?.kind !== 'table') notes.push({ kind: 'table', table, tested, matched });
  else notes[at] = { ...known, tested: known.tested + tested, matched: known.matched + matched };
}

/** As `ip route` prints it, without what can be left out. */
export function stageRouteText({ type, dst, via, dev }: Route): string {
  const target = dst.prefix === 0 ? 'default' : formatCidr(dst);
  const words = [type === 'unicast' ? '' : type, target, via ? `via ${formatIp(via)}` : '', dev ? `dev ${dev}` : ''];
  return words.filter(Boolean).join(' ');
}
