import type { PastedText } from '../../core/document/document';
import type { Diagnostic } from '../../core/formats/format';
import { TABLES } from '../../core/linux/hooks';
import type { RuleRef } from '../../core/linux/xtables/types';
import { lineOfRule, lineText, type ChainIndex } from '../rule/rules-view.model';
import type { FlatStep } from '../../store/selectors';
import type { ChainView, RulesView } from '../../engine/protocol';

let last: { readonly view: RulesView; readonly query: string; readonly lines: Uint32Array } | undefined;

/** Lines (0-based, ascending, each once) whose text contains `query`, upper and lower case alike. Asked twice, looked for once. */
export function findLines(view: RulesView, query: string): Uint32Array {
  if (last?.view !== view || last.query !== query) last = { view, query, lines: linesWith(view, query) };
  return last.lines;
}

function linesWith(view: RulesView, query: string): Uint32Array {
  if (query === '') return new Uint32Array();
  const pattern = new RegExp(query.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), 'gi');
  const found: number[] = [];
  let line = 0;
  for (let match = pattern.exec(view.text); match; match = pattern.exec(view.text)) {
    line = lineAt(view.offsets, match.index, line);
    found.push(line);
    const next = view.offsets[line + 1];
    if (next === undefined) break;
    pattern.lastIndex = next;
  }
  return Uint32Array.from(found);
}

/** The line that holds text position `at`, which is not before line `from`. Steps, then halves: matches are mostly near. */
function lineAt(offsets: Uint32Array, at: number, from: number): number {
  let low = from;
  let step = 1;
  while (low + step < offsets.length && offsets[low + step]! <= at) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, offsets.length);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (offsets[middle]! <= at) low = middle;
    else high = middle;
  }
  return low;
}

/** Where in `lines` the first one at or after `line` is; the first of all when there is none (round the end). */
export function nextMatch(lines: Uint32Array, line: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]! < line) low = middle + 1;
    else high = middle;
  }
  return low < lines.length ? low : 0;
}

/** A match index moved by one, round the ends; -1 when there is nothing. */
export function stepMatch(count: number, at: number, direction: 1 | -1): number {
  return count === 0 ? -1 : (at + direction + count) % count;
}

/** What a rule did in the shown trace. */
export interface Hit {
  readonly step: FlatStep;
  /** How often it matched in the whole trace. */
  readonly times: number;
}

/** Lines of rules that matched in this namespace, with the first step that did. */
export function hitLines(index: ChainIndex, steps: readonly FlatStep[]): ReadonlyMap<number, Hit> {
  const hits = new Map<number, Hit>();
  for (const step of steps) {
    const line = lineMet(index, step);
    if (line === undefined) continue;
    const known = hits.get(line);
    hits.set(line, known ? { step: known.step, times: known.times + 1 } : { step, times: 1 });
  }
  return hits;
}

/** The line of a chain: its first rule, or its `:CHAIN` line when it has none. */
export function lineOfChain(view: RulesView, chain: ChainView): number | undefined {
  if (chain.length > 0) return chain.firstLine;
  const table = view.text.indexOf(`*${chain.table}\n`);
  const at = view.text.indexOf(`\n:${chain.name} `, Math.max(0, table));
  return at < 0 ? undefined : lineAt(view.offsets, at + 1, 0);
}

/** Chains whose name or Service holds the words typed, the best first: names that begin with them, then the rest. */
export function chainsLike(view: RulesView, typed: string, most: number): readonly ChainView[] {
  const words = typed.trim().toLowerCase();
  const starts: ChainView[] = [];
  const holds: ChainView[] = [];
  for (const chain of view.chains) {
    const name = chain.name.toLowerCase();
    if (name.startsWith(words)) starts.push(chain);
    else if (name.includes(words) || chain.service?.toLowerCase().includes(words)) holds.push(chain);
    if (starts.length >= most) break;
  }
  return [...starts, ...holds].slice(0, most);
}

/** What kind of line this is in an iptables-save text. */
export function lineKind(text: string): 'table' | 'chain' | 'rule' | 'other' {
  if (text.startsWith('*')) return 'table';
  if (text.startsWith(':')) return 'chain';
  return /^(?:\[\d+:\d+\] )?-A /.test(text) ? 'rule' : 'other';
}

/** `nat KUBE-SERVICES 7`, as people count. */
export function ruleName(ref: RuleRef): string {
  return `${ref.table} ${ref.chain} ${ref.index + 1}`;
}

/** The rows in sight of a list of equal rows: first and last (exclusive), with some more on both sides. */
export function windowOf(
  scroll: { readonly top: number; readonly height: number },
  rowHeight: number,
  count: number,
  more: number,
): { readonly first: number; readonly last: number } {
  const first = Math.max(0, Math.floor(scroll.top / rowHeight) - more);
  const last = Math.min(count, Math.ceil((scroll.top + scroll.height) / rowHeight) + more);
  return { first: Math.min(first, last), last };
}

/** The line of the last rule a packet met in this dump up to a step; undefined: none yet. */
export function lineReached(index: ChainIndex, steps: readonly FlatStep[], at: number): number | undefined {
  return steps.slice(0, at + 1).reduce<number | undefined>((last, step) => lineMet(index, step) ?? last, undefined);
}

/** The line of the rule a step is about, if it is one of this dump. */
function lineMet(index: ChainIndex, { data, netns }: FlatStep): number | undefined {
  const { view } = index;
  const isHere = data.kind === 'rule' && netns === view.netns && data.packet.family === view.family;
  return isHere ? lineOfRule(index, data.ref) : undefined;
}

/** What was said of a pasted rule, by its 0-based line in the dump. */
export type Remarks = ReadonlyMap<number, readonly Diagnostic[]>;

/** `filter INPUT 3`: the rule a diagnostic is about, as people count. */
function ruleOf(path: string | undefined): RuleRef | undefined {
  const [, name, chain, number] = /^(\S+) (\S+) (\d+)$/.exec(path ?? '') ?? [];
  const table = TABLES.find((known) => known === name);
  return table && chain !== undefined ? { table, chain, index: Number(number) - 1 } : undefined;
}

/** Several texts may have a rule of that name (IPv4, IPv6): the words pointed at have to stand in the line. */
function isAbout(line: string, { span }: Diagnostic, texts: readonly PastedText[]): boolean {
  if (!span || span.end <= span.start) return true;
  return texts.some(({ text }) => line.includes(text.slice(span.start, span.end).trim()));
}

/** Puts what was said of pasted texts beside the rules it was said of; what is about no rule of this dump is left out. */
export function remarksOf(
  index: ChainIndex,
  diagnostics: readonly Diagnostic[],
  texts: readonly PastedText[],
): Remarks {
  const remarks = new Map<number, readonly Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const rule = ruleOf(diagnostic.path);
    const line = rule && lineOfRule(index, rule);
    if (line === undefined || !isAbout(lineText(index.view, line), diagnostic, texts)) continue;
    remarks.set(line, [...(remarks.get(line) ?? []), diagnostic]);
  }
  return remarks;
}

/** The first line with a remark after `line`, round the end; undefined when there is none. */
export function nextRemark(remarks: Remarks, line: number): number | undefined {
  const lines = Uint32Array.from([...remarks.keys()].sort((a, b) => a - b));
  return lines[nextMatch(lines, line + 1)];
}
