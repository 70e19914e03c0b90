import { formatIp, sameIp } from '../../core/net/ip';
import { hasPorts, protocolNumber, type L4Header, type Packet, type TcpFlags } from '../../core/net/packet';
import type { FlatStep } from '../../store/selectors';

export type FieldId =
  | 'src'
  | 'dst'
  | 'protocol'
  | 'flags'
  | 'icmp'
  | 'ttl'
  | 'quoted'
  | 'carrier'
  | 'outerSrc'
  | 'outerDst'
  | 'mark'
  | 'ctstate'
  | 'where'
  | 'indev'
  | 'outdev';

/** A value to print; an address gets its network's colour. */
export interface FieldValue {
  readonly text: string;
  readonly address?: string;
  readonly port?: number;
}

/** One line of the header table. */
export interface Field {
  readonly id: FieldId;
  /** As the packet was sent; undefined for what the sender does not set. */
  readonly sent: FieldValue | undefined;
  /** After the step under the playhead. */
  readonly now: FieldValue | undefined;
  /** Before that step, when the step changed it. */
  readonly before: FieldValue | undefined;
  /** Different from what was sent. */
  readonly rewritten: boolean;
}

/** What the kernel keeps beside the packet (struct sk_buff) at one step. */
interface Facts {
  readonly packet: Packet;
  readonly mark: number;
  readonly ctstate?: string;
  readonly where?: string;
  readonly indev?: string;
  readonly outdev?: string;
}

const FLAGS = ['syn', 'ack', 'fin', 'rst', 'psh', 'urg', 'ece', 'cwr'] as const;
const NAMES: Readonly<Record<number, string>> = {
  1: 'ICMP',
  4: 'IPIP',
  6: 'TCP',
  17: 'UDP',
  58: 'ICMPv6',
  132: 'SCTP',
};

/** `SYN ACK`. */
export function flagsText(flags: TcpFlags): string {
  return FLAGS.filter((flag) => flags[flag])
    .map((flag) => flag.toUpperCase())
    .join(' ');
}

function endpoint(packet: Packet, side: 'src' | 'dst'): FieldValue {
  const { l4 } = packet;
  const address = formatIp(packet[side]);
  if (!hasPorts(l4)) return { text: address, address };
  const port = side === 'src' ? l4.sport : l4.dport;
  return { text: `${address} ${port}`, address, port };
}

function plain(text: string | undefined): FieldValue | undefined {
  return text === undefined || text === '' ? undefined : { text };
}

/** `TCP`, or the number of a protocol without a name here. */
export function packetProtocolName(protocol: number): string {
  return NAMES[protocol] ?? String(protocol);
}

function protocolText(l4: L4Header): string {
  const number = protocolNumber(l4);
  return NAMES[number] === undefined ? String(number) : `${packetProtocolName(number)} (${number})`;
}

function icmpText(l4: L4Header): string | undefined {
  if (l4.proto !== 'icmp' && l4.proto !== 'icmpv6') return undefined;
  const id = l4.id === undefined ? '' : ` id ${l4.id}`;
  return `type ${l4.type} code ${l4.code}${id}`;
}

function quotedText(l4: L4Header): string | undefined {
  const quoted = l4.proto === 'icmp' || l4.proto === 'icmpv6' ? l4.quoted : undefined;
  return quoted && `${endpoint(quoted, 'src').text} > ${endpoint(quoted, 'dst').text}`;
}

function formatFlags({ l4 }: Packet): string | undefined {
  return l4.proto === 'tcp' ? flagsText(l4.flags) : undefined;
}

/** A mark as iptables prints it. */
export function markText(mark: number): string {
  return `0x${(mark >>> 0).toString(16)}`;
}

type Reader = (facts: Facts) => FieldValue | undefined;

/** The packet a flow is about: what tunnels carry, where it is in one. */
function innermost(packet: Packet): Packet {
  return packet.inner ? innermost(packet.inner.packet) : packet;
}

/** `VXLAN 1 (UDP 8472)`, `IPIP`. */
function carrierText({ inner, l4 }: Packet): string | undefined {
  if (!inner) return undefined;
  if (inner.by === 'ipip') return packetProtocolName(protocolNumber(l4));
  const port = hasPorts(l4) ? ` (${packetProtocolName(protocolNumber(l4))} ${l4.dport})` : '';
  return `VXLAN ${inner.vni ?? ''}${port}`;
}

const outer =
  (side: 'src' | 'dst'): Reader =>
  ({ packet }) =>
    packet.inner && endpoint(packet, side);

