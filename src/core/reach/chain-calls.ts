import { TooLarge } from './diagram';
import type { PacketChain, PacketTable } from './packet-table';

/** Chains within chains; as deep as a call may go here. */
export const DEEPEST = 400;

/** Chains that a chain's rules lead to, as often as they do. */
function ledTo(chain: PacketChain): readonly string[] {
  return Array.from({ length: chain.length }, (_, index) => chain.leadsTo(index)).flat();
}

/** Rules that are asked again for other callers of a chain, before it is made once for all of them. */
const CHEAP = 4096;

/** Which chains a table's rules lead to, how often, and how many rules a call may come to. */
export class ChainCalls {
  private readonly table: PacketTable;
  private readonly led: ReadonlyMap<string, readonly string[]>;
  private readonly callers = new Map<string, number>();
  private readonly rules = new Map<string, number>();
  /** Does a chain ask anything of packets, or lead on? */
  private readonly asking = new Map<string, boolean>();
  private readonly loops = new Map<string, boolean>();

  constructor(table: PacketTable) {
    this.table = table;
    this.led = new Map([...table.chains].map(([name, chain]) => [name, ledTo(chain)]));
    for (const names of this.led.values())
      for (const name of names) this.callers.set(name, (this.callers.get(name) ?? 0) + 1);
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
    if ((this.led.get(name) ?? []).length > 0) return true;
    return Array.from({ length: chain?.length ?? 0 }, (_, index) => index).some((index) => chain?.asks(index));
  }

  /** Does a chain that a hook's chain leads to lead back to itself? Throws {@link TooLarge}. */
  leadsBack(hook: string): boolean {
    const known = this.loops.get(hook) ?? this.findLoop(hook, new Set(), new Set());
    this.loops.set(hook, known);
    return known;
  }

  /** Searches from a chain for one on the way to it; `done`: chains that were searched. */
  private findLoop(name: string, path: Set<string>, done: Set<string>): boolean {
    if (path.has(name)) return true;
    if (done.has(name)) return false;
    done.add(name);
    if (path.size > DEEPEST) throw new TooLarge('chains within chains');
    path.add(name);
    const found = (this.led.get(name) ?? []).some((next) => this.findLoop(next, path, done));
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

/** May a table's rules set the mark of a packet that goes on? */
export function mayMark({ chains }: PacketTable): boolean {
  for (const chain of chains.values()) {
    for (let index = 0; index < chain.length; index++) if (chain.marks(index)) return true;
  }
  return false;
}
