import type { IpFamily } from '../../net/ip';
import type { TableName } from '../hooks';
import { BUILT_IN_CHAINS, chainOrder } from './chains';
import { isCanonical } from './canonical';
import { parseRule, printRule } from './rule-text';
import type { XtChain, XtRuleset, XtRule, XtTable } from './types';

/** The lines of one table as iptables-save prints them, `*nat` to `COMMIT`, counters zeroed. */
export function printTable(table: XtTable, family: IpFamily): string[] {
  const order = chainOrder(table.name, table.chains.keys());
  const lines = [`*${table.name}`];
  for (const name of BUILT_IN_CHAINS[table.name]) {
    lines.push(`:${name} ${table.chains.get(name)?.policy ?? 'ACCEPT'} [0:0]`);
  }
  for (const name of order.filter((each) => !BUILT_IN_CHAINS[table.name].some((hook) => hook === each))) {
    lines.push(`:${name} - [0:0]`);
  }
  for (const name of order) {
    const chain = table.chains.get(name);
    for (let i = 0; i < (chain?.length ?? 0); i++) lines.push(printLine(chain as XtChain, i, family));
  }
  lines.push('COMMIT');
  return lines;
}

/** `-A CHAIN rule`. */
export function printLine(chain: XtChain, index: number, family: IpFamily): string {
  const text = chain.text?.(index);
  const rule = text !== undefined && isCanonical(text, family) ? text : printRule(chain.rule(index), family);
  return rule === '' ? `-A ${chain.name}` : `-A ${chain.name} ${rule}`;
}

/**
 * A ruleset as iptables-save prints it, without comment lines: tables in the ruleset's order, built-in
 * chains first, then the others by name, all counters zero. Ends with a newline.
 */
export function printRuleset(ruleset: XtRuleset, family: IpFamily): string {
  const lines = [...ruleset.tables.values()].flatMap((table) => printTable(table, family));
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** A chain of {@link rulesetFromLines}: `text` is what follows `-A CHAIN`. */
export interface ChainLines {
  readonly policy?: 'ACCEPT' | 'DROP';
  readonly rules: readonly { readonly text: string }[];
}

/** A ruleset over generated rule texts; a rule is read when it is walked or shown, once. */
export function rulesetFromLines(
  tables: ReadonlyMap<TableName, ReadonlyMap<string, ChainLines>>,
  family: IpFamily,
): XtRuleset {
  const made = new Map<TableName, XtTable>();
  for (const [name, chains] of tables) {
    const read = new Map<string, XtChain>();
    // No list of pairs between: there may be 136,000 chains, and an edit makes all of them anew.
    chains.forEach((lines, chain) => read.set(chain, chainOf(chain, lines, family)));
    made.set(name, { name, chains: read });
  }
  return { tables: made };
}

type Made = WeakMap<ChainLines, XtChain>;
const chainsMade: Readonly<Record<IpFamily, Made>> = { ipv4: new WeakMap(), ipv6: new WeakMap() };

/** The same lines under the same name give the same chain: most of a table stays as it is from one sync to the next. */
function chainOf(name: string, lines: ChainLines, family: IpFamily): XtChain {
  const known = chainsMade[family].get(lines);
  if (known?.name === name) return known;
  const chain = chainFromLines(name, lines, family);
  chainsMade[family].set(lines, chain);
  return chain;
}

type Read = WeakMap<ChainLines['rules'][number], XtRule>;
const rulesRead: Readonly<Record<IpFamily, Read>> = { ipv4: new WeakMap(), ipv6: new WeakMap() };

function chainFromLines(name: string, lines: ChainLines, family: IpFamily): XtChain {
  const read = rulesRead[family];
  return {
    name,
    ...(lines.policy ? { policy: lines.policy } : {}),
    length: lines.rules.length,
    rule: (index) => {
      const line = lines.rules[index];
      if (!line) throw new RangeError(`${name} has no rule ${index + 1}`);
      const known = read.get(line);
      if (known) return known;
      const { rule } = parseRule(line.text, family);
      read.set(line, rule);
      return rule;
    },
    line: () => undefined,
    text: (index) => lines.rules[index]?.text,
  };
}
