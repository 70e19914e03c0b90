import { asLast, once, type Memo } from '../core/lib/memo';
import type { Hook } from '../core/linux/hooks';
import { printRule } from '../core/linux/xtables/rule-text';
import { BUILT_IN_CHAINS, isBuiltIn, type XtChain, type XtRuleset, type XtTable } from '../core/linux/xtables/types';
import type { IpFamily } from '../core/net/ip';
import type { ChainView } from './protocol';

/** Chains kube-proxy makes for one Service port; the first comment in them names it. */
const SERVICE_CHAIN = /^KUBE-(SVC|SVL|SEP|EXT|FW|XLB)-/;
/** By itself, or as in `masquerade traffic for default/web:http external destinations` (`pkg/proxy/iptables/proxier.go`). */
const SERVICE_NAME = /--comment "?(?:[\w ]+ traffic for )?([a-z0-9.-]+\/[a-z0-9.-]+(?::[a-z0-9.-]+)?)/;

/** What of a ruleset is told without its rules: built-in chains, whose chains the others are, how many rules there are. */
export interface Entered {
  readonly chains: readonly ChainView[];
  /** Chains of Services, each followed by what it is of. */
  readonly services: readonly string[];
  readonly ruleCount: number;
}

/** Goes through the chains of a ruleset once; where a built-in chain begins is as in the listing. */
export function enteredChains(ruleset: XtRuleset, family: IpFamily, memo: Memo): Entered {
  const chains: ChainView[] = [];
  const services: string[] = [];
  let ruleCount = 0;
  let line = 0;
  for (const { name: table, chains: all } of ruleset.tables.values()) {
    const builtIn = BUILT_IN_CHAINS[table];
    const head = line + 1;
    line = head + all.size + builtIn.filter((name) => !all.has(name)).length;
    let before = 0;
    for (const [at, name] of builtIn.entries()) {
      const chain = all.get(name);
      if (!chain) continue;
      chains.push(chainHead(chain, memo, table, family).viewAt(head + at, line + before));
      before += chain.length;
    }
    for (const chain of all.values()) {
      ruleCount += chain.length;
      line += chain.length;
      const service = SERVICE_CHAIN.test(chain.name) ? chainHead(chain, memo, table, family).service() : undefined;
      if (service !== undefined) services.push(chain.name, service);
    }
    line += 1;
  }
  return { chains, services, ruleCount };
}

/** Nodes have nearly the same chains: views that say the same are one object, which crosses the thread border once. */
const sharedView = asLast<ChainView>({ names: 400_000 });

/** A chain as a listing names it: where it stands, who wrote it, the Service port it is of. */
class ChainHead {
  readonly chain: XtChain;
  readonly table: XtTable['name'];
  readonly family: IpFamily;
  readonly isPasted: boolean;
  readonly #memo: Memo;
  #view: ChainView | undefined;
  #service: { readonly is: string | undefined } | undefined;

  constructor(chain: XtChain, table: XtTable['name'], ...[family, memo]: [IpFamily, Memo]) {
    this.chain = chain;
    this.table = table;
    this.family = family;
    this.#memo = memo;
    this.isPasted = chain.length > 0 && chain.line(0) !== undefined && chain.text !== undefined;
  }

  /** `nat KUBE-SERVICES`. */
  name(): string {
    return `${this.table} ${this.chain.name}`;
  }

  /** As it is listed there; at the same place it is the same view. */
  viewAt(line: number, firstLine: number): ChainView {
    if (this.#view?.firstLine === firstLine && this.#view.line === line) return this.#view;
    const view = this.#newView(line, firstLine);
    this.#view = this.isPasted ? view : sharedView(view, this.#memo, this.name());
    return this.#view;
  }

  #newView(line: number, firstLine: number): ChainView {
    const { name, length, policy } = this.chain;
    const hook = isBuiltIn(this.table, name) ? (name as Hook) : undefined;
    const service = this.service();
    return {
      table: this.table,
      name,
      length,
      line,
      firstLine,
      ...(hook ? { hook } : {}),
      ...(policy ? { policy } : {}),
      ...(service === undefined ? {} : { service }),
    };
  }

  /** The Service port it is of, by the remark of its first rule; that is not read for it: there may be 100,000 such chains. */
  service(): string | undefined {
    return (this.#service ??= { is: this.#serviceNamed() }).is;
  }

  #serviceNamed(): string | undefined {
    const { name, length } = this.chain;
    const first = SERVICE_CHAIN.test(name) && length > 0 ? (this.chain.text?.(0) ?? this.rule(0)) : '';
    return SERVICE_NAME.exec(first)?.[1];
  }

  /** What follows `-A CHAIN`. */
  rule(at: number): string {
    return this.isPasted ? (this.chain.text?.(at) ?? '') : printRule(this.chain.rule(at), this.family);
  }
}

/** The head of a chain, made once. */
export const chainHead = once(
  (chain: XtChain, memo, table: XtTable['name'], family: IpFamily) => new ChainHead(chain, table, family, memo),
);
export type { ChainHead };
