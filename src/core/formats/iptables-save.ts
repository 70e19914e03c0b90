import { phrase } from '../lib/phrase';
import { err, ok, type Result } from '../lib/result';
import { lineStartsInSteps, finished, SLICE_OF_LINES, within, type Steps } from '../lib/scan';
import type { IpFamily } from '../net/ip';
import { printRuleset, isCanonical } from '../linux/xtables/ruleset-text';
import type { Diagnostic, Format, Parsed } from './format';
import { assembleRuleset, type AssembledRuleset, type TextRuleset, type TextTable } from './iptables-save/assemble';
import { readSectionsInSteps } from './iptables-save/read';
import type { LineNote, LineRun, Reading, TextChain } from './iptables-save/section';
import type { ParsedRule } from '../linux/xtables/rule-text';
import { findTarget } from '../linux/xtables/targets';
import type { XtRule } from '../linux/xtables/types';

/**
 * Everything to say of the rules, one chain after the other. A generator, so that a long text can be
 * gone through in slices and left off at any time.
 */
function* diagnoseRules(
  text: string,
  rulesets: Readonly<Partial<Record<IpFamily, TextRuleset>>>,
): Generator<Diagnostic | undefined> {
  for (const family of ['ipv4', 'ipv6'] as const) {
    for (const table of rulesets[family]?.tables.values() ?? []) {
      const missing = new Set<string>();
      for (const chain of table.chains.values()) {
        const place: ChainContext = { text, table, chain, family, missing };
        for (let index = 0; index < chain.length; index++) {
          if (!isPlain(place, index)) yield* diagnoseRule(place, index);
          yield undefined;
        }
      }
    }
  }
}

const CLEAN: ParsedRule = { rule: { matches: [] }, notes: [] };

/** The chain a rule goes to; a target's name behind -g is said to be one. */
function findJump({ target }: XtRule): string | undefined {
  if (target?.target === 'GOTO' && findTarget(target.spec.chain)) return undefined;
  return target?.target === 'JUMP' || target?.target === 'GOTO' ? target.spec.chain : undefined;
}

/** A canonical rule ends in its target; a name with no options that is no target is a chain. */
function canonicalJump(text: string): string | undefined {
  const at = text.lastIndexOf('-j ') + 3;
  if (text.indexOf(' ', at) >= 0) return undefined;
  const name = text.slice(at);
  return findTarget(name) ? undefined : name;
}

interface ChainContext {
  readonly text: string;
  readonly table: TextTable;
  readonly chain: TextChain;
  readonly family: IpFamily;
  /** Chains of the table that were already reported as missing. */
  readonly missing: Set<string>;
}

/** Is there nothing to say of a rule, by a look at its text? That is so of nearly every rule of a dump. */
function isPlain({ table, chain, family, missing }: ChainContext, index: number): boolean {
  const text = chain.text(index) ?? '';
  if (!isCanonical(text, family)) return false;
  const jump = canonicalJump(text);
  return jump === undefined || table.chains.has(jump) || missing.has(jump);
}

function* diagnoseRule({ text, table, chain, family, missing }: ChainContext, index: number): Generator<Diagnostic> {
  const { start, end, line } = chain.span(index);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  // A rule that a list of addresses stands for is written behind the text: only its line is in it.
  const spanOf = (at: { start: number; end: number }): Diagnostic['span'] =>
    start < text.length
      ? { start: at.start, end: at.end, line, column: at.start - lineStart + 1 }
      : { start: 0, end: 0, line, column: 1 };
  const path = `${table.name} ${chain.name} ${index + 1}`;
  const plain = chain.text(index) ?? '';
  const canonical = isCanonical(plain, family);
  const { rule, notes } = canonical ? CLEAN : chain.parse(index);
  for (const note of notes) {
    const span = spanOf(note);
    yield { severity: note.severity, code: note.code, message: note.message, span, path };
  }
  const jump = canonical ? canonicalJump(plain) : findJump(rule);
  if (jump !== undefined && !table.chains.has(jump) && !missing.has(jump)) {
    missing.add(jump);
    const message = phrase('formats.iptables-save.chain-missing', { chain: jump, table: table.name });
    const span = spanOf({ start, end });
    yield { severity: 'warning', code: 'unrecognised', message, span, path };
  }
}

