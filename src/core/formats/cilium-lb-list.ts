import { formatCidr, parseCidr, type Cidr } from '../net/ip';
import { listedPlaceText, readListedPlace, tabbed, type ListedPlace } from './cilium/print-lb';
import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

/** What stands behind a key of `bpf lb list`. */
export type ListedLbValue =
  /** Slot 0: `0.0.0.0:0 (1) (0) [ClusterIP, non-routable]`. */
  | {
      readonly kind: 'master';
      readonly words: readonly string[];
      readonly flags: readonly string[];
      readonly l7Port?: number;
    }
  /** `10.244.1.5:8080/TCP (1) (1)`: REVNAT_ID and SLOT. */
  | { readonly kind: 'slot'; readonly words: readonly string[]; readonly backend: ListedPlace }
  | { readonly kind: 'missing'; readonly words: readonly string[]; readonly backendId: number }
  /** `--frontends`: `0 2[0] (1) [0x0 0x0]`. */
  | {
      readonly kind: 'numbers';
      readonly backendId: number;
      readonly count: number;
      readonly qcount?: number;
      readonly revNat: number;
      readonly flags: readonly string[];
    };

/** One entry of the maps of the load balancer, as `cilium-dbg bpf lb list` with one of its flags prints them. */
export type ListedLbEntry = { readonly span: SourceSpan } & (
  | {
      readonly kind: 'service';
      readonly key: ListedPlace;
      /** Behind the key since about 1.17; before, only behind the value. */
      readonly slot?: number;
      readonly value: ListedLbValue;
    }
  /** `--backends`. */
  | { readonly kind: 'backend'; readonly id: number; readonly text: string; readonly zone?: string }
  /** `--revnat`. */
  | { readonly kind: 'revnat'; readonly id: number; readonly place: ListedPlace }
  /** `--source-ranges`: the key is what was printed before it. */
  | { readonly kind: 'source-range'; readonly key: string; readonly range: Cidr }
  /** `bpf lb maglev list`. */
  | { readonly kind: 'maglev'; readonly id: number; readonly family: 'v4' | 'v6'; readonly table: readonly number[] }
);

const HEADS =
  /^(?:SERVICE ADDRESS\b.*|ID\s+(?:BACKEND|SERVICE) ADDRESS\b.*|SVC ID\s+LOOKUP TABLE.*|REVNAT_ID\s+.*|SOURCE RANGES?.*)$/;
const KEYED = /^(\S+:\d{1,5}(?:\/\w+){0,2})(?: \((\d{1,6})\))?\s{2,}(\S.*)$/;
const BACKEND = /^(\d{1,10})\s{2,}((?:TCP|UDP|SCTP|ANY|NONE):\/\/\S+)(?:\s+\[([^\]]*)\])?$/;
const REVNAT = /^(\d{1,10})\s{2,}(\S+:\d{1,5})$/;
const RANGE = /^(\S.*?)\s{2,}(\S+\/\d{1,3})(?:\s.*)?$/;
const MAGLEV = /^\[(\d{1,10})\]\/(v4|v6)\s+\[([\d, ]*)\]$/;

const NUMBERS = /^(\d{1,10}) (\d{1,6})(?:\[(\d{1,6})\])? \((\d{1,6})\) \[(0x[\da-f]+) (0x[\da-f]+)\]$/i;
const MISSING = /^backend (\d{1,10}) not found((?: \(\d{1,6}\)){0,2})$/;
const MASTER = /^(?:0\.0\.0\.0:0|\[::\]:0)((?: \(\d{1,6}\)){0,2}) \[([^\]]*)\](?: \(L7LB Proxy Port: (\d{1,5})\))?$/;
const SLOT = /^(\S+)((?: \(\d{1,6}\)){1,2})$/;

const inParentheses = (text: string): string[] => [...text.matchAll(/\((\d+)\)/g)].map(([, word = '']) => word);

function readValue(text: string): ListedLbValue | undefined {
  const [, backendId, count, qcount, revNat, flags1, flags2] = NUMBERS.exec(text) ?? [];
  if (backendId !== undefined) {
    const numbers = { backendId: Number(backendId), count: Number(count), revNat: Number(revNat) };
    const flags = [flags1 ?? '', flags2 ?? ''];
    return { kind: 'numbers', ...numbers, flags, ...(qcount === undefined ? {} : { qcount: Number(qcount) }) };
  }
  const [, missing, after = ''] = MISSING.exec(text) ?? [];
  if (missing !== undefined) return { kind: 'missing', words: inParentheses(after), backendId: Number(missing) };
  const [master, words = '', flags = '', l7] = MASTER.exec(text) ?? [];
  if (master !== undefined) {
    const listed = flags.split(', ').filter((flag) => flag !== '');
    return { kind: 'master', words: inParentheses(words), flags: listed, ...(l7 ? { l7Port: Number(l7) } : {}) };
  }
  const [, place = '', behind = ''] = SLOT.exec(text) ?? [];
  const backend = readListedPlace(place);
  return backend && { kind: 'slot', words: inParentheses(behind), backend };
}

