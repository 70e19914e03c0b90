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
  /** Of each rule: the offsets of what follows `-A CHAIN`, and the 1-based line. */
  readonly starts: number[];
  readonly ends: number[];
  readonly lines: number[];
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
  const made: ChainBuilder = { name, declared: false, firstLine: line, starts: [], ends: [], lines: [] };
  section.chains.set(name, made);
  return made;
}

/** How many rules a section has. */
export function ruleCount(section: Section): number {
  let count = 0;
  for (const chain of section.chains.values()) count += chain.starts.length;
  return count;
}

/** `nat`, if it is a table's name. */
export function tableNamed(text: string | undefined): TableName | undefined {
  return TABLES.find((table) => table === text);
}
