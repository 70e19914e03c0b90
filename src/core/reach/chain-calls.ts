import type { Steps } from '../lib/scan';
import { findChangedSpan } from './changed-span';
import { readChainFacts, type ChainFacts } from './chain-facts';
import type { ChainMemo } from './chain-memo';
import { TooLarge } from './diagram';
import { sumRules, type PacketChain, type PacketTable } from './packet-table';

/** Chains within chains; as deep as a call may go here. */
export const DEEPEST = 400;

/** Of fewer rules it is not looked up which of them packets may come to. */
const LARGE = 50_000;
/** So many rules are read before it is said how far that is. */
const RULES_READ_A_STEP = 2000;

/** Rules that are asked again for other callers of a chain, before it is made once for all of them. */
const CHEAP = 4096;

/** So many chains may have changed since a table was read whole, before it is read whole again. */
const MOST_CHANGED = 256;

/** Calls between the chains of a table that was read whole, and what was found out of it so far. */
interface Read {
  readonly table: PacketTable;
  readonly facts: Map<string, ChainFacts>;
  readonly callers: Map<string, number>;
  /** Names of the chains that lead to one; made when the first change is looked at. */
  callersOf?: ReadonlyMap<string, readonly string[]>;
  readonly rules: number;
  /** Rules of a chain and of those that it leads to, up to a limit. */
  readonly counts: Map<string, number>;
  /** Rules that packets may come to from a hook's chain. */
  readonly reached: Map<string, number>;
  readonly loops: Map<string, boolean>;
  readonly contents: Map<string, number | undefined>;
}

/** Chains that are otherwise than in a table that was read whole. */
interface Changed {
  readonly facts: ReadonlyMap<string, ChainFacts | undefined>;
  /** So many calls more or fewer of a chain. */
  readonly callers: ReadonlyMap<string, number>;
  /** Calls that were not there. */
  readonly added: readonly (readonly [from: string, to: string])[];
  /** Chains that changed, and those that lead to one. */
  readonly stale: ReadonlySet<string>;
  readonly rules: number;
  readonly counts: Map<string, number>;
  readonly contents: Map<string, number | undefined>;
}

function readWhole(table: PacketTable): Read {
  return {
    table,
    facts: new Map(),
    callers: new Map(),
    rules: sumRules(table),
    counts: new Map(),
    reached: new Map(),
    loops: new Map(),
    contents: new Map(),
  };
}

/** Names of the chains that lead to each. */
function listCallers({ facts }: Read): ReadonlyMap<string, readonly string[]> {
  const callersOf = new Map<string, string[]>();
  for (const [name, { led }] of facts)
    for (const next of new Set(led)) {
      const known = callersOf.get(next);
      if (known) known.push(name);
      else callersOf.set(next, [name]);
    }
  return callersOf;
}

/** Names of chains that are other objects than they were, are new, or gone; undefined: that cannot be told, or too many are. */
function listChanged(before: PacketTable, after: PacketTable): readonly string[] | undefined {
  const [was, is] = [before.source, after.source];
  if (!was || !is) return undefined;
  const changed: string[] = [];
  // Most stand where they stood: to look one up by its name takes much longer.
  const inOrder = was.entries();
  for (const [name, chain] of is) {
    const beside = inOrder.next().value;
    if (beside?.[1] === chain && beside[0] === name) continue;
    if (was.get(name) !== chain) changed.push(name);
    if (changed.length > MOST_CHANGED) return undefined;
  }
  if (was.size - is.size > MOST_CHANGED) return undefined;
  if (was.size !== is.size || changed.some((name) => !was.has(name)))
    for (const name of was.keys()) if (!is.has(name)) changed.push(name);
  return changed.length > MOST_CHANGED ? undefined : changed;
}

/** Rules of a chain before and now, without those that both have at their beginnings and ends. */
function otherCalls(was: ChainFacts | undefined, is: ChainFacts | undefined): readonly [string[], string[]] {
  const [before, after] = [was?.led ?? [], is?.led ?? []];
  const span = findChangedSpan(before.length, after.length, (one, other) => before[one] === after[other]);
  return [before.slice(span.from, span.before), after.slice(span.from, span.after)];
}

