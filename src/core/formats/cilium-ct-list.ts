import { parseIp, type IpAddress } from '../net/ip';
import { formatIp } from '../net/ip';
import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, spanOfLine, type LineReader } from './lines/line-format';
import { joinWords, type TextLine } from './lines/text-lines';

/** An address and port of a tuple; IPv6 has no brackets, the last colon separates the port. */
export interface TuplePlace {
  readonly address: IpAddress;
  readonly port: number;
}

/** One entry of Cilium's own connection tracking. */
export interface ListedCtEntry {
  /** `TCP`, `UDP`, `ICMP`. */
  readonly protocol: string;
  /** `SVC`: a client's packets to a service address; `OUT`, `IN`: as the tracking endpoint sees them. */
  readonly direction: 'OUT' | 'IN' | 'SVC';
  readonly related: boolean;
  readonly src: TuplePlace;
  readonly dst: TuplePlace;
  /** Seconds of the machine's clock, and how many are left where the clock was known. */
  readonly expires: number;
  readonly remaining?: number;
  /** `RevNAT=3`, `TxFlagsSeen=0x1a`, in order; the words of Flags are in {@link flags}. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** `SeenNonSyn`, `NodePort`, `LBLoopback`, `DSRInternal`. */
  readonly flags: readonly string[];
  readonly span: SourceSpan;
}

/** `10.0.0.1:80`, `fd00::1:80`: an address, and behind the last colon the port. */
export function readTuplePlace(word: string): TuplePlace | undefined {
  const at = word.lastIndexOf(':');
  const parsed = parseIp(word.slice(0, at).replace(/^\[(.*)\]$/, '$1'));
  const port = Number(word.slice(at + 1));
  return parsed.ok && at > 0 && /^\d{1,5}$/.test(word.slice(at + 1)) ? { address: parsed.value, port } : undefined;
}

/** As {@link readTuplePlace} reads it. */
export function tuplePlaceText({ address, port }: TuplePlace): string {
  return `${formatIp(address)}:${port}`;
}

const HEAD =
  /^([A-Z][A-Za-z\d]{1,9}) (OUT|IN|SVC) (\S+) -> (\S+) (related )?expires=(\d{1,19})(?: \(remaining: (-?\d{1,19}) sec\(s\)\))?/i;
const FLAGS = / Flags=(0x[\da-f]+) \[/i;

/** What stands behind the times of an entry. */
interface Rest {
  readonly before: string;
  readonly bits: string;
  readonly flags: string;
  readonly behind: string;
}

/** ` RxPackets=0 Flags=0x0010 [ SeenNonSyn ] RevNAT=3`; undefined: it is something else. */
function readRest(text: string): Rest | undefined {
  const found = FLAGS.exec(text);
  const close = found ? text.indexOf(']', found.index) : -1;
  if (!found || close < 0) return undefined;
  const before = text.slice(0, found.index);
  const behind = text.slice(close + 1);
  const flags = text.slice(found.index + found[0].length, close);
  return areFields(before) && areFields(behind) ? { before, bits: found[1] ?? '', flags, behind } : undefined;
}

/** Is it ` name=value`, any number of them? */
function areFields(text: string): boolean {
  if (text === '') return true;
  const words = text.split(' ');
  return words[0] === '' && words.slice(1).every(isField);
}

function isField(word: string): boolean {
  const at = word.indexOf('=', 1);
  return at > 0 && at < word.length - 1 && !/\s/.test(word);
}

const fieldsOf = (text: string): (readonly [string, string])[] =>
  [...text.matchAll(/ ([^=\s]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value] as const);

class CtReader implements LineReader<readonly ListedCtEntry[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly entries: ListedCtEntry[] = [];

  take(line: TextLine): boolean {
    const found = HEAD.exec(line.text);
    const rest = found ? readRest(line.text.slice(found[0].length)) : undefined;
    if (!found || !rest) return false;
    const [, protocol = '', direction, from = '', to = '', related, expires, left] = found;
    const { before, bits, flags, behind } = rest;
    const [src, dst] = [readTuplePlace(from), readTuplePlace(to)];
    const fields = [...fieldsOf(before), ['Flags', bits] as const, ...fieldsOf(behind)];
    if (!src || !dst || fields.filter(([name]) => name === 'Flags').length > 1) return false;
    this.entries.push({
      protocol,
      direction: direction === 'SVC' ? 'SVC' : direction === 'IN' ? 'IN' : 'OUT',
      related: related !== undefined,
      src,
      dst,
      expires: Number(expires),
      ...(left === undefined ? {} : { remaining: Number(left) }),
      fields,
      flags: flags
        .trim()
        .split(/\s+/)
        .filter((word) => word !== ''),
      span: spanOfLine(line),
    });
    return true;
  }

  finish(): readonly ListedCtEntry[] {
    return this.entries;
  }
}

function printEntry(entry: ListedCtEntry): string {
  const { protocol, direction, related, src, dst, expires, remaining, fields, flags } = entry;
  const left = remaining === undefined ? '' : `(remaining: ${remaining} sec(s))`;
  const words = fields.map(([name, value]) =>
    name === 'Flags' ? `Flags=${value} [ ${joinWords(...flags, ']')}` : `${name}=${value}`,
  );
  const tuple = `${tuplePlaceText(src)} -> ${tuplePlaceText(dst)}`;
  return `${joinWords(protocol, direction, tuple, related ? 'related' : '', `expires=${expires}`, left, ...words)}\n`;
}

/** `cilium-dbg bpf ct list global`: the connections Cilium's programs know. */
export const CILIUM_CT_LIST = lineFormat({
  id: 'cilium-ct-list',
  title: 'cilium-dbg bpf ct list',
  command: 'cilium-dbg bpf ct list global',
  hint: /^[ \t]*[A-Z][A-Za-z\d]+ (?:OUT|IN|SVC) \S+ -> \S+ (?:related )?expires=/m,
  reader: (): LineReader<readonly ListedCtEntry[]> => new CtReader(),
  print: (entries) => entries.map(printEntry).join(''),
  summary: (entries) => ({
    connections: entries.length,
    directions: [...new Set(entries.map(({ direction }) => direction))],
    protocols: [...new Set(entries.map(({ protocol }) => protocol))],
  }),
});
