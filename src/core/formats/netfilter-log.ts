import { formatIp, parseIp } from '../net/ip';
import type { Diagnostic } from './format';
import { lineFormat, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';
import { findPacketProtocol, type SeenPacket } from './packets/seen-packet';

/** `IN=eth0 OUT= PHYSIN=veth0 MAC=…  SRC=…` (net/netfilter/nf_log_syslog.c, nf_log_dump_packet_common). */
const PACKET = /\bIN=(\S*) OUT=(\S*) (?:.{0,300}?\s)?SRC=([\da-fA-F.:]{2,45}) DST=([\da-fA-F.:]{2,45}) /;
/** What a logger puts before the prefix: up to the kernel's name, its time in brackets. */
const LOGGER = /^.{0,200}?\bkernel(?:\[\d+\])?: +|^<\d+>/;
/** `Nov 21 09:14:02 node-1 kernel:`, `2026-11-21T09:14:02+00:00 node-1 kernel:` (RFC 3164, RFC 5424's time). */
const HOST = /^(?:[A-Z][a-z]{2} [ \d]\d [\d:]{8} |\d{4}-\d{2}-\d{2}T[\d:.+Z-]{8,30} )?([A-Za-z][\w.-]{0,63}) kernel\b/;

/** The host that a logger says a line of the kernel is of; undefined: the line is of none, or does not say. */
export function findLoggedHost(line: string): string | undefined {
  return HOST.exec(line)?.[1];
}

const STAMP = /^\[(?: {0,8}\d+\.\d+|[A-Z][a-z]{2} [A-Z][a-z]{2} {1,2}\d{1,2} [\d:]{8} \d{4})\] {0,4}/;
/** `Oct  3 11:01:44 node-1 ulogd[811]:`: another program that writes what rules hand it. */
const PROGRAM =
  /^(?:[A-Z][a-z]{2} [ \d]\d [\d:]{8} |\d{4}-\d{2}-\d{2}T[\d:.+Z-]{8,30} )[\w.-]{1,64} [\w.-]{1,32}(?:\[\d{1,8}\])?: {0,4}/;
const PROTO = / PROTO=(\S+)/;
const PORTS = / SPT=(\d+) DPT=(\d+)/;
/** An answer has both; SYN alone begins a connection. */
const FLAGS = / RES=\S+ ([A-Z ]+?)(?: URGP=|$)/;
/** Types of ICMP and ICMPv6 that answer (RFC 792, RFC 4443). */
const ANSWERS = / TYPE=(?:0|3|4|11|12|14|1|2|129) /;

/** The packet that a line of LOG is of; undefined: it is none, or its protocol is not told. */
export function readLoggedPacket(line: string): Omit<SeenPacket, 'span'> | undefined {
  const found = PACKET.exec(line);
  if (!found) return undefined;
  const [whole, indev = '', outdev = '', src = '', dst = ''] = found;
  const [from, to] = [parseIp(src), parseIp(dst)];
  const rest = line.slice(found.index + whole.length - 1);
  const protocol = findPacketProtocol(PROTO.exec(rest)?.[1] ?? '');
  if (!from.ok || !to.ok || protocol === undefined) return undefined;
  // What an ICMP error is about stands in brackets behind it.
  const own = rest.split(' [')[0] ?? rest;
  const [, sport = '0', dport = '0'] = PORTS.exec(own) ?? [];
  const flags = FLAGS.exec(own)?.[1] ?? '';
  const isAnswer = /\bACK\b/.test(flags) || (protocol === 'icmp' && ANSWERS.test(`${own} `));
  const prefix = line.slice(0, found.index).replace(LOGGER, '').replace(PROGRAM, '').replace(STAMP, '').trim();
  return {
    ...(indev === '' ? {} : { indev }),
    outdev,
    src: from.value,
    dst: to.value,
    protocol,
    sport: Number(sport),
    dport: Number(dport),
    ...(prefix === '' ? {} : { prefix }),
    ...(isAnswer ? { isAnswer: true } : {}),
  };
}

class LogReader implements LineReader<readonly SeenPacket[]> {
  readonly diagnostics: readonly Diagnostic[] = [];
  private readonly found: SeenPacket[] = [];

  take(line: TextLine): boolean {
    const packet = readLoggedPacket(line.text);
    if (packet) this.found.push({ ...packet, span: spanOfLine(line) });
    return packet !== undefined;
  }

  finish(): readonly SeenPacket[] {
    return this.found;
  }
}

function printPacket({ indev = '', outdev = '', src, dst, protocol, sport, dport, prefix }: SeenPacket): string {
  const ports = protocol === 'icmp' ? '' : ` SPT=${sport} DPT=${dport}`;
  const before = prefix === undefined ? '' : `${prefix} `;
  return `${before}IN=${indev} OUT=${outdev} SRC=${formatIp(src)} DST=${formatIp(dst)} PROTO=${protocol.toUpperCase()}${ports}\n`;
}

/** Lines of the targets LOG and TRACE, and of `log` of nftables, in whatever log they were found. */
export const NETFILTER_LOG = lineFormat({
  id: 'netfilter-log',
  title: 'LOG of netfilter',
  command: 'dmesg',
  hint: /\bIN=\S{0,64} OUT=/,
  reader: (): LineReader<readonly SeenPacket[]> => new LogReader(),
  print: (packets) => packets.map(printPacket).join(''),
  summary: (packets) => ({ packets: packets.length }),
});
