import { phrase } from '../../lib/phrase';
import { within, type Steps } from '../../lib/scan';
import type { IpFamily } from '../../net/ip';
import type { TableName } from '../../linux/hooks';
import { BUILT_IN_CHAINS, isBuiltIn, type XtRuleset, type XtTable } from '../../linux/xtables/types';
import { inferFamily, inferTables, type FamilyGuess } from './infer';
import {
  type LineNote,
  type Reading,
  ruleCount,
  type SaveSection,
  copyRule,
  getLength,
  sectionLine,
  savedRuleText,
  type ChainBuilder,
  RuleCache,
  TextChain,
  type TextSource,
} from './section';
import { parseRule, printRule } from '../../linux/xtables/rule-text';

/** Above this many comparisons two listings of one chain are not aligned; the later one is taken. */
const MOST_COMPARISONS = 4_000_000;

function formatText(text: string, chain: ChainBuilder, index: number): string {
  return savedRuleText(text, chain, index).trim();
}

function listTexts(text: string, chain: ChainBuilder): string[] {
  return Array.from({ length: getLength(chain) }, (_none, index) => formatText(text, chain, index));
}

/** Lengths of the longest common subsequence of two chains' tails, row by row. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array[] {
  const rows: Uint32Array[] = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    const row = rows[i] as Uint32Array;
    const below = rows[i + 1] as Uint32Array;
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return rows;
}

/**
 * Joins two excerpts of the same chain: each shows some of its rules in order, so the shortest
 * sequence that has both in order. Rules of `b` that `a` has already are not doubled.
 */
function joinChains(text: string, a: ChainBuilder, b: ChainBuilder, said: Repeated[]): ChainBuilder {
  const left = listTexts(text, a);
  const right = listTexts(text, b);
  const joined: ChainBuilder = {
    ...a,
    ...(b.policy ? { policy: b.policy } : {}),
    declared: a.declared || b.declared,
    rules: [],
  };
  const take = (from: ChainBuilder, index: number): void => copyRule(from, index, joined);
  const common = commonLengths(left, right);
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      said.push({ line: sectionLine(b, j++), first: sectionLine(a, i) });
      take(a, i++);
    } else if (j >= right.length || (i < left.length && lead(common, i + 1, j) >= lead(common, i, j + 1))) take(a, i++);
    else take(b, j++);
  }
  return joined;
}

function lead(common: readonly Uint32Array[], i: number, j: number): number {
  return common[i]?.[j] ?? 0;
}

/** Does a section show a whole table rather than some lines of it? A block without COMMIT was cut: what stood behind is not known. */
function isWhole(section: SaveSection): boolean {
  if (section.kind === 'block') return section.committed;
  return [...section.chains.values()].some((chain) => chain.policy);
}

/**
 * Are two blocks of iptables-save, cut or not, of two times or two machines? The tool prints all chains before the first rule: others
 * are there, and those of the kernel have counted other packets (iptables/iptables-save.c do_output).
 */
function isAnotherTime(earlier: SaveSection, later: SaveSection): boolean {
  if ([earlier, later].some((each) => each.kind !== 'block' || ruleCount(each) === 0)) return false;
  const hasAll = (one: SaveSection, other: SaveSection): boolean =>
    [...one.chains.values()].every(({ name, declared }) => !declared || other.chains.get(name)?.declared);
  if (hasAll(earlier, later) && hasAll(later, earlier)) return false;
  return [...earlier.chains].some(([name, { policy, counters }]) => {
    const again = later.chains.get(name)?.counters;
    return policy && counters && again && again.packets !== counters.packets;
  });
}

/** A rule that is on two lines of a text and stands once in the table. */
interface Repeated {
  readonly line: number;
  readonly first: number;
}

/** What became of two sections of one table: `same`: the later says nothing new; `kept`: it is not of the same state. */
interface Merged {
  readonly section: SaveSection;
  readonly how: 'joined' | 'replaced' | 'kept' | 'contained' | 'same';
  /** The lines of rules that are in {@link section} already. */
  readonly repeated: readonly Repeated[];
  /** The lines of rules that are of another time. */
  readonly aside: readonly number[];
}

