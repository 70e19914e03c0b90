import { phrase, type Phrase } from '../../lib/phrase';
import type { RuleNote } from '../../linux/xtables/rule-text';
import type { Counters, XtRule } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import type { Diagnostic } from '../format';
import { findListingColumns, readRow, scaledCount, type ListingColumns } from './columns';
import { ruleOfRow } from './rule-of-row';

/** One `Chain NAME (…)` with its rows. */
export interface ListedChain {
  readonly name: string;
  readonly policy?: 'ACCEPT' | 'DROP';
  readonly counters?: Counters;
  /** `(2 references)` */
  readonly references?: number;
  readonly columns: ListingColumns;
  readonly rules: readonly XtRule[];
  /** The 1-based line of each rule. */
  readonly lines: readonly number[];
  /** The line of its `Chain`. */
  readonly line: number;
}

export interface ReadListing {
  /** In the order of the text; a name can come twice when two tables were listed one after the other. */
  readonly chains: readonly ListedChain[];
  readonly diagnostics: readonly Diagnostic[];
  /** Ports that rows call by a name, as without `-n`: on which lines, at most {@link MOST_LINES_OF_NAME} each. */
  readonly portNames: ReadonlyMap<string, readonly number[]>;
}

const ELISION = /^\s*(?:\[?(?:\.{3,}|\u2026+)\]?)\s*$/;

/** Tells whether a line stands for rows that somebody left out: `...`. */
export function isElision(line: string): boolean {
  return ELISION.test(line);
}

/** The chain of rows that have no `Chain` line above them, and the columns they have. */
export interface UnheadedChain {
  readonly name: string;
  readonly columns: ListingColumns;
}

/** Where a listing stands in a longer text. */
export interface ListingPlace {
  readonly start: number;
  readonly end: number;
  /** The 1-based line at `start`. */
  readonly line: number;
  /** Numbers of named ports on the machine that listed them; any other name is the port that /etc/services usually has. */
  readonly ports?: Readonly<Record<string, number>>;
  /** Absent: the listing names its chains itself. */
  readonly unheaded?: UnheadedChain;
}

type Growing = { -readonly [K in keyof ListedChain]: ListedChain[K] } & { rules: XtRule[]; lines: number[] };

interface Reader {
  readonly text: string;
  readonly family: IpFamily;
  readonly chains: Growing[];
  readonly diagnostics: Diagnostic[];
  readonly portNames: Map<string, number[]>;
  readonly ports: Readonly<Record<string, number>>;
  chain: Growing | undefined;
  columns: ListingColumns | undefined;
  line: number;
}

/** Behind it may stand what somebody remarks, which begins with no letter of a sentence. */
const CHAIN =
  /^\s*Chain (\S+) \((?:policy (ACCEPT|DROP|QUEUE)(?: (\w+) packets, (\w+) bytes)?|(\d+) references)\)(?:\s+[^\w\s].*|\s*)$/;
const PLAIN: ListingColumns = { num: false, counters: false, interfaces: false };
/** A row of a listing is never longer; what is longer is not one. */
const LONGEST_ROW = 4096;

/** Is this the first line of a chain in a listing? */
export function isChainLine(line: string): boolean {
  return line.length < 300 && CHAIN.test(line);
}

/**
 * Reads the chains of `iptables -L` in a part of a text; hands control back every 2,000 lines with
 * the offset it has come to. Nothing is thrown; lines that are no rows are named.
 */
export function* readListing(text: string, family: IpFamily, place?: ListingPlace): Generator<number, ReadListing> {
  const { start, end, line, ports = {}, unheaded }: ListingPlace = place ?? { start: 0, end: text.length, line: 1 };
  const reader: Reader = {
    text,
    family,
    chains: [],
    diagnostics: [],
    portNames: new Map(),
    ports,
    chain: undefined,
    columns: unheaded?.columns,
    line: line - 1,
  };
  if (unheaded) begin(reader, { ...unheaded, rules: [], lines: [], line });
  for (let at = start; at < end;) {
    const newline = text.indexOf('\n', at);
    const stop = newline < 0 || newline > end ? end : newline;
    reader.line++;
    at = readLine(reader, at, stop, end);
    if (reader.line % 2000 === 0) yield at;
  }
  const { chains, diagnostics, portNames } = reader;
  return { chains, diagnostics, portNames };
}

