import type { Diagnostic } from '../../core/formats/format';
import { countBefore } from '../../core/lib/sorted';
import type { RuleRef } from '../../core/linux/hooks';
import { lineOfRule } from '../../engine/chain-index';
import type { ChainIndex } from '../rules/rule/rules-view.model';
import type { FlatStep } from '../../store/selectors';
import type { ChainView, Remark, Row, RulesView } from '../../engine/protocol';

/** Where in `lines` the first one at or after `line` is; the first of all when there is none (round the end). */
export function nextMatch(lines: Uint32Array, line: number): number {
  const first = countBefore(lines.length, (at) => lines[at]! < line);
  return first < lines.length ? first : 0;
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

/** The line of a chain: its first rule, or the one that declares it when it has none. */
export function lineOfChain({ length, line, firstLine }: ChainView): number {
  return length > 0 ? firstLine : line;
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

/** How a line is drawn: what begins a table or a chain stands out. */
export function lineKind({ rule, structure, at }: Row): 'table' | 'chain' | 'rule' | 'other' {
  if (rule) return rule.parts[0]?.kind === 'append' ? 'rule' : 'other';
  if (structure === 'table') return 'table';
  return at[0]?.kind === 'chain' ? 'chain' : 'other';
}

/** `nat KUBE-SERVICES 7`, as people count. */
export function ruleName(ref: RuleRef): string {
  return `${ref.table} ${ref.chain} ${ref.index + 1}`;
}

/** The rows in sight of a list of equal rows: first and last (exclusive), with some more on both sides. */
export function makeWindow(
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

/** Remarks by the line of the listing they are about; several of one line in their order. */
export function remarksByLine(remarks: readonly Remark[]): Remarks {
  const byLine = new Map<number, readonly Diagnostic[]>();
  for (const { line, diagnostic } of remarks) byLine.set(line, [...(byLine.get(line) ?? []), diagnostic]);
  return byLine;
}

/** The first line with a remark after `line`, round the end; undefined when there is none. */
export function nextRemark(remarks: Remarks, line: number): number | undefined {
  const lines = Uint32Array.from([...remarks.keys()].sort((a, b) => a - b));
  return lines[nextMatch(lines, line + 1)];
}
