import { phrase } from '../../lib/phrase';
import { within, type Steps } from '../../lib/steps';
import type { IpFamily } from '../../net/ip';
import type { TableName } from '../../linux/hooks';
import { BUILT_IN_CHAINS, isBuiltIn } from '../../linux/xtables/chains';
import type { XtRuleset, XtTable } from '../../linux/xtables/types';
import { inferFamily, inferTables, type FamilyGuess } from './infer';
import { mergeSections } from './merge';
import type { LineNote, Reading } from './state';
import { ruleCount, type Section } from './section';
import { RuleCache, TextChain, type TextSource } from './text-chain';

/** A table read from a text. */
export interface TextTable extends XtTable {
  /** A `*table` block, or the policies of all its built-in chains: all of it is shown. */
  readonly whole: boolean;
  readonly chains: ReadonlyMap<string, TextChain>;
}
export interface TextRuleset extends XtRuleset {
  readonly tables: ReadonlyMap<TableName, TextTable>;
}
export interface Assembled {
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
export function* assemble(reading: Reading): Steps<Assembled> {
  const findings: Findings = { notes: [], unused: [], states: [] };
  const { notes } = findings;
  decideFamilies(reading);
  const folded = new Map<IpFamily, Map<TableName, Section>>();
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
  for (const section of sections) section.family = familyOf(inferFamily(written, section), section.family);
  let last = sections.find((section) => section.family)?.family ?? 'ipv4';
  for (const section of sections) last = section.family ??= last;
}

function familyOf({ addressed: { ipv4, ipv6 }, hint }: FamilyGuess, named: IpFamily | undefined): IpFamily | undefined {
  const mixed = ipv4 > 0 && ipv6 > 0;
  if (ipv4 + ipv6 === 0 || (named && mixed)) return named ?? hint;
  return ipv4 >= ipv6 ? 'ipv4' : 'ipv6';
}

function* parted(reading: Reading, section: Section, notes: LineNote[]): Steps<Section[]> {
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

type Folded = Map<IpFamily, Map<TableName, Section>>;

function fold(text: string, folded: Folded, section: Section, { notes, unused, states }: Findings): void {
  const { family = 'ipv4', table = 'filter' } = section;
  const tables = folded.get(family) ?? new Map<TableName, Section>();
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
  if (merged.how === 'replaced' && ruleCount(earlier) > 0) {
    states.push(section.firstLine);
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
  tables: ReadonlyMap<TableName, Section>,
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
function hasPolicy({ chains }: Section, table: TableName, hook: string): boolean {
  return chains.get(hook)?.policy !== undefined || (table === 'nat' && hook === 'INPUT');
}

/** Built-in chains always exist; one without a policy line is taken to accept, and that is said. */
function buildTable(source: TextSource, name: TableName, section: Section, notes: LineNote[]): TextTable {
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
  const isWhole = section.kind === 'block' || BUILT_IN_CHAINS[name].every((hook) => hasPolicy(section, name, hook));
  return { name, whole: isWhole, chains };
}