function listLines(chains: Iterable<ChainBuilder>): number[] {
  return [...chains].flatMap((chain) =>
    Array.from({ length: getLength(chain) }, (_none, index) => sectionLine(chain, index)),
  );
}

/** The lines of `-P` commands. */
function policyLines({ kind, chains }: SaveSection): number[] {
  if (kind === 'block') return [];
  return [...chains.values()].flatMap(({ policy, firstLine }) => (policy ? [firstLine] : []));
}

/** Does a section say another policy of a chain than the one it takes the place of? */
function changesPolicy(earlier: SaveSection, later: SaveSection): boolean {
  return [...earlier.chains].some(([name, chain]) => chain.policy && policyOf(later.chains.get(name)) !== chain.policy);
}

/** Where each rule of a part stands in the whole; undefined: it is not of the same state. */
function containedIn(text: string, whole: SaveSection, part: SaveSection): Repeated[] | undefined {
  const found: Repeated[] = [];
  for (const [name, chain] of part.chains) {
    const known = whole.chains.get(name);
    if (!known) return undefined;
    let at = 0;
    for (let i = 0; i < getLength(chain); i++) {
      const wanted = formatText(text, chain, i);
      while (at < getLength(known) && formatText(text, known, at) !== wanted) at++;
      if (at >= getLength(known)) return undefined;
      found.push({ line: sectionLine(chain, i), first: sectionLine(known, at++) });
    }
  }
  return found;
}

/** No more rules are compared as they are printed. */
const MOST_COMPARED = 20_000;

/** Are two states of a table the same rules, however they are written? */
function sameRules(text: string, earlier: SaveSection, later: SaveSection): boolean {
  if (ruleCount(earlier) !== ruleCount(later) || ruleCount(later) > MOST_COMPARED) return false;
  return [...later.chains].every(([name, chain]) => sameChain(text, earlier.chains.get(name), chain));
}

function sameChain(text: string, earlier: ChainBuilder | undefined, later: ChainBuilder): boolean {
  if (getLength(later) !== (earlier ? getLength(earlier) : 0) || policyOf(later) !== policyOf(earlier)) return false;
  if (!earlier) return true;
  for (let i = 0; i < getLength(later); i++) {
    const isWritten = formatText(text, earlier, i) === formatText(text, later, i);
    if (!isWritten && printed(text, earlier, i) !== printed(text, later, i)) return false;
  }
  return true;
}

const policyOf = (chain: ChainBuilder | undefined): string => chain?.policy ?? 'ACCEPT';

/** As the kernel's tools print it; of which family hardly matters, both sides are read alike. */
function printed(text: string, chain: ChainBuilder, index: number): string {
  const rule = formatText(text, chain, index);
  const family = rule.includes('::') ? 'ipv6' : 'ipv4';
  return printRule(parseRule(rule, family).rule, family);
}

/**
 * Two sections of the same table and family. A whole later one replaces the earlier, as
 * iptables-restore would. Beside a whole earlier one, commands and excerpts of some other time are
 * left aside. Excerpts are joined chain by chain.
 */
function mergeSections(text: string, earlier: SaveSection, later: SaveSection): Merged {
  if (isWhole(later) && isWhole(earlier) && ruleCount(earlier) > 0) {
    if (sameRules(text, earlier, later))
      return { section: earlier, how: 'same', repeated: [], aside: listLines(later.chains.values()) };
    // Policies alone are what somebody would set, not another state of the table.
    if (later.kind !== 'block' && ruleCount(later) === 0) {
      return { section: earlier, how: 'kept', repeated: [], aside: policyLines(later) };
    }
  }
  if (isWhole(later)) {
    const aside = [...policyLines(earlier), ...listLines(earlier.chains.values())];
    return { section: later, how: 'replaced', repeated: [], aside };
  }
  if (isAnotherTime(earlier, later) && !containedIn(text, earlier, later)) {
    return { section: later, how: 'replaced', repeated: [], aside: listLines(earlier.chains.values()) };
  }
  if (isWhole(earlier) && earlier.group !== later.group) {
    const repeated = containedIn(text, earlier, later);
    if (repeated) return { section: earlier, how: 'contained', repeated, aside: [] };
    return { section: earlier, how: 'kept', repeated: [], aside: listLines(later.chains.values()) };
  }
  const chains = new Map(earlier.chains);
  const repeated: Repeated[] = [];
  const aside: number[] = [];
  for (const [name, chain] of later.chains) {
    const known = chains.get(name);
    if (!known) chains.set(name, chain);
    else if (getLength(known) * getLength(chain) > MOST_COMPARISONS) {
      for (const line of listLines([known])) aside.push(line);
      chains.set(name, chain);
    } else chains.set(name, joinChains(text, known, chain, repeated));
  }
  const kind = earlier.kind === 'script' ? later.kind : earlier.kind;
  return { section: { ...earlier, kind, chains }, how: 'joined', repeated, aside };
}

