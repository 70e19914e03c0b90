import type { IpFamily } from '../../net/ip';
import { TABLES, type TableName } from '../../linux/hooks';
import type { Counters } from '../../linux/xtables/types';

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

/** What was written after `-A CHAIN`. */
export function ruleText(text: string, { rules }: ChainBuilder, index: number): string {
  return text.slice(rules[index * PER_RULE], rules[index * PER_RULE + 1]);
}

/** How many rules a chain has. */
export function lengthOf({ rules }: ChainBuilder): number {
  return rules.length / PER_RULE;
}

/** The 1-based line a rule stands on. */
export function lineOf({ rules }: ChainBuilder, index: number): number {
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
export interface Section {
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
  kind: Section['kind'],
  firstLine: number,
  known: {
    readonly table?: TableName | undefined;
    readonly family?: IpFamily | undefined;
    readonly group?: number;
  } = {},
): Section {
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
export function chainIn(section: Section, name: string, line: number): ChainBuilder {
  const known = section.chains.get(name);
  if (known) return known;
  const made: ChainBuilder = { name, declared: false, firstLine: line, rules: [] };
  section.chains.set(name, made);
  return made;
}

/** How many rules a section has. */
export function ruleCount(section: Section): number {
  let count = 0;
  for (const chain of section.chains.values()) count += lengthOf(chain);
  return count;
}

/** `nat`, if it is a table's name. */
export function tableNamed(text: string | undefined): TableName | undefined {
  return TABLES.find((table) => table === text);
}
