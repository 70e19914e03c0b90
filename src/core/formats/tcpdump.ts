import { formatIp, parseIp, type IpAddress } from '../net/ip';
import type { Diagnostic } from './format';
import { lineFormat, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';
import type { SeenPacket } from './packets/seen-packet';

/** `09:14:02.123456 eth0  In  IP 10.0.0.1.49720 > 10.0.0.2.80: Flags [S]`; with -e addresses of the wire stand before. */
const TIMED =
  /^(?:\d{4}-\d\d-\d\d )?(?:\d\d:\d\d:\d\d\.\d{3,9}|\d{10}\.\d{6}) (?:([\w.@-]{1,20}) +(In|Out|B|M|P) +)?(?:[\da-f:]{17} > [\da-f:]{17}, ethertype (IPv[46]) \(0x[\da-f]{4}\), length \d+: )?(?:(IP6?) |(ARP), )?(.{0,600})$/;
/** `10.0.0.1.49720 > 10.0.0.2.80: …`; without ports where the protocol has none. */
const ENDS = /^(?:IP6? )?([\da-fA-F:.]{3,60}) > ([\da-fA-F:.]{3,60}): (.{0,400})$/;
const HEADER =
  /^tcpdump: |^listening on \S+, link-type |^\d+ packets? (?:captured|received by filter|dropped by (?:kernel|interface))$/;
const LISTENS = /listening on ([\w.@-]{1,40}),/;

/** Where a device of all is listened on the lines name theirs. */
const ALL_DEVICES = 'any';

/** `10.0.0.1.80`, `fd00::1.80`: the port stands behind the last dot. */
function readEnd(text: string): { readonly address: IpAddress; readonly port: number } | undefined {
  const whole = parseIp(text);
  if (whole.ok && !/\.\d+$/.test(text.replace(/^\d+\.\d+\.\d+\.\d+$/, ''))) return { address: whole.value, port: 0 };
  const at = text.lastIndexOf('.');
  const address = parseIp(text.slice(0, at));
  return address.ok && /^\d{1,5}$/.test(text.slice(at + 1))
    ? { address: address.value, port: Number(text.slice(at + 1)) }
    : undefined;
}

function findKind(rest: string): SeenPacket['protocol'] | undefined {
  if (rest.startsWith('Flags [')) return 'tcp';
  if (rest.startsWith('ICMP')) return 'icmp';
  if (rest.startsWith('sctp')) return 'sctp';
  // Only UDP is decoded without its name: DNS, DHCP, VXLAN.
  return /^(?:UDP|\d+[+*-]*[ %|[]|\S{1,20}, )/.test(rest) ? 'udp' : undefined;
}

const ANSWERS = /^Flags \[(?:[^\]]{0,6}[.R][^\]]{0,6})\]|^ICMP6?,? (?:echo reply|\S+ .{0,80}unreachable|time exceeded)/;
/** `53` of a name server that answers: the higher port asked. */
const SERVER_PORTS = 1024;

/** By which device a line saw its packet come in, or leave. */
type Ways = Pick<SeenPacket, 'indev' | 'capturedOut'>;

class DumpReader implements LineReader<readonly SeenPacket[]> {
  readonly diagnostics: readonly Diagnostic[] = [];
  private readonly found: SeenPacket[] = [];
  private device: string | undefined;
  /** A line of `-v` that says the protocol; its ends are on the next one. */
  private open: Ways | undefined;

  take(line: TextLine): boolean {
    const { text } = line;
    if (HEADER.test(text)) {
      const device = LISTENS.exec(text)?.[1];
      if (device !== undefined) this.device = device === ALL_DEVICES ? undefined : device;
      return true;
    }
    const open = this.open;
    this.open = undefined;
    const timed = TIMED.exec(text);
    if (!timed) return open !== undefined && this.read(line, text, open);
    const [, named, direction, ethertype, ip = ethertype, arp, rest = ''] = timed;
    if (ip === undefined) return arp !== undefined;
    const indev = named === undefined ? this.device : direction === 'In' ? named : undefined;
    const ways = {
      ...(indev === undefined ? {} : { indev }),
      ...(direction === 'Out' && named !== undefined ? { capturedOut: named } : {}),
    };
    if (rest.startsWith('(')) {
      this.open = ways;
      return true;
    }
    return this.read(line, rest, ways);
  }

  finish(): readonly SeenPacket[] {
    return this.found;
  }

  private read(line: TextLine, words: string, ways: Ways): boolean {
    const [, from = '', to = '', rest = ''] = ENDS.exec(words) ?? [];
    const [src, dst] = [readEnd(from), readEnd(to)];
    const protocol = findKind(rest);
    if (!src || !dst || src.address.family !== dst.address.family) return false;
    if (protocol === undefined) return true;
    const isAnswer = ANSWERS.test(rest) || (protocol === 'udp' && src.port < SERVER_PORTS && dst.port >= SERVER_PORTS);
    this.found.push({
      ...ways,
      src: src.address,
      dst: dst.address,
      protocol,
      sport: src.port,
      dport: dst.port,
      ...(isAnswer ? { isAnswer: true } : {}),
      span: spanOfLine(line),
    });
    return true;
  }
}

function printPacket({ src, dst, protocol, sport, dport }: SeenPacket): string {
  const end = (address: IpAddress, port: number): string =>
    protocol === 'icmp' ? formatIp(address) : `${formatIp(address)}.${port}`;
  const rest = { tcp: 'Flags [S], length 0', udp: 'UDP, length 0', sctp: 'sctp (1) [INIT]', icmp: 'ICMP echo request' };
  const family = src.family === 'ipv6' ? 'IP6' : 'IP';
  return `00:00:00.000000 ${family} ${end(src, sport)} > ${end(dst, dport)}: ${rest[protocol]}\n`;
}

/** What `tcpdump -n` saw. */
export const TCPDUMP = lineFormat({
  id: 'tcpdump',
  title: 'tcpdump',
  command: 'tcpdump -n -i any',
  hint: /\d\.\d{3,9} (?:.{0,100} )?(?:IP6? |ethertype IPv[46] )/,
  reader: (): LineReader<readonly SeenPacket[]> => new DumpReader(),
  print: (packets) => packets.map(printPacket).join(''),
  summary: (packets) => ({ packets: packets.length }),
});
