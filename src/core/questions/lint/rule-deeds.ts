import { knownStatement, printStatement } from '../../linux/nftables/statements';
import type { NftTable } from '../../linux/nftables/types';
import { printRule } from '../../linux/xtables/rule-text';
import type { XtTable } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';

/** How what a rule does to packets is written, by its chain and place. */
export type DeedWords = (rule: { readonly chain: string; readonly index: number }) => string;

/** Targets of iptables rules, as they are written; empty: a rule has none. */
export function xtDeeds({ chains }: XtTable, family: IpFamily): DeedWords {
  return ({ chain, index }) => {
    const target = chains.get(chain)?.rule(index).target;
    return target ? printRule({ matches: [], target }, family) : '';
  };
}

/** Statements of nftables that ask, count or write lines: what a rule does to packets is said by the others. */
const DOES_NOTHING: ReadonlySet<string> = new Set(['match', 'counter', 'last', 'log', 'limit', 'quota']);

/** Statements of rules of nftables that do something to packets, as they are written. */
export function nftDeeds({ chains }: NftTable): DeedWords {
  return ({ chain, index }) => {
    const statements = chains.get(chain)?.rule(index).statements ?? [];
    return statements
      .filter((each) => !DOES_NOTHING.has(knownStatement(each).statement))
      .map(printStatement)
      .join(' ');
  };
}