/** The headers are those of the packet inside, wherever it is; a tunnel's own stand apart. */
const READERS: readonly (readonly [FieldId, Reader])[] = [
  ['src', ({ packet }) => endpoint(innermost(packet), 'src')],
  ['dst', ({ packet }) => endpoint(innermost(packet), 'dst')],
  ['protocol', ({ packet }) => plain(protocolText(innermost(packet).l4))],
  ['flags', ({ packet }) => plain(formatFlags(innermost(packet)))],
  ['icmp', ({ packet }) => plain(icmpText(innermost(packet).l4))],
  ['quoted', ({ packet }) => plain(quotedText(innermost(packet).l4))],
  ['ttl', ({ packet }) => plain(String(innermost(packet).ttl))],
  ['carrier', ({ packet }) => plain(carrierText(packet))],
  ['outerSrc', outer('src')],
  ['outerDst', outer('dst')],
  ['mark', ({ mark }) => plain(markText(mark))],
  ['ctstate', ({ ctstate }) => plain(ctstate)],
  ['where', ({ where }) => plain(where)],
  ['indev', ({ indev }) => plain(indev)],
  ['outdev', ({ outdev }) => plain(outdev)],
];

/** Devices and state belong to one hop: the next namespace starts afresh. */
function factsAt(steps: readonly FlatStep[], playhead: number): Facts | undefined {
  const now = steps[playhead];
  if (!now) return undefined;
  const hop = steps.filter(({ leg, hop: at, index }) => leg === now.leg && at === now.hop && index <= playhead);
  const facts: { -readonly [Key in keyof Facts]: Facts[Key] } = { packet: now.data.packet, mark: now.data.mark };
  for (const { data } of hop) {
    if (data.kind === 'receive') facts.indev = data.device;
    if (data.kind === 'conntrack') facts.ctstate = data.ctState;
    if (data.kind === 'routing' && data.device !== undefined && data.decision !== 'local') facts.outdev = data.device;
    if (data.kind === 'transmit') facts.outdev = data.device;
    if (data.kind !== 'hook') continue;
    facts.where = data.hook;
    if (data.indev !== undefined) facts.indev = data.indev;
    if (data.outdev !== undefined) facts.outdev = data.outdev;
  }
  if (now.data.kind === 'transmit' || now.data.kind === 'deliver') delete facts.where;
  return facts;
}

function differs(a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  return a?.text !== b?.text;
}

/** Only headers and the mark are rewritten; devices and states just become known. */
const SENT_BY_HOST: ReadonlySet<FieldId> = new Set([
  'src',
  'dst',
  'protocol',
  'flags',
  'icmp',
  'quoted',
  'ttl',
  'mark',
]);

/** A tunnel's headers are not sent by who sent the packet inside: they are new, or rewritten since the step before. */
const OF_TUNNEL: ReadonlySet<FieldId> = new Set(['outerSrc', 'outerDst']);

/** The header table at the playhead: every field as it was sent and as it is now. */
export function packetFields(steps: readonly FlatStep[], playhead: number): readonly Field[] {
  const now = factsAt(steps, playhead);
  if (!now) return [];
  const first = steps.find(({ leg }) => leg === steps[playhead]?.leg);
  const sent = first && factsAt(steps, first.index);
  const previous = steps[playhead - 1]?.leg === first?.leg ? factsAt(steps, playhead - 1) : undefined;
  return READERS.flatMap(([id, read]) => {
    const [atStart, value, before] = [sent && read(sent), read(now), previous && read(previous)];
    if (!atStart && !value) return [];
    const header = SENT_BY_HOST.has(id);
    const isOuter = OF_TUNNEL.has(id) && before !== undefined && value !== undefined;
    const changed = (header || isOuter) && previous !== undefined && differs(before, value);
    return [
      {
        id,
        sent: header ? atStart : undefined,
        now: value,
        before: changed ? before : undefined,
        rewritten: header ? differs(atStart, value) : changed,
      },
    ];
  });
}

/** Source and destination of a packet, in one line. */
export function packetLine(packet: Packet): {
  readonly src: FieldValue;
  readonly dst: FieldValue;
  readonly l4: string;
} {
  const { l4 } = packet;
  const detail = l4.proto === 'tcp' ? flagsText(l4.flags) : (icmpText(l4) ?? '');
  return {
    src: endpoint(packet, 'src'),
    dst: endpoint(packet, 'dst'),
    l4: `${packetProtocolName(protocolNumber(l4))} ${detail}`.trim(),
  };
}

/** Did a step rewrite one end of the packet? */
export function endChanged(before: Packet, after: Packet, side: 'src' | 'dst'): boolean {
  return !sameIp(before[side], after[side]) || differs(endpoint(before, side), endpoint(after, side));
}
