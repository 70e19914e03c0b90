import { printLine } from '../../linux/xtables/ruleset-text';
import type { TableName } from '../../linux/hooks';
import type { XtChain, XtRuleset } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import { glanceAt, type Glance } from '../glance';
import type { Witness } from './types';

/** A rule that is being read. */
export interface SeenRule extends Glance {
  readonly witness: Witness;
  /** What follows `-A CHAIN `, as the kernel prints it; made when it is asked for. */
  readonly text: () => string;
}

const NO_CHAINS: ReadonlyMap<string, XtChain> = new Map();

/** The chains of one family's tables, rule by rule. */
export class XtReader {
  readonly family: IpFamily;
  /** Where KUBE-SEP chains lead that are not in the text, proven by their names. */
  readonly recovered: ReadonlyMap<string, string>;
  readonly #ruleset: XtRuleset;

  constructor(family: IpFamily, ruleset: XtRuleset, recovered: ReadonlyMap<string, string> = new Map()) {
    this.family = family;
    this.recovered = recovered;
    this.#ruleset = ruleset;
  }

  chains(table: TableName): ReadonlyMap<string, XtChain> {
    return this.#ruleset.tables.get(table)?.chains ?? NO_CHAINS;
  }

  /** The rules of a chain, in order; none if there is no such chain. */
  *rules(table: TableName, name: string): Generator<SeenRule> {
    const chain = this.chains(table).get(name);
    for (let index = 0; index < (chain?.length ?? 0); index++) if (chain) yield this.#seen(table, chain, index);
  }

  #seen(table: TableName, chain: XtChain, index: number): SeenRule {
    const witness: Witness = { kind: 'rule', family: this.family, ref: { table, chain: chain.name, index } };
    const prefix = `-A ${chain.name} `.length;
    return { ...glanceAt(chain, index), witness, text: () => printLine(chain, index, this.family).slice(prefix) };
  }
}
