import type { IpFamily } from '../../net/ip';
import { TABLES, type TableName } from '../../linux/hooks';
import type { Counters, XtChain, XtRule } from '../../linux/xtables/types';
import { scanWords, type Word, scanRestoreWords } from '../../lib/scan';
import { parseRuleWords, type ParsedRule } from '../../linux/xtables/rule-text';
import type { Phrase } from '../../lib/phrase';

/** A chain while it is being gathered: where its rules stand in the text. */
export interface ChainBuilder {
  readonly name: string;
  policy?: 'ACCEPT' | 'DROP';
  counters?: Counters;
  /** A `:CHAIN`, `-N` or `-P` line was seen. */
  declared: boolean;
  /** 1-based line of the first mention. */
  readonly firstLine: number;
  /** Of each rule three numbers: the offsets of what follows `-A CHAIN`, and the 1-based line. */
  readonly rules: number[];
}

/** How many numbers a rule has in {@link ChainBuilder.rules}. */
export const PER_RULE = 3;

/** The text of a rule after `-A CHAIN `, by its index in the chain. */
export function savedRuleText(text: string, { rules }: ChainBuilder, index: number): string {
  return text.slice(rules[index * PER_RULE], rules[index * PER_RULE + 1]);
}

/** How many rules a chain has. */
export function getLength({ rules }: ChainBuilder): number {
  return rules.length / PER_RULE;
}

/** The 1-based line a rule stands on. */
export function sectionLine({ rules }: ChainBuilder, index: number): number {
  return rules[index * PER_RULE + 2] ?? 0;
}

/** Copies a rule of one chain to the end of another. */
export function copyRule(from: ChainBuilder, index: number, to: ChainBuilder): void {
  for (let i = 0; i < PER_RULE; i++) to.rules.push(from.rules[index * PER_RULE + i] ?? 0);
}

/**
 * Lines that belong together. `block`: `*table` to COMMIT. `listing`: what `iptables -S` or a grep
 * printed. `script`: commands.
 */
export interface SaveSection {
  readonly kind: 'block' | 'listing' | 'script';
  family?: IpFamily | undefined;
  readonly table?: TableName;
  readonly chains: Map<string, ChainBuilder>;
  readonly firstLine: number;
  /** Sections of one command's output (a listing that prose interrupts) share a number. */
  readonly group: number;
  committed: boolean;
  /** The chain a rule was added to last. */
  last?: ChainBuilder;
}

/** A section without chains. */
export function newSection(
  kind: SaveSection['kind'],
  firstLine: number,
  known: {
    readonly table?: TableName | undefined;
    readonly family?: IpFamily | undefined;
    readonly group?: number;
  } = {},
): SaveSection {
  return {
    kind,
    ...(known.family ? { family: known.family } : {}),
    ...(known.table ? { table: known.table } : {}),
    chains: new Map(),
    firstLine,
    group: known.group ?? 0,
    committed: false,
  };
}

/** The builder of a chain, made at its first mention. */
export function chainIn(section: SaveSection, name: string, line: number): ChainBuilder {
  const known = section.chains.get(name);
  if (known) return known;
  const made: ChainBuilder = { name, declared: false, firstLine: line, rules: [] };
  section.chains.set(name, made);
  return made;
}

/** How many rules a section has. */
export function ruleCount(section: SaveSection): number {
  let count = 0;
  for (const chain of section.chains.values()) count += getLength(chain);
  return count;
}

/** `nat`, if it is a table's name. */
export function tableNamed(text: string | undefined): TableName | undefined {
  return TABLES.find((table) => table === text);
}

/** What a `:CHAIN` line says. */
type ChainLine = Pick<ChainBuilder, 'name' | 'policy' | 'counters'>;

/** As nearly every chain of a dump is declared: without policy, and nothing was counted. */
const PLAIN = /:\S+ - \[0:0\]/y;
const PLAIN_END = ' - [0:0]'.length;
const CHAIN = /:\s*(\S+)[ \t]+(-|ACCEPT|DROP|QUEUE|RETURN)(?:[ \t]+\[(\d+):(\d+)\])?/y;

