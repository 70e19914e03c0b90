import { formatIp, parseIp, type IpAddress } from '../net/ip';
import { phrase } from '../lib/phrase';
import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

/** A virtual service that the kernel says something of. */
export interface LoggedService {
  readonly scheduler: string;
  readonly protocol: 'tcp' | 'udp' | 'sctp';
  readonly address: IpAddress;
  readonly port: number;
  readonly span: SourceSpan;
}

/** `IPVS: rr: TCP 10.96.0.10:80 - no destination available` (net/netfilter/ipvs/ip_vs_sched.c, ip_vs_scheduler_err). */
const NO_DESTINATION =
  /\bIPVS: (\w{1,16}): (TCP|UDP|SCTP) \[?([\da-fA-F.:]{3,45}?)\]?:(\d{1,5}) - no destination available/;
const OF_IPVS = /(?:^|[\s\]])IPVS: \S/;

class IpvsLogReader implements LineReader<readonly LoggedService[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly found: LoggedService[] = [];
  /** Services that a note was made of. */
  private readonly noted = new Set<string>();

  take(line: TextLine): boolean {
    const [, scheduler = '', protocol = '', address = '', port = ''] = NO_DESTINATION.exec(line.text) ?? [];
    const read = parseIp(address);
    if (!read.ok) return OF_IPVS.test(line.text);
    const service = `${formatIp(read.value)}:${port}`;
    this.found.push({
      scheduler,
      protocol: protocol.toLowerCase() as LoggedService['protocol'],
      address: read.value,
      port: Number(port),
      span: spanOfLine(line),
    });
    if (!this.noted.has(service)) {
      this.noted.add(service);
      const message = phrase('formats.ipvs-log.no-destination', { protocol, service });
      this.diagnostics.push(lineNote('info', 'assumed', message, line));
    }
    return true;
  }

  finish(): readonly LoggedService[] {
    return this.found;
  }
}

/** What the kernel logs of IPVS: `dmesg | grep IPVS`. */
export const IPVS_LOG = lineFormat({
  id: 'ipvs-log',
  title: 'dmesg of IPVS',
  command: 'dmesg',
  hint: /\bIPVS: \S/,
  reader: (): LineReader<readonly LoggedService[]> => new IpvsLogReader(),
  print: (all) =>
    all
      .map(({ scheduler, protocol, address, port }) => {
        const host = address.family === 'ipv6' ? `[${formatIp(address)}]` : formatIp(address);
        return `IPVS: ${scheduler}: ${protocol.toUpperCase()} ${host}:${port} - no destination available\n`;
      })
      .join(''),
  summary: (all) => ({ services: all.length }),
});
