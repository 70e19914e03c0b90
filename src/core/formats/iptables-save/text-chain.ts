import type { IpFamily } from '../../net/ip';
import { parseRule } from '../../linux/xtables/rule-text';
import type { Counters, XtChain, XtRule } from '../../linux/xtables/types';
import type { ChainBuilder } from './section';

const COUNTERS = /^\s*\[(\d+):(\d+)\]/;

/** The `[packets:bytes]` before a rule's `-A`. */
function countersBefore(text: string, start: number): Counters | undefined {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const found = COUNTERS.exec(text.slice(lineStart, start));
  return found ? { packets: Number(found[1]), bytes: Number(found[2]) } : undefined;
}

/** Where a rule of a chain stands in the text it was read from. */
export interface RuleSpan {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** A chain over a text: three numbers a rule; a rule is read when it is asked for, and then kept. */
export interface TextChain extends XtChain {
  readonly span: (index: number) => RuleSpan;
}

/** Freezes a builder into a chain. `policy` fills in what the text did not say. */
export function textChain(text: string, built: ChainBuilder, family: IpFamily, policy?: 'ACCEPT' | 'DROP'): TextChain {
  const starts = Uint32Array.from(built.starts);
  const ends = Uint32Array.from(built.ends);
  const lines = Uint32Array.from(built.lines);
  const known = new Map<number, XtRule>();
  const check = (index: number): void => {
    if (!(index >= 0 && index < starts.length)) throw new RangeError(`${built.name} has no rule ${index + 1}`);
  };
  const read = (index: number): XtRule => {
    check(index);
    const start = starts[index] ?? 0;
    const { rule } = parseRule(text, family, start, ends[index] ?? 0);
    const counters = rule.counters ?? countersBefore(text, start);
    const made = counters ? { ...rule, counters } : rule;
    known.set(index, made);
    return made;
  };
  const kept = built.policy ?? policy;
  return {
    name: built.name,
    ...(kept ? { policy: kept } : {}),
    ...(built.counters ? { counters: built.counters } : {}),
    length: starts.length,
    rule: (index) => known.get(index) ?? read(index),
    line: (index) => lines[index],
    text: (index) => text.slice(starts[index], ends[index]).trim(),
    span: (index) => ({ start: starts[index] ?? 0, end: ends[index] ?? 0, line: lines[index] ?? 0 }),
  };
}