/** A table read from a text. */
export interface TextTable extends XtTable {
  /** A `*table` block, or the policies of all its built-in chains: all of it is shown. */
  readonly whole: boolean;
  /** Commands alone: what they do, not what was listed. */
  readonly isTyped: boolean;
  readonly chains: ReadonlyMap<string, TextChain>;
}
export interface TextRuleset extends XtRuleset {
  readonly tables: ReadonlyMap<TableName, TextTable>;
}
export interface AssembledRuleset {
  /** In the order they appear, those with rules first. */
  readonly families: readonly IpFamily[];
  readonly rulesets: Readonly<Partial<Record<IpFamily, TextRuleset>>>;
  readonly notes: readonly LineNote[];
  /** 1-based lines of rules that stand in no table: repeated, or of another time. */
  readonly unused: readonly number[];
  /** 1-based lines on which a whole table begins that was there before, with other rules. */
  readonly states: readonly number[];
}

/** What is found out while sections are put together. */
interface Findings {
  readonly notes: LineNote[];
  readonly unused: number[];
  readonly states: number[];
}

/** How many sections or rules are joined in a slice. */
const SECTIONS = 1000;

/** From sections to rulesets: decides family and table of each, and joins what belongs together; in slices. */
export function* assembleRuleset(reading: Reading): Steps<AssembledRuleset> {
  const findings: Findings = { notes: [], unused: [], states: [] };
  const { notes } = findings;
  decideFamilies(reading);
  const folded = new Map<IpFamily, Map<TableName, SaveSection>>();
  const { length } = reading.sections;
  for (const [index, section] of reading.sections.entries()) {
    const [from, to] = [index / length, (index + 1) / length];
    for (const part of section.table ? [section] : yield* within(parted(reading, section, notes), from, to)) {
      fold(reading.written, folded, part, findings);
    }
    // Most sections are a line long, a few are the whole text.
    if (index % SECTIONS === 0 || ruleCount(section) > SECTIONS) yield to;
  }
  const rulesets: Partial<Record<IpFamily, TextRuleset>> = {};
  for (const [family, tables] of folded) rulesets[family] = build(reading.written, family, tables, notes);
  const rules = (family: IpFamily): number =>
    [...(folded.get(family)?.values() ?? [])].reduce((sum, section) => sum + ruleCount(section), 0);
  const families = [...folded.keys()].toSorted((a, b) => Number(rules(b) > 0) - Number(rules(a) > 0));
  return { families, rulesets, ...findings };
}

/**
 * By the header or the command's name, unless every `-s` and `-d` says otherwise; else by those
 * addresses, else by what hints at it, else as the section before, else IPv4.
 */
function decideFamilies({ written, sections }: Reading): void {
  for (const section of sections) section.family = findFamily(inferFamily(written, section), section.family);
  let last = sections.find((section) => section.family)?.family ?? 'ipv4';
  for (const section of sections) last = section.family ??= last;
}

function findFamily(
  { addressed: { ipv4, ipv6 }, hint }: FamilyGuess,
  named: IpFamily | undefined,
): IpFamily | undefined {
  const mixed = ipv4 > 0 && ipv6 > 0;
  if (ipv4 + ipv6 === 0 || (named && mixed)) return named ?? hint;
  return ipv4 >= ipv6 ? 'ipv4' : 'ipv6';
}

