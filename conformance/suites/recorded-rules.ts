import type { IpFamily } from '../../src/core/net/ip';
import type { TableName } from '../../src/core/linux/hooks';
import { rulesetFromLines } from '../../src/core/linux/xtables/ruleset-text';
import type { XtRuleset } from '../../src/core/linux/xtables/types';

interface Lines {
  policy?: 'ACCEPT' | 'DROP';
  readonly rules: { readonly text: string }[];
}

/**
 * The ruleset of a recording. The text is what the kernel printed and its family is known, so it is
 * only cut into lines; reading what people paste is the business of formats/iptables-save.
 */
export function rulesetOf(text: string, family: IpFamily): XtRuleset {
  const tables = new Map<TableName, Map<string, Lines>>();
  let table = new Map<string, Lines>();
  for (const line of text.split('\n')) {
    if (line.startsWith('*')) tables.set(line.slice(1) as TableName, (table = new Map()));
    else if (line.startsWith(':')) {
      const [name = '', policy] = line.slice(1).split(' ');
      table.set(name, { ...(policy === 'ACCEPT' || policy === 'DROP' ? { policy } : {}), rules: [] });
    } else if (line.startsWith('-A ')) {
      const [, chain = '', rest = ''] = /^-A (\S+) ?(.*)$/.exec(line) ?? [];
      table.get(chain)?.rules.push({ text: rest });
    }
  }
  return rulesetFromLines(tables, family);
}
