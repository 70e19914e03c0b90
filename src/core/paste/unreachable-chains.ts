import { isBuiltIn, type XtRuleset, type XtTable } from '../linux/xtables/types';
import { findJump, type PastedRuleset } from './layers';

/** Chains that a packet can come to, from the hooks on. */
function listLed({ name, chains }: XtTable): ReadonlySet<string> {
  const led = new Set([...chains.keys()].filter((chain) => isBuiltIn(name, chain)));
  for (const at of led) {
    const chain = chains.get(at);
    for (let index = 0; index < (chain?.length ?? 0); index++) {
      const target = chain && findJump(chain.rule(index));
      if (target !== undefined && chains.has(target)) led.add(target);
    }
  }
  return led;
}

/**
 * The pasted chains with rules, as `filter MY-RULES`, where only parts of tables were pasted and none of them is reached from
 * a hook; nothing where one of them is, or where a table is whole. `now`: the rules as they are run, with what was put in.
 */
export function listUnreachableChains(pasted: PastedRuleset, now: XtRuleset): readonly string[] {
  const unreachable: string[] = [];
  for (const table of pasted.tables.values()) {
    if (table.whole) return [];
    const running = now.tables.get(table.name);
    const led = running ? listLed(running) : new Set<string>();
    for (const chain of table.chains.values()) {
      const isOfText = Array.from({ length: chain.length }, (_, at) => chain.line(at)).some(
        (line) => line !== undefined,
      );
      if (!isOfText) continue;
      if (led.has(chain.name)) return [];
      unreachable.push(`${table.name} ${chain.name}`);
    }
  }
  return unreachable;
}