function* parted(reading: Reading, section: SaveSection, notes: LineNote[]): Steps<SaveSection[]> {
  const parts = yield* inferTables(reading.written, section);
  for (const { table } of parts) {
    if (notes.some(({ message }) => message.id.endsWith('table-assumed') && message.values?.['table'] === table))
      continue;
    const message = phrase('formats.iptables-save.table-assumed', { table: table ?? '', line: section.firstLine });
    notes.push(noteAt('info', 'assumed', message, section.firstLine));
  }
  return parts;
}

function noteAt(severity: LineNote['severity'], code: string, message: LineNote['message'], line: number): LineNote {
  return { severity, code, message, line, start: 0, end: 0 };
}

type Folded = Map<IpFamily, Map<TableName, SaveSection>>;

function fold(text: string, folded: Folded, section: SaveSection, { notes, unused, states }: Findings): void {
  const { family = 'ipv4', table = 'filter' } = section;
  const tables = folded.get(family) ?? new Map<TableName, SaveSection>();
  folded.set(family, tables);
  const earlier = tables.get(table);
  if (!earlier) {
    tables.set(table, section);
    return;
  }
  const merged = mergeSections(text, earlier, section);
  tables.set(table, merged.section);
  for (const line of merged.aside) unused.push(line);
  for (const { line, first } of merged.repeated) {
    unused.push(line);
    notes.push(noteAt('info', 'assumed', phrase('formats.iptables-save.repeated', { line, first }), line));
  }
  const values = { table, first: earlier.firstLine, line: section.firstLine };
  if (merged.how === 'replaced' && ruleCount(earlier) > 0) states.push(section.firstLine);
  if (merged.how === 'replaced' && (ruleCount(earlier) > 0 || changesPolicy(earlier, section))) {
    notes.push(noteAt('warning', 'assumed', phrase('formats.iptables-save.table-twice', values), section.firstLine));
  }
  if (merged.how === 'same') {
    notes.push(noteAt('info', 'assumed', phrase('formats.iptables-save.same-again', values), section.firstLine));
  }
  if (merged.how === 'kept') {
    const message = phrase('formats.iptables-save.left-aside', values);
    notes.push(noteAt('warning', 'irrelevant', message, section.firstLine));
  }
}

function build(
  text: string,
  family: IpFamily,
  tables: ReadonlyMap<TableName, SaveSection>,
  notes: LineNote[],
): TextRuleset {
  const shared = { text, family, cache: new RuleCache() };
  const made = new Map<TableName, TextTable>();
  for (const [name, section] of tables) {
    made.set(name, buildTable({ ...shared, restored: section.kind === 'block' }, name, section, notes));
  }
  return { tables: made };
}

/** Old kernels have no INPUT in nat. */
function hasPolicy({ chains }: SaveSection, table: TableName, hook: string): boolean {
  return chains.get(hook)?.policy !== undefined || (table === 'nat' && hook === 'INPUT');
}

/** Built-in chains always exist; one without a policy line is taken to accept, and that is said. */
function buildTable(source: TextSource, name: TableName, section: SaveSection, notes: LineNote[]): TextTable {
  const chains = new Map<string, TextChain>();
  const unsaid: string[] = [];
  for (const hook of BUILT_IN_CHAINS[name]) {
    const built = section.chains.get(hook);
    if (built && !built.policy && built.rules.length > 0) unsaid.push(hook);
    const none = { name: hook, declared: false, firstLine: section.firstLine, rules: [] };
    chains.set(hook, new TextChain(source, built ?? none, 'ACCEPT'));
  }
  for (const built of section.chains.values()) {
    if (!isBuiltIn(name, built.name)) chains.set(built.name, new TextChain(source, built, undefined));
  }
  if (unsaid.length > 0 && name !== 'nat') {
    const message = phrase('formats.iptables-save.policy-assumed', { table: name, chains: unsaid.join(', ') });
    notes.push(noteAt('info', 'assumed', message, section.firstLine));
  }
  const isListed = BUILT_IN_CHAINS[name].every((hook) => hasPolicy(section, name, hook));
  const whole = section.kind === 'block' ? section.committed : isListed;
  return { name, whole, isTyped: section.kind === 'script', chains };
}