/** What was read: the rules of each family the text has, over the text itself. */
export interface IptablesSave {
  /** The families found, the one with rules first. */
  readonly families: readonly IpFamily[];
  readonly rulesets: Readonly<Partial<Record<IpFamily, TextRuleset>>>;
  /** The ruleset of the first family. */
  readonly ruleset: TextRuleset;
  readonly source: string;
  /** Lines that are no part of any table: prompts, prose, other output. */
  readonly ignored: readonly LineRun[];
  /** 1-based lines of rules that stand in no table: repeated, or of another time; it is said why. */
  readonly unused: readonly number[];
  /** 1-based lines on which a whole table begins that was there before, with other rules: another machine or time. */
  readonly states: readonly number[];
}

/** Texts with more rules are not gone through rule by rule at once; {@link diagnose} does it in slices. */
const EAGER_RULES = 20_000;
/** How many diagnostics of one kind are listed singly. */
const MOST_ALIKE = 100;

const RULE = /^\s*(?:\[\d+:\d+\]\s*)?-A\s+\S+(?:\s+.*)?-[jgm]\s/;
const TABLE = /^\*\s*(?:nat|filter|mangle|raw|security)\s*$/;
const CHAIN = /^:\S+\s+(?:-|ACCEPT|DROP)\s+\[\d+:\d+\]/;
const LISTED = /^-[NP]\s+\S+(?:\s+(?:ACCEPT|DROP))?\s*$/;
const COMMAND = /\bip6?tables\b.*\s-[ANIP]\s/;
const LOOK_AT = 65_536;
const MOST_OF_A_LINE = 2_000;

