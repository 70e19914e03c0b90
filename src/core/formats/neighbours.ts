import { phrase } from '../lib/phrase';
import { formatIp, parseIp } from '../net/ip';
import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

/** An entry of the kernel's neighbour table: which hardware address answers for an IP address on a wire. */
export interface Neighbour {
  readonly address: string;
  readonly dev: string;
  /** Absent: nobody answered. */
  readonly lladdr?: string;
  /** `REACHABLE`, `STALE`, `PERMANENT`; arp(8) shows none. */
  readonly state?: string;
  readonly span: SourceSpan;
}

const STATE = /\b(PERMANENT|NOARP|REACHABLE|STALE|NONE|INCOMPLETE|DELAY|PROBE|FAILED)\b/;
const MAC = /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/i;
/** `10.0.0.1 dev eth0 lladdr 02:… REACHABLE` (ip neigh); of one device it is not named. */
const OF_IP = /^(\S+)(?: dev (\S+))?(?: lladdr (\S+))?(?: .*)?$/;
/** The command that lists one device only. */
const OF_DEVICE =
  /\bip (?:-\S+ )*n(?:ei(?:gh(?:bou?r)?)?)?(?: show| list| ls)?(?: dev)? ((?!show\b|list\b|ls\b|dev\b)\S+)/;
/** `? (10.0.0.1) at 02:… [ether] on eth0` (arp -a). */
const OF_ARP_A = /^\S+ \(([\d.]+)\) at (\S+)(?: \[\w+\])?(?: PERM)? on (\S+)$/;
const HEADER = /^Address\s+HWtype\s+HWaddress\s+Flags\s+Mask\s+Iface$/;
/** `10.0.0.1  ether  02:…  C  eth0`; `(incomplete)` has no type (arp, arp -n). */
const OF_ARP = /^(\S+)\s+(?:\w+\s+([0-9a-f:]{17})\s+\w+\s+(?:\S+\s+)?|\(incomplete\)\s+)(\S+)$/i;

function readNeighbour(text: string, listed: boolean, device: string | undefined): Omit<Neighbour, 'span'> | undefined {
  const state = STATE.exec(text)?.[1];
  const ofIp = state === undefined ? null : OF_IP.exec(text);
  const ofArp = OF_ARP_A.exec(text) ?? undefined;
  const row = listed ? OF_ARP.exec(text) : null;
  const [address, lladdr, dev] = ofIp
    ? [ofIp[1], ofIp[3], ofIp[2] ?? device]
    : ofArp
      ? [ofArp[1], ofArp[2], ofArp[3]]
      : [row?.[1], row?.[2], row?.[3]];
  const parsed = parseIp(address ?? '');
  if (!parsed.ok || dev === undefined) return undefined;
  const isKnown = lladdr !== undefined && MAC.test(lladdr);
  return {
    address: formatIp(parsed.value),
    dev,
    ...(isKnown ? { lladdr } : {}),
    ...(state === undefined ? {} : { state }),
  };
}

class NeighbourReader implements LineReader<readonly Neighbour[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly found: Neighbour[] = [];
  private first: TextLine | undefined;
  private listed = false;
  private device: string | undefined;

  take(line: TextLine): boolean {
    const { text } = line;
    if (HEADER.test(text)) {
      this.listed = true;
      return true;
    }
    const neighbour = readNeighbour(text, this.listed, this.device);
    if (!neighbour) {
      this.listed = false;
      this.device = OF_DEVICE.exec(text)?.[1];
      return false;
    }
    this.first ??= line;
    this.found.push({ ...neighbour, span: spanOfLine(line) });
    return true;
  }

  finish(): readonly Neighbour[] {
    if (this.first) {
      const silent = this.found.filter(({ lladdr, state }) => lladdr === undefined && state !== 'NOARP').length;
      const devices = new Set(this.found.map(({ dev }) => dev)).size;
      const message = phrase('formats.neighbours.read', { count: this.found.length, devices, silent });
      this.diagnostics.push(lineNote('info', 'partly-simulated', message, this.first));
    }
    return this.found;
  }
}

/** `ip neigh`, `arp -n`, `arp -a`: who answers for which address. */
export const NEIGHBOURS = lineFormat({
  id: 'neighbours',
  title: 'ip neigh / arp',
  command: 'ip neigh',
  hint: /lladdr|HWaddress|\) at \S+|(?:FAILED|INCOMPLETE|NOARP)/,
  reader: (): LineReader<readonly Neighbour[]> => new NeighbourReader(),
  print: (all) =>
    all
      .map(({ address, dev, lladdr, state }) => {
        const known = lladdr === undefined ? '' : ` lladdr ${lladdr}`;
        return `${address} dev ${dev}${known} ${state ?? (lladdr === undefined ? 'INCOMPLETE' : 'STALE')}\n`;
      })
      .join(''),
  summary: (all) => ({ neighbours: all.length }),
});