class LbReader implements LineReader<readonly ListedLbEntry[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly entries: ListedLbEntry[] = [];
  /** The title above: which listing it is, where rows alone could be anything. */
  private title = '';
  private key: { readonly place: ListedPlace } | undefined;

  take(line: TextLine): boolean {
    if (HEADS.test(line.text)) {
      this.title = line.text;
      this.key = undefined;
      return true;
    }
    if (this.service(line) || this.numbered(line)) return true;
    if (line.text === '') return false;
    this.key = undefined;
    this.title = '';
    return false;
  }

  finish(): readonly ListedLbEntry[] {
    return this.entries;
  }

  private service(line: TextLine): boolean {
    const [, word = '', slot, text = line.text] = KEYED.exec(line.text) ?? [];
    const place = readListedPlace(word) ?? this.key?.place;
    const value = place && readValue(text);
    if (!place || !value) return false;
    this.key = { place };
    const number = slot === undefined ? {} : { slot: Number(slot) };
    this.entries.push({ kind: 'service', key: place, ...number, value, span: spanOfLine(line) });
    return true;
  }

  private numbered(line: TextLine): boolean {
    const found =
      this.title === ''
        ? readMaglev(line.text)
        : (readBackend(line.text) ?? readMaglev(line.text) ?? readRevNat(line.text) ?? readSourceRange(line.text));
    if (!found) return false;
    this.entries.push({ ...found, span: spanOfLine(line) });
    return true;
  }
}

type Without<T> = T extends unknown ? Omit<T, 'span'> : never;
type Row = Without<ListedLbEntry>;

function readBackend(text: string): Row | undefined {
  const [, id, place = '', zone] = BACKEND.exec(text) ?? [];
  return id === undefined ? undefined : { kind: 'backend', id: Number(id), text: place, ...(zone ? { zone } : {}) };
}

function readRevNat(text: string): Row | undefined {
  const [, id, word = ''] = REVNAT.exec(text) ?? [];
  const place = readListedPlace(word);
  return place && { kind: 'revnat', id: Number(id), place };
}

function readSourceRange(text: string): Row | undefined {
  const [, key = '', word = ''] = RANGE.exec(text) ?? [];
  const range = parseCidr(word);
  return range.ok ? { kind: 'source-range', key, range: range.value } : undefined;
}

function readMaglev(text: string): Row | undefined {
  const [, id, family, inner = ''] = MAGLEV.exec(text) ?? [];
  if (family !== 'v4' && family !== 'v6') return undefined;
  const table = inner
    .split(/[, ]+/)
    .filter((word) => word !== '')
    .map(Number);
  return { kind: 'maglev', id: Number(id), family, table };
}

const parentheses = (words: readonly string[]): string => words.map((word) => ` (${word})`).join('');

function valueText(value: ListedLbValue): string {
  switch (value.kind) {
    case 'master': {
      const l7 = value.l7Port === undefined ? '' : ` (L7LB Proxy Port: ${value.l7Port})`;
      return `0.0.0.0:0${parentheses(value.words)} [${value.flags.join(', ')}]${l7}`;
    }
    case 'slot':
      return `${listedPlaceText(value.backend)}${parentheses(value.words)}`;
    case 'missing':
      return `backend ${value.backendId} not found${parentheses(value.words)}`;
    case 'numbers': {
      const waiting = value.qcount === undefined ? '' : `[${value.qcount}]`;
      return `${value.backendId} ${value.count}${waiting} (${value.revNat}) [${value.flags.join(' ')}]`;
    }
  }
}

const TITLES: Readonly<Record<ListedLbEntry['kind'], readonly [string, string]>> = {
  service: ['SERVICE ADDRESS', 'BACKEND ADDRESS (REVNAT_ID) (SLOT)'],
  backend: ['ID', 'BACKEND ADDRESS'],
  revnat: ['ID', 'SERVICE ADDRESS (REVNAT_ID)'],
  'source-range': ['SERVICE ADDRESS', 'SOURCE RANGE'],
  maglev: ['SVC ID', 'LOOKUP TABLE'],
};

function formatCells(entry: ListedLbEntry): [string, string] {
  switch (entry.kind) {
    case 'service': {
      const slot = entry.slot === undefined ? '' : ` (${entry.slot})`;
      return [`${listedPlaceText(entry.key)}${slot}`, valueText(entry.value)];
    }
    case 'backend':
      return [String(entry.id), `${entry.text}${entry.zone === undefined ? '' : ` [${entry.zone}]`}`];
    case 'revnat':
      return [String(entry.id), listedPlaceText(entry.place)];
    case 'source-range':
      return [entry.key, formatCidr(entry.range)];
    case 'maglev':
      return [`[${entry.id}]/${entry.family}`, `[${entry.table.join(', ')}]`];
  }
}

function printEntries(entries: readonly ListedLbEntry[]): string {
  const kinds = [...new Set(entries.map(({ kind }) => kind))];
  const listing = (kind: ListedLbEntry['kind']): string => {
    const rows = entries.filter((entry) => entry.kind === kind).map(formatCells);
    return tabbed([TITLES[kind], ...rows]);
  };
  return kinds.map(listing).join('\n');
}

/** `cilium-dbg bpf lb list`, with `--frontends`, `--backends`, `--revnat`, `--source-ranges`; `bpf lb maglev list`. */
export const CILIUM_LB_LIST = lineFormat({
  id: 'cilium-lb-list',
  title: 'cilium-dbg bpf lb list',
  command: 'cilium-dbg bpf lb list',
  hint: /^[ \t]*(?:SERVICE ADDRESS\b|SVC ID\s+LOOKUP TABLE|ID\s+(?:BACKEND|SERVICE) ADDRESS|\S+:\d+\/(?:TCP|UDP|SCTP|ANY)(?:\/i)? \(\d+\)\s)/m,
  reader: (): LineReader<readonly ListedLbEntry[]> => new LbReader(),
  print: printEntries,
  summary: (entries) => {
    const of = (kind: ListedLbEntry['kind']): number => entries.filter((entry) => entry.kind === kind).length;
    const keys = entries.flatMap((entry) => (entry.kind === 'service' ? [listedPlaceText(entry.key)] : []));
    return { entries: entries.length, frontends: new Set(keys).size, backends: of('backend'), revnat: of('revnat') };
  },
});
