import type { IpFamily } from '../../net/ip';
import { scanRestoreWords, scanWords } from '../../lib/scan';
import { parseRuleWords, type ParsedRule } from '../../linux/xtables/rule-text';
import type { Counters, XtChain, XtRule } from '../../linux/xtables/types';
import { PER_RULE, type ChainBuilder } from './section';

const COUNTERS = /^\s*\[(\d+):(\d+)\]/;

/** The `[packets:bytes]` before a rule's `-A`. */
function countersBefore(text: string, start: number): Counters | undefined {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  if (text.charCodeAt(lineStart) === 0x2d) return undefined;
  const found = COUNTERS.exec(text.slice(lineStart, start));
  return found ? { packets: Number(found[1]), bytes: Number(found[2]) } : undefined;
}

/** Where a rule of a chain stands in the text it was read from. */
export interface RuleSpan {
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
    return this.source.text.slice(start, end).trim();
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
