import type { PastedText } from '../../core/document/document';
import type { Diagnostic } from '../../core/formats/format';
import { TABLES } from '../../core/linux/hooks';
import type { RuleRef } from '../../core/linux/xtables/types';
import { lineOfRule, lineText, type ChainIndex } from '../rules/rules-view.model';
import { nextMatch } from './dump.model';

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
