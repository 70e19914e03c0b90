import type { Steps } from '../lib/scan';
import type { ChainMemo } from './chain-memo';
import { TooLarge } from './diagram';
import { sumRules, type PacketChain, type PacketTable } from './packet-table';

/** Chains within chains; as deep as a call may go here. */
export const DEEPEST = 400;

/** Chains that a chain's rules lead to, as often as they do. */
function ledTo(chain: PacketChain): readonly string[] {
  return indexes(chain).flatMap((index) => chain.leadsTo(index));
}

const indexes = ({ length }: PacketChain): readonly number[] => Array.from({ length }, (_, index) => index);

/** The number of what a chain's own rules say, and which of their targets are chains; undefined: one has no words for it. */
function sayRules(chain: PacketChain, { name, chains }: PacketTable, memo: ChainMemo): number | undefined {
  const lines = [`${name} ${chain.policy ?? ''}`];
  for (let index = 0; index < chain.length; index++) {
    const rule = chain.says?.(index);
    if (rule === undefined) return undefined;
    lines.push(chains.has(/ -[jg] (\S+)/.exec(` ${rule}`)?.[1] ?? '') ? `${rule} *` : rule);
  }
  return memo.number(lines.join('\n'));
}

/** Of fewer rules it is not looked up which of them packets may come to. */
const LARGE = 50_000;
/** So many rules are read before it is said how far that is. */
const RULES_READ_A_STEP = 2000;

/** Rules that are asked again for other callers of a chain, before it is made once for all of them. */
const CHEAP = 4096;

/** Which chains a table's rules lead to, how often, and how many rules a call may come to. */
export class ChainCalls {
  private readonly table: PacketTable;
  private readonly memo: ChainMemo;
  private readonly said = new Map<string, number | undefined>();
  private readonly led = new Map<string, readonly string[]>();
  private readonly callers = new Map<string, number>();
  private readonly rules = new Map<string, number>();
  /** Does a chain ask anything of packets, or lead on? */
  private readonly asking = new Map<string, boolean>();
  private readonly loops = new Map<string, boolean>();
  /** Chains that were searched for one that leads back. */
  private readonly searched = new Set<string>();
  private readonly contents = new Map<string, number | undefined>();

  private constructor(table: PacketTable, memo: ChainMemo) {
    this.table = table;
    this.memo = memo;
  }

  /** Reads where all rules of a table lead to; yields the share that is read, 0..1. */
  static *inSteps(table: PacketTable, memo: ChainMemo): Steps<ChainCalls> {
    const calls = new ChainCalls(table, memo);
    const all = sumRules(table);
    let [seen, told] = [0, 0];
    for (const chain of table.chains.values()) {
      calls.read(chain);
      seen += chain.length;
      if (seen - told < RULES_READ_A_STEP) continue;
      told = seen;
      yield seen / all;
    }
    return calls;
  }

  private read(chain: PacketChain): void {
    this.said.set(chain.name, sayRules(chain, this.table, this.memo));
    const led = this.once('led', chain, () => ledTo(chain));
    this.led.set(chain.name, led);
    for (const name of led) this.callers.set(name, (this.callers.get(name) ?? 0) + 1);
  }

  /** Counts the rules that packets may come to from a chain, each once; of a small table all there are. */
  countFrom(name: string): number {
    const all = sumRules(this.table);
    if (all < LARGE) return all;
    const reached = new Set([name]);
    let sum = 0;
    for (const each of reached) {
      sum += this.table.chains.get(each)?.length ?? 0;
      for (const next of this.led.get(each) ?? []) reached.add(next);
    }
    return sum;
  }

  /** Is a chain better made for each of its callers by itself? Not one that asks nothing, nor one of many rules and callers. */
  isAlone(name: string): boolean {
    const callers = this.callers.get(name) ?? 0;
    if (callers > 1 && callers * this.count(name) > CHEAP) return false;
    const known = this.asking.get(name) ?? this.asks(name);
    this.asking.set(name, known);
    return known;
  }

  private asks(name: string): boolean {
    const chain = this.table.chains.get(name);
    if (!chain || (this.led.get(name) ?? []).length > 0) return chain !== undefined;
    return this.once('asks', chain, () => indexes(chain).some((index) => chain.asks(index)));
  }

  /** Does a chain that a hook's chain leads to lead back to itself? Throws {@link TooLarge}. */
  leadsBack(hook: string): boolean {
    const known = this.loops.get(hook) ?? this.findLoop(hook, new Set());
    this.loops.set(hook, known);
    return known;
  }

  /** The number of all that a chain says, and those that it leads to; undefined: some rule has no words for it. Not of one that leads back. */
  content(name: string): number | undefined {
    if (this.contents.has(name)) return this.contents.get(name);
    const numbers = [this.said.get(name), ...[...new Set(this.led.get(name))].map((next) => this.content(next))];
    const isNowhere = !this.table.chains.has(name);
    const number =
      numbers.includes(undefined) && !isNowhere ? undefined : this.memo.number(`${name} ${numbers.join()}`);
    this.contents.set(name, number);
    return number;
  }

  /** Does a chain mark packets that go on? */
  marks(): boolean {
    return [...this.table.chains.values()].some((chain) =>
      this.once('marks', chain, () => indexes(chain).some((index) => chain.marks(index))),
    );
  }

  /** What is true of a chain because of what it says is found out once in all states. */
  private once<T>(what: string, chain: PacketChain, find: () => T): T {
    const said = this.said.get(chain.name);
    return said === undefined ? find() : this.memo.once(`${what} ${said}`, find);
  }

  /** Searches from a chain for one on the way to it. */
  private findLoop(name: string, path: Set<string>): boolean {
    if (path.has(name)) return true;
    if (this.searched.has(name)) return false;
    this.searched.add(name);
    if (path.size > DEEPEST) throw new TooLarge('chains within chains');
    path.add(name);
    const found = (this.led.get(name) ?? []).some((next) => this.findLoop(next, path));
    path.delete(name);
    return found;
  }

  /** Rules of a chain and of those that it leads to, or more than {@link CHEAP}. */
  private count(name: string): number {
    const known = this.rules.get(name);
    if (known !== undefined) return known;
    this.rules.set(name, CHEAP);
    let sum = this.table.chains.get(name)?.length ?? 0;
    for (const next of this.led.get(name) ?? []) sum = Math.min(sum + this.count(next), CHEAP + 1);
    this.rules.set(name, sum);
    return sum;
  }
}
