import type { PastedText } from '../../core/document/document';
import type { Diagnostic } from '../../core/formats/format';
import { readRule } from '../rules/rule-text.model';
import type { ChainIndex } from '../rules/rules-view.model';
import { nextMatch } from './dump.model';

/** What was said of a pasted rule, by its 0-based line in the dump. */
export type Remarks = ReadonlyMap<number, readonly Diagnostic[]>;

/** The whole line of a pasted text that a diagnostic points into. */
function sourceLine({ span, path }: Diagnostic, texts: readonly PastedText[]): string | undefined {
  const source = texts.find(({ title }) => title === path)?.text;
  if (source === undefined || !span || span.end <= span.start) return undefined;
  const start = source.lastIndexOf('\n', span.start - 1) + 1;
  const end = source.indexOf('\n', span.start);
  return source.slice(start, end < 0 ? undefined : end).trim();
}

/** Lines of the dump with the text of this rule. Counters are not printed, so they do not count. */
function linesOf(index: ChainIndex, rule: string): number[] {
  const chain = readRule(rule)?.chain;
  const wanted = rule.replace(/^\[\d+:\d+\]\s+/, '');
  const { text, offsets } = index.view;
  return index.byLine
    .filter(({ name }) => name === chain)
    .flatMap(({ firstLine, length }) => {
      const [start, end] = [offsets[firstLine] ?? 0, offsets[firstLine + length] ?? text.length];
      const at = `${text.slice(start, end)}\n`.indexOf(`${wanted}\n`);
      if (at < 0) return [];
      const inChain = offsets.subarray(firstLine, firstLine + length);
      const line = nextMatch(inChain, start + at);
      return inChain[line] === start + at ? [firstLine + line] : [];
    });
}

/** Puts what was said of pasted texts beside the rules it was said of; what is about no rule of this dump is left out. */
export function remarksOf(
  index: ChainIndex,
  diagnostics: readonly Diagnostic[],
  texts: readonly PastedText[],
): Remarks {
  const remarks = new Map<number, readonly Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const rule = sourceLine(diagnostic, texts);
    for (const line of rule === undefined ? [] : linesOf(index, rule)) {
      remarks.set(line, [...(remarks.get(line) ?? []), diagnostic]);
    }
  }
  return remarks;
}

/** The first line with a remark after `line`, round the end; undefined when there is none. */
export function nextRemark(remarks: Remarks, line: number): number | undefined {
  const lines = Uint32Array.from([...remarks.keys()].sort((a, b) => a - b));
  return lines[nextMatch(lines, line + 1)];
}
