import { phrase } from '../lib/phrase';
import type { Diagnostic, SourceSpan } from './format';
import { readIpvsPlace, placeText, type IpvsPlace } from './ipvs/print';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import { type TextLine, joinWords, Words } from './lines/text-lines';

/** A connection the director knows, as `ipvsadm -Lnc` prints it; or a template, which has no client port. */
export interface ListedDirected {
  /** `TCP`; `IP` for what is kept by a firewall mark. */
  readonly protocol: string;
  /** Seconds until it is forgotten. */
  readonly expires: number;
  /** `ESTABLISHED`, `UDP`, `NONE`. */
  readonly state: string;
  readonly client: IpvsPlace;
  readonly virtual: IpvsPlace;
  readonly server: IpvsPlace;
  /** The persistence engine and what it goes by: `sip 1234@example`. */
  readonly rest: string;
  readonly span: SourceSpan;
}

const HEAD = /^(?:IPVS connection entries$|pro\s+expire\s+state\b)/;
const LINE = /^(TCP|UDP|SCTP|IP)\s+(\d{1,6}):(\d\d)\s+([A-Z][A-Z_0-9!]{0,14})\s+(\S+)\s+(\S+)\s+(\S+)(.*)$/;

class DirectedReader implements LineReader<readonly ListedDirected[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly connections: ListedDirected[] = [];

  take(line: TextLine): boolean {
    if (HEAD.test(line.text)) return true;
    const found = LINE.exec(line.text);
    if (!found) return false;
    const [, protocol = '', minutes, seconds, state = '', source = '', virtual = '', destination = '', rest = ''] =
      found;
    const words = [source, virtual, destination];
    if (!words.every((word) => word.includes(':'))) return false;
    const places = words.map((word) => this.place(line, word));
    const [client, service, server] = places;
    if (!client || !service || !server) return false;
    this.connections.push({
      protocol,
      expires: Number(minutes) * 60 + Number(seconds),
      state,
      client,
      virtual: service,
      server,
      rest: new Words(rest).rest(),
      span: spanOfLine(line),
    });
    return true;
  }

  finish(): readonly ListedDirected[] {
    return this.connections;
  }

  private place(line: TextLine, word: string): IpvsPlace | undefined {
    const place = readIpvsPlace(word);
    if (place) return place;
    const message = phrase('formats.ipvsadm-connections.bad-place', { word: word.slice(0, 80) });
    this.diagnostics.push(lineNote('warning', 'invalid', message, line, word));
    return undefined;
  }
}

const TITLES = `IPVS connection entries
pro expire state       source             virtual            destination
`;

/** `14:57`. */
function timeText(seconds: number): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

function printLine({ protocol, expires, state, client, virtual, server, rest }: ListedDirected): string {
  const [from, to] = [placeText(client).padEnd(18), placeText(virtual).padEnd(18)];
  const head = `${protocol.padEnd(3)} ${timeText(expires).padEnd(6)} ${state.padEnd(11)} ${from} ${to}`;
  return `${joinWords(head, placeText(server), rest)}\n`;
}

/** `ipvsadm -Lnc`: the connections and templates of IPVS. */
export const IPVSADM_CONNECTIONS = lineFormat({
  id: 'ipvsadm-connections',
  title: 'ipvsadm -Lnc',
  command: 'ipvsadm -Lnc',
  hint: /^[ \t]*(?:IPVS connection entries|(?:TCP|UDP|SCTP|IP)\s+\d+:\d\d\s)/m,
  reader: (): LineReader<readonly ListedDirected[]> => new DirectedReader(),
  print: (connections) => TITLES + connections.map(printLine).join(''),
  summary: (connections) => ({
    connections: connections.length,
    protocols: [...new Set(connections.map(({ protocol }) => protocol))],
  }),
});