/** Sure by a table line, a chain line or a header; else by how many of the lines are rules. */
function detectIptablesSave(text: string): number {
  let rules = 0;
  let others = 0;
  for (const whole of text.slice(0, LOOK_AT).split('\n')) {
    const line = whole.slice(0, MOST_OF_A_LINE);
    if (TABLE.test(line) || CHAIN.test(line) || /^# Generated by ip6?tables/.test(line)) return 1;
    if (RULE.test(line) || LISTED.test(line) || COMMAND.test(line) || /\s-A \S+ .*-j \S/.test(line)) rules++;
    else if (line.trim() !== '') others++;
  }
  return rules === 0 ? 0 : 0.5 + (0.45 * rules) / (rules + others);
}

type Read = Result<Parsed<IptablesSave>, readonly Diagnostic[]>;

/** Reads a text in slices; `IPTABLES_SAVE.parse` does the same at once. */
export function* readIptablesSave(text: string): Steps<Read> {
  const reading = yield* within(readSectionsInSteps(text), 0, 0.5);
  const assembled = yield* within(assembleRuleset(reading), 0.5, 0.8);
  const [first] = assembled.families;
  const ruleset = first && assembled.rulesets[first];
  if (!ruleset) {
    return err([{ severity: 'error', code: 'syntax', message: phrase('formats.iptables-save.nothing-read') }]);
  }
  const { families, rulesets, unused, states } = assembled;
  const value: IptablesSave = { families, rulesets, ruleset, source: text, ignored: reading.ignored, unused, states };
  const diagnostics = yield* within(getDiagnostics(value, reading, assembled), 0.8, 1);
  return ok({ value, diagnostics });
}

function* getDiagnostics(value: IptablesSave, reading: Reading, assembled: AssembledRuleset): Steps<Diagnostic[]> {
  const starts = yield* within(lineStartsInSteps(value.source), 0, 0.5);
  const diagnostics = yield* within(cap(linesSaid(value, reading, assembled, starts)), 0.5, 0.7);
  const rules = countRules(value);
  if (rules > EAGER_RULES) {
    const message = phrase('formats.iptables-save.not-checked', { rules });
    diagnostics.push({ severity: 'info', code: 'assumed', message });
  } else diagnostics.push(...(yield* within(cap(diagnose(value)), 0.7, 1)));
  return diagnostics.toSorted((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
}

function* linesSaid(
  value: IptablesSave,
  reading: Reading,
  assembled: AssembledRuleset,
  starts: Uint32Array,
): Generator<Diagnostic> {
  for (const note of reading.notes) yield lineDiagnostic(note, starts, value.source);
  for (const note of assembled.notes) yield lineDiagnostic(note, starts, value.source);
  for (const run of value.ignored) yield ignoredDiagnostic(run, starts);
}

function lineDiagnostic(note: LineNote, starts: Uint32Array, text: string): Diagnostic {
  const lineStart = starts[note.line - 1] ?? 0;
  const start = note.end > 0 ? note.start : lineStart;
  const end = note.end > 0 ? note.end : (starts[note.line] ?? text.length);
  const span = { start, end, line: note.line, column: start - lineStart + 1 };
  return { severity: note.severity, code: note.code, message: note.message, span };
}

function ignoredDiagnostic(run: LineRun, starts: Uint32Array): Diagnostic {
  const column = run.start - (starts[run.from - 1] ?? 0) + 1;
  return {
    severity: 'info',
    code: 'irrelevant',
    message: phrase('formats.iptables-save.ignored', { from: run.from, to: run.to }),
    span: { start: run.start, end: run.end, line: run.from, column },
  };
}

/** Lists the first of each kind; the rest are counted in one line. */
function* cap(found: Iterable<Diagnostic | undefined>): Steps<Diagnostic[]> {
  const kept: Diagnostic[] = [];
  const counts = new Map<string, number>();
  let looked = 0;
  for (const diagnostic of found) {
    // How many there are is not known before; the steps show that it goes on.
    if (++looked % SLICE_OF_LINES === 0) yield 1 - SLICE_OF_LINES / looked;
    if (!diagnostic) continue;
    const { id } = diagnostic.message;
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    if (count <= MOST_ALIKE) kept.push(diagnostic);
  }
  for (const [id, count] of counts) {
    if (count <= MOST_ALIKE) continue;
    const message = phrase('formats.iptables-save.more-alike', { count: count - MOST_ALIKE });
    const like = kept.find((diagnostic) => diagnostic.message.id === id);
    kept.push({ severity: like?.severity ?? 'info', code: like?.code ?? 'unrecognised', message });
  }
  return kept;
}

/** How many rules all tables of all families have. */
function countRules(value: IptablesSave): number {
  let count = 0;
  for (const ruleset of Object.values(value.rulesets)) {
    for (const table of ruleset.tables.values()) {
      for (const chain of table.chains.values()) count += chain.length;
    }
  }
  return count;
}

/**
 * Goes through every rule and says what is not understood. Yields after each rule (undefined when
 * there is nothing to say), so that it can be done in slices and stopped.
 */
export function diagnose(value: IptablesSave): Generator<Diagnostic | undefined> {
  return diagnoseRules(value.source, value.rulesets);
}

/** `iptables-save`, `iptables -S`, restore files and excerpts of them, also among prompts and prose. */
export const IPTABLES_SAVE: Format<'iptables-save', IptablesSave> = {
  id: 'iptables-save',
  title: 'iptables-save',
  command: 'iptables-save',
  detect: detectIptablesSave,
  parse: (text) => finished(readIptablesSave(text)),
  print: (value) => value.families.map((family) => printFamily(value, family)).join(''),
  summary: (value) => ({
    families: value.families,
    rules: countRules(value),
    ignoredLines: value.ignored.reduce((sum, run) => sum + run.to - run.from + 1, 0),
    tables: Object.fromEntries(value.families.map((family) => [family, summariseTables(value.rulesets[family])])),
  }),
};

function summariseTables(ruleset: TextRuleset | undefined): Record<string, { chains: number; rules: number }> {
  const tables = [...(ruleset?.tables.values() ?? [])].map((table) => {
    const chains = [...table.chains.values()];
    return [
      table.name,
      { chains: chains.length, rules: chains.reduce((sum, chain) => sum + chain.length, 0) },
    ] as const;
  });
  return Object.fromEntries(tables);
}

/** Two families in one text are told apart by the header each tool writes. */
function printFamily({ families, rulesets }: IptablesSave, family: IpFamily): string {
  const ruleset = rulesets[family];
  if (!ruleset) return '';
  const header = `# Generated by ${family === 'ipv4' ? 'iptables-save' : 'ip6tables-save'}\n`;
  return `${families.length > 1 ? header : ''}${printRuleset(ruleset, family)}`;
}
