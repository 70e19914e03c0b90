import { targetEffect } from '../linux/xtables/targets';
import type { XtChain, XtTable } from '../linux/xtables/types';
import { TooLarge } from './diagram';

/** Chains within chains; as deep as a call may go here. */
export const DEEPEST = 400;

/** Chains that a chain's rules lead to, one of each rule. */
function ledTo(chain: XtChain): readonly string[] {
  const names: string[] = [];
  for (let index = 0; index < chain.length; index++) {
    const { target } = chain.rule(index);
    if (target?.target === 'JUMP' || target?.target === 'GOTO') names.push(target.spec.chain);
  }
  return names;
}

/** Rules that are asked again for other callers of a chain, before it is made once for all of them. */
const CHEAP = 4096;

/** How often chains are called, and how many rules a call may come to. */
export class ChainCalls {
  private readonly table: XtTable;
  private readonly callers = new Map<string, number>();
  private readonly rules = new Map<string, number>();

  constructor(table: XtTable) {
    this.table = table;
    for (const chain of table.chains.values())
      for (const name of ledTo(chain)) this.callers.set(name, (this.callers.get(name) ?? 0) + 1);
  }

  /** May a chain be made for each of its callers by itself? */
  isCheap(name: string): boolean {
    const callers = this.callers.get(name) ?? 0;
    return callers <= 1 || callers * this.count(name) <= CHEAP;
  }

  /** Rules of a chain and of those that it leads to, or more than {@link CHEAP}. */
  private count(name: string): number {
    const known = this.rules.get(name);
    if (known !== undefined) return known;
    this.rules.set(name, CHEAP);
    const chain = this.table.chains.get(name);
    let sum = chain?.length ?? 0;
    for (const next of chain ? ledTo(chain) : []) sum = Math.min(sum + this.count(next), CHEAP + 1);
    this.rules.set(name, sum);
    return sum;
  }
}

/** Does a chain that a hook's chain leads to lead back to itself? Throws {@link TooLarge}. */
export function leadsBack({ chains }: XtTable, hook: string): boolean {
  const done = new Set<string>();
  const visit = (name: string, path: ReadonlySet<string>): boolean => {
    if (path.has(name)) return true;
    const chain = done.has(name) ? undefined : chains.get(name);
    done.add(name);
    if (path.size > DEEPEST) throw new TooLarge('chains within chains');
    return chain !== undefined && [...new Set(ledTo(chain))].some((next) => visit(next, new Set([...path, name])));
  };
  return visit(hook, new Set());
}

/** May a table's rules set the mark of a packet that goes on? */
export function mayMark({ chains }: XtTable): boolean {
  return [...chains.values()].some((chain) =>
    Array.from({ length: chain.length }, (_, index) => chain.rule(index).target).some((target) => {
      if (!target || target.target === 'JUMP' || target.target === 'GOTO') return false;
      const effect = targetEffect(target);
      return !effect || effect.mark !== undefined;
    }),
  );
}
