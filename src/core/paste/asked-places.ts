/**
 * What a client gets that is not served: `refused` (RST, ICMP port unreachable), `silent` (nothing in time), `unreachable` (ICMP, no route,
 * no neighbour), `closed` (a connection that was taken and ended without an answer).
 */
export type AskedEnd = 'refused' | 'silent' | 'unreachable' | 'closed';

/** What somebody asked in a text, and how it went. */
export interface AskedPlace {
  /** An address or a name; empty: a node port, of whichever node. */
  readonly host: string;
  /** 0 of a ping. */
  readonly port: number;
  /** Absent: TCP, or ICMP of a ping. */
  readonly protocol?: 'udp';
  /** The host of the prompt it was typed at. */
  readonly at?: string;
  /** The Pod it was run in: `shop/front-0`, `front-0`. */
  readonly inside?: string;
  readonly isFailed: boolean;
  /** Error or silence in place of an answer, where the text tells. */
  readonly got?: AskedEnd;
  /** The line that tells it. */
  readonly line: string;
  /** A person asked, not a program that keeps a log. */
  readonly isTyped: boolean;
}

/** Longer lines are no commands, and texts of more lines are dumps. */
const LONGEST = 600;
const MOST_LINES = 5000;

const CLIENT = /(?:^|[\s`$#>'"])(curl|wget|nc|ncat|telnet|ping|dig|nslookup)\s/;
/** The server that a question for DNS is sent to. */
const SERVER = /(?:^|\s)@?([\d.]{7,15}|[\da-f:]{2,39})(?=\s|$)/i;
const URL = /^['"`]?(?:(https?):\/\/)?(\[[\da-f:.]{2,45}\]|[\w.-]{1,253})(?::(\d{1,5}))?(?:\/[^\s'"`]*)?['"`]?$/i;
const PROMPT = /^\[?[\w.-]{1,32}@([\w.-]{1,63})[:\s]/;
const INSIDE = /kubectl\s.{0,80}?\bexec\s.{0,80}?(?:-n\s+|--namespace[= ])?\b/;
const EXEC =
  /\bexec\s(?:(?:-[it]{1,2}|--stdin|--tty|-n \S{1,63}|--namespace[= ]\S{1,63}|-c \S{1,63}|deploy\/)\s?){0,6}((?:deploy(?:ment)?\/|pod\/)?[a-z\d][\w.-]{0,252})\s/;
const NAMESPACE = /(?:-n|--namespace)[= ](\S{1,63})/;
/** A client or a program that says whom it did not reach. */
const FAILURE =
  /(?:Failed to connect to|connect to|dial (?:tcp|udp)) (\[[\da-f:.]{2,45}\]|[\w.-]{1,253})(?: port |:)(\d{1,5})\b/i;
/** `NodePort 30443 times out`, in somebody’s own words. */
const NODE_PORT = /\bnode ?port:? {1,3}(\d{4,5})\b/i;
/** `203.0.113.9:31080 is not accessible`, in somebody’s own words. */
const PLACE_IN_WORDS = /(?:^|[\s(`'"]|\bhttps?:\/\/)(\d{1,3}(?:\.\d{1,3}){3}):(\d{2,5})(?![\d.:])/;
const IN_VAIN =
  /\b(?:not|never|cannot|can['’]?t|couldn['’]?t|unable to) (?:be |able to |been able to )?(?:access|reach|respond|answer|connect|open|load|work)|\b(?:unreachable|inaccessible)\b|\bhow (?:to|can i|do i) (?:access|reach|open)\b/i;
const FAILED =
  /time[ds]? ?out|refused|No route to host|unreachable|Failed to connect|Couldn't connect|Could not connect|100% packet loss|Empty reply|reset by peer/i;
/** Words of each end, as curl, wget, nc, telnet, ping and Go say them; a connection that was closed says so before a timeout does. */
const ENDS: readonly (readonly [AskedEnd, RegExp])[] = [
  ['closed', /Empty reply|reset by peer/i],
  ['refused', /refused/i],
  ['unreachable', /No route to host|unreachable/i],
  ['silent', /time[ds]? ?out|100% packet loss/i],
];

/** How it ended by the first of the lines that says so. */
function readEnd(lines: readonly string[]): Pick<AskedPlace, 'got' | 'line'> | undefined {
  for (const line of lines) {
    const got = ENDS.find(([, words]) => words.test(line))?.[0];
    if (got !== undefined) return { got, line };
  }
  return undefined;
}

function readPort(scheme: string | undefined, port: string | undefined): number {
  if (port !== undefined) return Number(port);
  return scheme?.toLowerCase() === 'https' ? 443 : 80;
}

const bare = (host: string): string => host.replaceAll(/[[\]]/g, '');

/** The server that `dig @10.96.0.10 NAME -p 53` and `nslookup NAME 10.96.0.10` ask: one that resolv.conf has them ask is not told. */
function readServer(client: string, words: readonly string[]): ReadTarget | undefined {
  const named = client === 'dig' ? words.find((word) => word.startsWith('@')) : words.slice(1).at(-1);
  const host = SERVER.exec(named ?? '')?.[1];
  const port = words.indexOf('-p');
  const isTcp = words.includes('+tcp') || words.includes('+vc') || words.includes('-vc');
  const place = { host: host ?? '', port: port < 0 ? 53 : Number(words[port + 1]) };
  if (host === undefined || !(place.port > 0)) return undefined;
  return isTcp ? place : { ...place, protocol: 'udp' };
}

type ReadTarget = Pick<AskedPlace, 'host' | 'port' | 'protocol'>;

/** The last word of a client's command line that is a place; `nc` and `telnet` have the port as a word of its own. */
function readTarget(client: string, rest: string): ReadTarget | undefined {
  const words = (rest.split(/[;|&]|\s#/, 1)[0] ?? '').trim().split(/\s+/);
  if (client === 'dig' || client === 'nslookup') return readServer(client, words);
  if (client === 'ping') {
    const host = words.findLast((word) => /^[\w.-]*\.[\w.-]+$|^[\da-f:]{3,45}$/i.test(word) && /[.:]/.test(word));
    return host === undefined ? undefined : { host, port: 0 };
  }
  if (client !== 'curl' && client !== 'wget') {
    const [host = '', port = ''] = words.filter((word) => !word.startsWith('-')).slice(-2);
    return /^\d{1,5}$/.test(port) ? { host: bare(host), port: Number(port) } : undefined;
  }
  for (const word of words.toReversed()) {
    const [, scheme, host = '', port] = URL.exec(word) ?? [];
    const isPlace = scheme !== undefined || port !== undefined || /\.|:/.test(host);
    if (isPlace && !/^\d{1,3}(?:\.\d{1,3})?$/.test(host)) return { host: bare(host), port: readPort(scheme, port) };
  }
  return undefined;
}

function readInside(line: string): Pick<AskedPlace, 'inside'> {
  const name = INSIDE.test(line) ? EXEC.exec(line)?.[1]?.replace(/^.*\//, '') : undefined;
  const namespace = NAMESPACE.exec(line)?.[1];
  return name === undefined ? {} : { inside: namespace === undefined ? name : `${namespace}/${name}` };
}

/** A place that a person says is not reached. */
function readWords(line: string): AskedPlace | undefined {
  const [, host, port] = (IN_VAIN.test(line) ? PLACE_IN_WORDS.exec(line) : null) ?? [];
  return host === undefined ? undefined : { host, port: Number(port), line, isFailed: true, isTyped: true };
}

function readLine(line: string, behind: readonly string[]): AskedPlace | undefined {
  if (line.length > LONGEST) return undefined;
  const failure = FAILURE.exec(line);
  if (failure) {
    const isTyped = !/dial (?:tcp|udp)/.test(line);
    // The reason may stand on the next line, as a terminal wraps it.
    const end = readEnd([line, ...behind.slice(0, 1)]);
    return { host: bare(failure[1] ?? ''), port: Number(failure[2]), line, ...end, isFailed: true, isTyped };
  }
  const nodePort = FAILED.test(line) ? NODE_PORT.exec(line)?.[1] : undefined;
  if (nodePort !== undefined)
    return { host: '', port: Number(nodePort), line, ...readEnd([line]), isFailed: true, isTyped: true };
  const client = CLIENT.exec(line);
  if (!client) return readWords(line);
  const target = readTarget(client[1] ?? '', line.slice(client.index + client[0].length));
  if (!target) return undefined;
  const at = PROMPT.exec(line)?.[1];
  const next = behind.findIndex((each) => CLIENT.test(each));
  const printed = behind.slice(0, next < 0 ? undefined : next);
  const isFailed = printed.some((each) => FAILED.test(each));
  const asked = { ...target, ...readInside(line), ...(at === undefined ? {} : { at }) };
  return { ...asked, line, ...readEnd(printed), isFailed, isTyped: true };
}

/** So many lines behind a command are its output. */
const OUTPUT = 4;

const unite = (one: AskedPlace, other: AskedPlace): Partial<AskedPlace> & Pick<AskedPlace, 'isFailed' | 'isTyped'> => ({
  ...(one.got === undefined && other.got !== undefined ? { got: other.got, line: other.line } : {}),
  isFailed: one.isFailed || other.isFailed,
  isTyped: one.isTyped || other.isTyped,
});

/** What a person tried and did not get, then what a program did not, then what went well. */
const rank = ({ isFailed, isTyped }: AskedPlace): number => (isFailed ? (isTyped ? 0 : 1) : 2);

/** The places that commands and failures of texts name, those that failed first, each once. */
export function listAskedPlaces(texts: readonly string[]): readonly AskedPlace[] {
  const found = new Map<string, AskedPlace>();
  for (const text of texts) {
    const lines = text.split('\n', MOST_LINES);
    for (const [at, line] of lines.entries()) {
      const place = readLine(line, lines.slice(at + 1, at + 1 + OUTPUT));
      if (!place) continue;
      const key = `${place.host} ${place.port} ${place.protocol ?? 'tcp'}`;
      const known = found.get(key);
      found.set(key, known ? { ...place, ...known, ...unite(known, place) } : place);
    }
  }
  return [...found.values()].toSorted((a, b) => rank(a) - rank(b));
}
