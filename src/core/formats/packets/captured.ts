/** A packet in a line of a capture: of TCP by its flags, of UDP a datagram, of ICMP its message. */
export type CapturedKind = 'syn' | 'syn-ack' | 'reset' | 'other' | 'udp' | 'echo-reply' | 'unreachable';

/** A packet of a capture in the words of its line: ends may be names. */
export interface CapturedPacketLine {
  readonly line: string;
  readonly kind: CapturedKind;
  /** `192.0.2.10:40001`; without a port where the protocol has none. */
  readonly src: string;
  readonly dst: string;
  /** Seconds of its clock; absent: the line has none. */
  readonly at?: number;
  /** Message of an ICMP error: `host 10.0.0.5 unreachable - admin prohibited`. */
  readonly what?: string;
  /** Stands inside of a tunnel's packet, which the line before shows. */
  readonly isInner: boolean;
}

/** A question of ARP, or its answer. */
export interface CapturedArp {
  readonly line: string;
  readonly address: string;
  /** The one that asks; absent: the line answers. */
  readonly by?: string;
}

/** Packets in the lines of a capture, in their order. */
export interface CapturedLines {
  readonly packets: readonly CapturedPacketLine[];
  readonly arps: readonly CapturedArp[];
}

const CLOCK = /^(?:\d{4}-\d\d-\d\d )?(\d\d):(\d\d):(\d\d\.\d{3,9}) /;
/** `192.0.2.10.40001 > 192.0.2.80.http: Flags [S], …`, behind a time, a device, addresses of the wire. */
const ENDS =
  /(?:^|[\s:])([\w.:-]{3,253}) > ([\w.:-]{3,253}): (Flags \[[\w.]{1,8}\]|ICMP6?,? .{0,200}|UDP,|\d+[+*-]*[ %|[]|VXLAN|Geneve|OTV)/;
/** `2 2.249 192.0.2.10 192.0.2.80 TCP 78 [TCP Retransmission] 49676 → 53 [SYN] Seq=0`: a row of Wireshark, and of tshark. */
const ROW =
  /^\s{0,12}\d{1,9}\s+(\d{1,9}\.\d{1,9})\s+([\da-fA-F.:]{3,45})\s+(?:→\s+)?([\da-fA-F.:]{3,45})\s+TCP\s+(?:\d{1,6}\s+)?(?:\[[^\]]{1,60}\]\s?){0,4}(\d{1,5})\s*(?:→|>)\s*(\d{1,5})\s*\[([A-Z, ]{3,40})\]/;
const ARP_ASKS = /\bRequest who-has ([\d.]{7,15})(?: \([^)]{1,40}\))? tell ([\d.]{7,15})/;
const ARP_ANSWERS = /\bReply ([\d.]{7,15}) is-at /;

const LONGEST = 1000;
const MOST_LINES = 20_000;

/** `10.0.0.1.53` is `10.0.0.1:53`; `10.0.0.1`, behind which no port stands, stays. */
function readPlace(text: string, hasPort: boolean): string {
  const at = hasPort ? text.lastIndexOf('.') : -1;
  if (at < 0) return text;
  const host = text.slice(0, at);
  return `${host.includes(':') ? `[${host}]` : host}:${text.slice(at + 1)}`;
}

const FLAGS: Readonly<Record<string, CapturedKind>> = { S: 'syn', 'S.': 'syn-ack', SEW: 'syn', 'S.E': 'syn-ack' };

function readFlags(flags: string): CapturedKind {
  return FLAGS[flags] ?? (flags.includes('R') ? 'reset' : 'other');
}

function findKind(words: string): CapturedKind | undefined {
  const flags = /^Flags \[([\w.]+)\]/.exec(words)?.[1];
  if (flags !== undefined) return readFlags(flags);
  if (!words.startsWith('ICMP')) return 'udp';
  if (/unreachable|packet too big/.test(words)) return 'unreachable';
  return words.includes('echo reply') ? 'echo-reply' : undefined;
}

function readClock(line: string): number | undefined {
  const [, hours, minutes, seconds] = CLOCK.exec(line) ?? [];
  return hours === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

function readRow(line: string): CapturedPacketLine | undefined {
  const [all, at, src, dst, sport, dport, flags = ''] = ROW.exec(line) ?? [];
  if (all === undefined) return undefined;
  const kind = flags.includes('RST')
    ? 'reset'
    : flags === 'SYN'
      ? 'syn'
      : flags.startsWith('SYN, ACK')
        ? 'syn-ack'
        : 'other';
  return { line, kind, src: `${src}:${sport}`, dst: `${dst}:${dport}`, at: Number(at), isInner: false };
}

interface LineBefore {
  readonly at: number | undefined;
  readonly isTunnel: boolean;
}

function readDump(line: string, before: LineBefore): CapturedPacketLine | undefined {
  const [all, from = '', to = '', words = ''] = ENDS.exec(line) ?? [];
  const kind = all === undefined || TUNNEL.test(words) ? undefined : findKind(words);
  if (kind === undefined) return undefined;
  const hasPorts = !words.startsWith('ICMP');
  const clock = readClock(line);
  const at = clock ?? before.at;
  return {
    line,
    kind,
    src: readPlace(from, hasPorts),
    dst: readPlace(to, hasPorts),
    ...(at === undefined ? {} : { at }),
    ...(kind === 'unreachable' ? { what: words.replace(/^ICMP6?,? /, '').replace(/, length \d.*$/, '') } : {}),
    isInner: clock === undefined && before.isTunnel,
  };
}

const TUNNEL = /^(?:VXLAN|Geneve|OTV)/;
const IS_TUNNEL = /: (?:VXLAN|Geneve|OTV)\b/;

function readArp(line: string): CapturedArp | undefined {
  const [, address, by] = ARP_ASKS.exec(line) ?? [];
  if (address !== undefined && by !== undefined) return { line, address, by };
  const answered = ARP_ANSWERS.exec(line)?.[1];
  return answered === undefined ? undefined : { line, address: answered };
}

/**
 * Reads the lines of `tcpdump`, with or without `-v` and `-e`, of tshark and Wireshark's list, with what tells question from answer
 * (tcpdump(8): TCP Packets, UDP Packets). Lines of anything else are passed over.
 */
export function readCaptured(text: string): CapturedLines {
  const packets: CapturedPacketLine[] = [];
  const arps: CapturedArp[] = [];
  let before: LineBefore = { at: undefined, isTunnel: false };
  for (const raw of text.split('\n', MOST_LINES)) {
    const line = raw.length > LONGEST ? '' : raw.trim();
    const packet = readRow(line) ?? readDump(line, before);
    const arp = packet ? undefined : readArp(line);
    if (packet) packets.push(packet);
    if (arp) arps.push(arp);
    before = { at: readClock(line) ?? before.at, isTunnel: IS_TUNNEL.test(line) };
  }
  return { packets, arps };
}