/** Chains of a table that changed since it was read whole. */
function readChanges(read: Read, table: PacketTable, memo: ChainMemo): Changed | undefined {
  const others = listChanged(read.table, table);
  if (!others) return undefined;
  const facts = new Map<string, ChainFacts | undefined>();
  const callers = new Map<string, number>();
  const added: (readonly [string, string])[] = [];
  let { rules } = read;
  const count = (name: string, more: number): Map<string, number> => callers.set(name, (callers.get(name) ?? 0) + more);
  for (const name of others) {
    const was = read.facts.get(name);
    const chain = table.chains.get(name);
    const is = chain && readChainFacts(chain, { table: table.name, memo, forks: table.forks }, was);
    if (was?.said !== undefined && was.said === is?.said) continue;
    facts.set(name, is);
    rules += (chain?.length ?? 0) - (was?.chain.length ?? 0);
    const [before, after] = otherCalls(was, is);
    for (const next of before) count(next, -1);
    for (const next of after) {
      count(next, 1);
      added.push([name, next]);
    }
  }
  return {
    facts,
    callers,
    added,
    rules,
    stale: leadTo(read, [...facts.keys()], added),
    counts: new Map(),
    contents: new Map(),
  };
}

/** Chains of these names, and those that lead to one. */
function leadTo(read: Read, names: readonly string[], added: Changed['added']): ReadonlySet<string> {
  read.callersOf ??= listCallers(read);
  const stale = new Set(names);
  for (const name of stale) {
    for (const caller of read.callersOf.get(name) ?? []) stale.add(caller);
    for (const [from, to] of added) if (to === name) stale.add(from);
  }
  return stale;
}

/**
 * Which chains a table's rules lead to, how often, and how many rules a call may come to. A table of the same chains but for some is
 * read where it has changed.
 */
export class ChainCalls {
  private readonly table: PacketTable;
  private readonly memo: ChainMemo;
  private readonly read: Read;
  private readonly changed: Changed | undefined;
  private readonly contentLists = new Map<string, readonly number[] | undefined>();

  private constructor({ table, memo }: { table: PacketTable; memo: ChainMemo }, read: Read, changed?: Changed) {
    this.table = table;
    this.memo = memo;
    this.read = read;
    this.changed = changed;
  }

  /** Reads where all rules of a table lead to; `owner`: whose table it is, by an id. Yields the share that is read, 0..1. */
  static *inSteps(table: PacketTable, memo: ChainMemo, owner = ''): Steps<ChainCalls> {
    const key = `${owner} ${table.name}`;
    const tables = memo.once('tables that were read whole', () => new Map<string, Read>());
    const before = tables.get(key);
    const changed = before && readChanges(before, table, memo);
    if (before && changed) return new ChainCalls({ table, memo }, before, changed);
    const read = readWhole(table);
    let [seen, told] = [0, 0];
    for (const chain of table.chains.values()) {
      const facts = readChainFacts(chain, { table: table.name, memo, forks: table.forks });
      read.facts.set(chain.name, facts);
      for (const name of facts.led) read.callers.set(name, (read.callers.get(name) ?? 0) + 1);
      seen += chain.length;
      if (seen - told < RULES_READ_A_STEP) continue;
      told = seen;
      yield seen / read.rules;
    }
    tables.set(key, read);
    return new ChainCalls({ table, memo }, read);
  }

  private factsOf(name: string): ChainFacts | undefined {
    return this.changed?.facts.has(name) ? this.changed.facts.get(name) : this.read.facts.get(name);
  }

  /** Counts the rules that packets may come to from a chain, each once, as they were when the table was read whole; of a small table all there are. */
  countFrom(name: string): number {
    const { rules, reached: counted } = this.read;
    if (rules < LARGE) return rules;
    const known = counted.get(name);
    if (known !== undefined) return known;
    const reached = new Set([name]);
    let sum = 0;
    for (const each of reached) {
      const facts = this.factsOf(each);
      sum += facts?.chain.length ?? 0;
      for (const next of facts?.led ?? []) reached.add(next);
    }
    counted.set(name, sum);
    return sum;
  }

  /** Is a chain better made for each of its callers by itself? Not one that asks nothing, nor one of many rules and callers. */
  isAlone(name: string): boolean {
    const callers = (this.read.callers.get(name) ?? 0) + (this.changed?.callers.get(name) ?? 0);
    if (callers > 1 && callers * this.count(name) > CHEAP) return false;
    const facts = this.factsOf(name);
    if (!facts || facts.led.length > 0) return facts !== undefined;
    return this.once('asks', facts, (chain, index) => chain.asks(index));
  }