/** Reads one line (a wrapped row takes the next one too); returns where the next begins. */
function readLine(reader: Reader, at: number, stop: number, end: number): number {
  const line = reader.text.slice(at, Math.min(stop, at + LONGEST_ROW)).trimEnd();
  const next = stop + 1;
  if (line === '' || /^\s*#/.test(line) || readChain(reader, line)) return next;
  const columns = findListingColumns(line);
  if (columns) {
    reader.columns = columns;
    if (reader.chain) reader.chain.columns = columns;
    return next;
  }
  const { chain } = reader;
  if (chain && isElision(line)) {
    say(reader, 'warning', phrase('formats.iptables-list.rows-elided', { chain: chain.name }), at, line.length);
    return next;
  }
  if (!chain || stop - at > LONGEST_ROW) {
    say(reader, 'warning', phrase('formats.iptables-list.not-a-row'), at, line.length);
    return next;
  }
  return readRule(reader, chain, { line, at, next, end });
}

function readChain(reader: Reader, line: string): boolean {
  const found = CHAIN.exec(line);
  if (!found) return false;
  const [, name = '', policy, packets = '', bytes = '', references] = found;
  const counts = [scaledCount(packets), scaledCount(bytes)] as const;
  const chain: Growing = { name, columns: PLAIN, rules: [], lines: [], line: reader.line };
  if (policy === 'ACCEPT' || policy === 'DROP') chain.policy = policy;
  if (counts[0] !== undefined && counts[1] !== undefined) chain.counters = { packets: counts[0], bytes: counts[1] };
  if (references !== undefined) chain.references = Number(references);
  begin(reader, chain);
  return true;
}

function begin(reader: Reader, chain: Growing): void {
  reader.chains.push(chain);
  reader.chain = chain;
}

interface RowText {
  readonly line: string;
  readonly at: number;
  readonly next: number;
  readonly end: number;
}

function readRule(reader: Reader, chain: Growing, { line, at, next, end }: RowText): number {
  const columns = (reader.columns ??= PLAIN);
  const row = readRow(line, columns);
  if (!row) {
    say(reader, 'warning', phrase('formats.iptables-list.not-a-row'), at, line.length);
    return next;
  }
  const wrapped = wrappedPart(reader, next, end);
  const whole = numbered(reader, wrapped ? `${reader.text.slice(at, next - 1).trimEnd()} ${wrapped.text}` : line);
  const { rule, notes } = ruleOfRow(whole, at, row, columns, reader.family);
  chain.rules.push(rule);
  chain.lines.push(reader.line);
  for (const note of notes) sayNote(reader, note, at);
  if (!wrapped) return next;
  reader.line++;
  return wrapped.next;
}

/** What `iptables -L` prints of ports (extensions/libxt_tcp.c, libxt_udp.c, libxt_multiport.c); comments are left alone. */
const PORTS = /\/\*.*?\*\/|((?:[ds]pts?:|multiport (?:[ds]ports|ports) +)!?)(\S+?)(?=flags:|\s|$)/g;
const MOST_LINES_OF_NAME = 2;

/** The row with the numbers of named ports that are known; which names it has is remembered. */
function numbered({ portNames, ports, line }: Reader, row: string): string {
  return row.replaceAll(PORTS, (whole: string, before: string | undefined, value: string) => {
    if (before === undefined) return whole;
    const parts = value.split(/([,:])/).map((part) => {
      if (!/[a-z]/i.test(part)) return part;
      const lines = portNames.get(part) ?? [];
      if (lines.length < MOST_LINES_OF_NAME) portNames.set(part, [...lines, line]);
      return Object.hasOwn(ports, part) ? String(ports[part]) : part;
    });
    return `${before}${parts.join('')}`;
  });
}

/** The rest of a row that a narrow terminal or an editor broke: words that can be nothing else. */
function wrappedPart(
  reader: Reader,
  at: number,
  end: number,
): { readonly text: string; readonly next: number } | undefined {
  const newline = reader.text.indexOf('\n', at);
  const stop = newline < 0 || newline > end ? end : newline;
  if (at >= stop || stop - at > 120) return undefined;
  const text = reader.text.slice(at, stop).trim();
  return /^(?:0x[0-9a-f]+(?:\/0x[0-9a-f]+)?|\*\/.*|(?:tcp|udp) (?:dpt|spt|to):.*|to:\S+|reject-with \S+)$/.test(text)
    ? { text, next: stop + 1 }
    : undefined;
}

function sayNote(reader: Reader, note: RuleNote, lineStart: number): void {
  const { start, end } = note;
  const span = { start, end, line: reader.line, column: start - lineStart + 1 };
  reader.diagnostics.push({ severity: note.severity, code: note.code, message: note.message, span });
}

function say(reader: Reader, severity: Diagnostic['severity'], message: Phrase, start: number, length: number): void {
  const span = { start, end: start + length, line: reader.line, column: 1 };
  reader.diagnostics.push({ severity, code: 'unrecognised', message, span });
}