/** Reads `:INPUT ACCEPT [12:3456]` in a part of a text; undefined: it is no such line. */
export function findChainLine(text: string, start: number, end: number): ChainLine | undefined {
  PLAIN.lastIndex = start;
  if (PLAIN.test(text) && PLAIN.lastIndex === end)
    return { name: text.slice(start + 1, end - PLAIN_END), counters: { packets: 0, bytes: 0 } };
  CHAIN.lastIndex = start;
  const found = CHAIN.exec(text);
  if (!found || CHAIN.lastIndex > end) return undefined;
  const [, name = '', policy, packets, bytes] = found;
  return {
    name,
    ...(policy === 'ACCEPT' || policy === 'DROP' ? { policy } : {}),
    ...(packets === undefined ? {} : { counters: { packets: Number(packets), bytes: Number(bytes) } }),
  };
}

/** A command line that has to do with iptables, wherever in the line it begins. */
export interface SaveCommand {
  readonly family: IpFamily;
  readonly table?: TableName;
  /** `list` prints a listing, `save` a dump; `edit` changes rules itself. */
  readonly does: 'list' | 'save' | 'edit' | 'other';
  /** The only chain it lists. */
  readonly chain?: string;
  /** Of an edit: the offset of its `-A`, `-N`... and where the command ends. */
  readonly start: number;
  readonly end: number;
}