  /** Does a chain that a hook's chain leads to lead back to itself? Throws {@link TooLarge}. */
  leadsBack(hook: string): boolean {
    const { loops } = this.read;
    if (!this.changed) {
      const known = loops.get(hook) ?? this.findLoop(hook, { path: new Set(), searched: new Set() });
      loops.set(hook, known);
      return known;
    }
    // A new loop goes by a call that was not there.
    if (loops.get(hook) === false) return this.changed.added.some(([from, to]) => this.leads(to, from));
    return this.findLoop(hook, { path: new Set(), searched: new Set() });
  }

  private leads(from: string, to: string): boolean {
    const reached = new Set([from]);
    for (const name of reached) for (const next of this.factsOf(name)?.led ?? []) reached.add(next);
    return reached.has(to);
  }

  /** The number of all that a chain says, and those that it leads to; undefined: some rule has no words for it. Not of one that leads back. */
  content(name: string): number | undefined {
    const { contents } = this.changed?.stale.has(name) ? this.changed : this.read;
    if (contents.has(name)) return contents.get(name);
    const facts = this.factsOf(name);
    const numbers = facts?.targets
      ? [facts.said, ...(this.contentsAt(name) ?? [undefined])]
      : [facts?.said, ...[...new Set(facts?.led)].map((next) => this.content(next))];
    const isNowhere = !this.table.chains.has(name);
    const number =
      numbers.includes(undefined) && !isNowhere ? undefined : this.memo.number(`${name} ${numbers.join()}`);
    contents.set(name, number);
    return number;
  }

  /** Of each rule of a long chain the {@link content} of the chain that it leads to, -1 for none; undefined: it is short, or a rule has no words. */
  contentsAt(name: string): readonly number[] | undefined {
    if (!this.contentLists.has(name)) this.contentLists.set(name, this.listContents(name));
    return this.contentLists.get(name);
  }

  private listContents(name: string): readonly number[] | undefined {
    const contents: number[] = [];
    for (const target of this.factsOf(name)?.targets ?? [undefined]) {
      const content = target === '' ? -1 : target && this.content(target);
      if (content === undefined || content === '') return undefined;
      contents.push(content);
    }
    return contents;
  }

  /** Does a chain mark packets that go on? */
  marks(): boolean {
    const marks = (facts: ChainFacts): boolean => this.once('marks', facts, (chain, index) => chain.marks(index));
    for (const facts of this.changed?.facts.values() ?? []) if (facts && marks(facts)) return true;
    for (const [name, facts] of this.read.facts) if (!this.changed?.facts.has(name) && marks(facts)) return true;
    return false;
  }

  /** Is something true of a rule of a chain? What is true because of what it says is found out once in all states. */
  private once(
    what: string,
    { chain, said }: ChainFacts,
    isTrue: (chain: PacketChain, index: number) => boolean,
  ): boolean {
    const find = (): boolean => {
      for (let index = 0; index < chain.length; index++) if (isTrue(chain, index)) return true;
      return false;
    };
    return said === undefined ? find() : this.memo.once(`${what} ${said}`, find);
  }

  /** Searches from a chain for one on the way to it. */
  private findLoop(name: string, seen: { readonly path: Set<string>; readonly searched: Set<string> }): boolean {
    const { path, searched } = seen;
    if (path.has(name)) return true;
    if (searched.has(name)) return false;
    searched.add(name);
    if (path.size > DEEPEST) throw new TooLarge('chains within chains');
    path.add(name);
    const found = (this.factsOf(name)?.led ?? []).some((next) => this.findLoop(next, seen));
    path.delete(name);
    return found;
  }

  /** Rules of a chain and of those that it leads to, or more than {@link CHEAP}. */
  private count(name: string): number {
    const { counts } = this.changed?.stale.has(name) ? this.changed : this.read;
    const known = counts.get(name);
    if (known !== undefined) return known;
    counts.set(name, CHEAP);
    const facts = this.factsOf(name);
    let sum = facts?.chain.length ?? 0;
    for (const next of facts?.led ?? []) sum = Math.min(sum + this.count(next), CHEAP + 1);
    counts.set(name, sum);
    return sum;
  }
}