const PROGRAM = /(?:^|[\s/"'`(])(ip(6)?tables(?:-legacy|-nft)?(-save|-restore)?|\$\{?\w*ip(6)?t\w*\}?)(?=[\s"'`]|$)/i;
/** Cheaper, and false for nearly every line of prose. */
const NAMED = /tables|\$/i;
const EDITS = new Set(['-A', '-I', '-N', '-P', '-X', '-F', '-D', '-R', '-E', '-Z']);
const LONG: Readonly<Record<string, string>> = {
  '--append': '-A',
  '--insert': '-I',
  '--new-chain': '-N',
  '--policy': '-P',
  '--list-rules': '-S',
  '--list': '-L',
  '--table': '-t',
  '--flush': '-F',
  '--delete': '-D',
  '--delete-chain': '-X',
};
const ENDS = new Set(['|', '||', '&&', ';', '>', '>>', '2>', '&']);

/** A command begins within so many characters of its line, if it is one. */
const LOOK_AT = 300;

/** Finds an iptables command in a part of a text. */
export function findCommand(text: string, start: number, end: number): SaveCommand | undefined {
  const head = text.slice(start, Math.min(end, start + LOOK_AT));
  const found = NAMED.test(head) ? PROGRAM.exec(head) : null;
  if (!found) return undefined;
  const from = start + found.index + found[0].length;
  const family: IpFamily = found[2] || found[4] ? 'ipv6' : 'ipv4';
  const words = untilEnd(scanWords(text, from, end));
  const table = tableIn(words);
  const edit = words.find((word) => EDITS.has(LONG[word.value] ?? word.value));
  const does = found[3] === '-save' ? 'save' : edit ? 'edit' : listsRules(words) ? 'list' : 'other';
  return {
    family,
    ...(table ? { table } : {}),
    does,
    ...(does === 'list' ? chainOfList(words) : {}),
    start: edit?.start ?? from,
    end: words.at(-1)?.end ?? from,
  };
}

function untilEnd(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex((word) => ENDS.has(word.raw) || word.raw.startsWith('2>'));
  return at < 0 ? words : words.slice(0, at);
}

function tableIn(words: readonly Word[]): TableName | undefined {
  const at = words.findIndex((word) => word.value === '-t' || word.value === '--table');
  const attached = words.find((word) => /^-t[a-z]/.test(word.value));
  return tableNamed(at < 0 ? attached?.value.slice(2) : words[at + 1]?.value);
}

function chainOfList(words: readonly Word[]): { readonly chain?: string } {
  const at = words.findIndex(({ value }) => /^-[a-zA-Z]*[SL]$|^--list(?:-rules)?$/.test(value));
  const chain = words[at + 1]?.value;
  return at < 0 || chain === undefined || chain.startsWith('-') ? {} : { chain };
}

function listsRules(words: readonly Word[]): boolean {
  return words.some((word) => /^-[a-zA-Z]*[SL]/.test(word.value) || word.value.startsWith('--list'));
}

const COUNTERS = /^\s*\[(\d+):(\d+)\]/;

/** The `[packets:bytes]` before a rule's `-A`. */
function countersBefore(text: string, start: number): Counters | undefined {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  if (text.charCodeAt(lineStart) === 0x2d) return undefined;
  const found = COUNTERS.exec(text.slice(lineStart, start));
  return found ? { packets: Number(found[1]), bytes: Number(found[2]) } : undefined;
}

/** Where a rule of a chain stands in the text it was read from. */
interface RuleSpan {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** How many rules a generation holds. */
const GENERATION = 50_000;

/**
 * The rules of one text that were read, by where they begin. Two generations: when the young one is
 * full, what was not asked for since the last change is let go and read again if need be.
 */
export class RuleCache {
  private young = new Map<number, XtRule>();
  private old = new Map<number, XtRule>();

  get(start: number): XtRule | undefined {
    return this.young.get(start) ?? this.old.get(start);
  }

  keep(start: number, rule: XtRule): XtRule {
    if (this.young.size >= GENERATION) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(start, rule);
    return rule;
  }
}

/** What the chains of a table share. */
export interface TextSource {
  readonly text: string;
  readonly family: IpFamily;
  readonly cache: RuleCache;
  /** Between `*table` and COMMIT only iptables-restore reads: a single quote is no quote there. */
  readonly restored: boolean;
}

/**
 * A chain over a text: three numbers a rule. A rule is read when it is asked for, and then kept. A
 * class, because a dump has hundreds of thousands of chains.
 */
export class TextChain implements XtChain {
  readonly name: string;
  readonly policy?: 'ACCEPT' | 'DROP';
  readonly counters?: Counters;
  readonly length: number;
  private readonly source: TextSource;
  private readonly rules: readonly number[];

  /** `policy`: what a built-in chain has when the text does not say; user chains have none. */
  constructor(source: TextSource, built: ChainBuilder, policy: 'ACCEPT' | 'DROP' | undefined) {
    this.source = source;
    this.name = built.name;
    this.rules = built.rules;
    this.length = built.rules.length / PER_RULE;
    if (policy) this.policy = built.policy ?? policy;
    if (built.counters) this.counters = built.counters;
  }

  readonly rule = (index: number): XtRule =>
    this.source.cache.get(this.rules[index * PER_RULE] ?? -1) ?? this.read(index);

  readonly line = (index: number): number | undefined => this.rules[index * PER_RULE + 2];

  readonly text = (index: number): string | undefined => {
    const { start, end } = this.span(index);
    return this.source.text
      .slice(start, end)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join(' ');
  };

  span(index: number): RuleSpan {
    const at = index * PER_RULE;
    return { start: this.rules[at] ?? 0, end: this.rules[at + 1] ?? 0, line: this.rules[at + 2] ?? 0 };
  }

  /** Reads a rule anew, with what is to be said of it. */
  parse(index: number): ParsedRule {
    const { text, family, restored } = this.source;
    const { start, end } = this.span(index);
    return parseRuleWords((restored ? scanRestoreWords : scanWords)(text, start, end), family);
  }

  private read(index: number): XtRule {
    if (!(index >= 0 && index < this.length)) throw new RangeError(`${this.name} has no rule ${index + 1}`);
    const { start } = this.span(index);
    const { text, cache } = this.source;
    const { rule } = this.parse(index);
    const counters = rule.counters ?? countersBefore(text, start);
    return cache.keep(start, counters ? { ...rule, counters } : rule);
  }
}

/** Something to say of a line, before it is a diagnostic. */
export interface LineNote {
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly message: Phrase;
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** Lines `from`..`to` (1-based) that are nothing of ours. */
export interface LineRun {
  readonly from: number;
  to: number;
  readonly start: number;
  end: number;
}

/** What the first pass found. */
export interface Reading {
  readonly text: string;
  /** The text, and behind it the rules that lists of addresses stand for: spans of rules point into this. */
  readonly written: string;
  readonly sections: SaveSection[];
  readonly notes: LineNote[];
  readonly ignored: LineRun[];
}

/** The first pass while it goes on. */
export interface State extends Omit<Reading, 'written'> {
  /** What {@link Reading.written} has behind the text, and how long that is. */
  readonly added: string[];
  addedLength: number;
  /** Where the next comma stands. */
  comma: number;
  current: SaveSection | undefined;
  /** Said by a header or a command just before. */
  family: IpFamily | undefined;
  table: TableName | undefined;
  readonly scripts: Map<string, SaveSection>;
  /** Counts commands, headers and blocks: what is printed between two of them belongs together. */
  group: number;
  line: number;
  /** How many rules were put before others so far. */
  inserts: number;
  /** Where the rule that was read last is kept, and the line it ends on: its words may go on. */
  lastRules?: number[];
  lastRuleLine?: number;
}

/** Says something of the line being read. */
export function noteDiagnostic(
  state: State,
  severity: LineNote['severity'],
  code: string,
  message: Phrase,
  at: { start: number; end: number } = { start: 0, end: 0 },
): void {
  state.notes.push({ severity, code, message, line: state.line, ...at });
}
