import { phrase } from '../../lib/phrase';
import type { TableName } from '../../linux/hooks';
import { BUILT_IN_CHAINS } from '../../linux/xtables/types';
import type { GeneratedChain, GeneratedRule, GeneratedXtables } from '../proxy/mode';
import { KUBE_FIREWALL } from '../proxy/shared/node';
import { PROXY, ruleWriter, startOrder, type WriterId, type WriterOrder } from './index';
import type { WriterHost, WriterStep } from './writer';

type Chains = Map<string, GeneratedChain>;

/** Tables in the order kube-proxy's are. */
const PRINTED: readonly TableName[] = ['raw', 'mangle', 'filter', 'nat', 'security'];

/** A node's tables while one program after the other starts. */
class Tables {
  readonly all = new Map<TableName, Chains>();

  private table(name: TableName): Chains {
    let chains = this.all.get(name);
    if (!chains) {
      const builtIn = BUILT_IN_CHAINS[name].map(
        (chain) => [chain, { name: chain, policy: 'ACCEPT', rules: [] }] as const,
      );
      this.all.set(name, (chains = new Map(builtIn)));
    }
    return chains;
  }

  take(step: WriterStep, makeRule: (text: string) => GeneratedRule): void {
    if (step.op === 'flush') return this.all.clear();
    const chains = this.table(step.table);
    const known = chains.get(step.chain) ?? { name: step.chain, rules: [] };
    if (step.op === 'policy') chains.set(step.chain, { ...known, policy: step.policy });
    else if (step.op === 'chain') chains.set(step.chain, known);
    else if (!known.rules.some(({ text }) => text === step.text)) {
      const rule = makeRule(step.text);
      const rules = step.op === 'insert' ? [rule, ...known.rules] : [...known.rules, rule];
      chains.set(step.chain, { ...known, rules });
    }
  }

  /**
   * kube-proxy's sync over what stands there: its jumps come first unless one of the same words is there, its chains are
   * written anew (`iptables-restore --noflush`), only KUBE-FIREWALL is made sure of rule by rule.
   */
  takeProxy({ tables }: GeneratedXtables): void {
    for (const [name, own] of tables) {
      const chains = this.table(name);
      own.forEach((chain, called) => chains.set(called, synced(chain, chains.get(called))));
    }
  }
}

function synced(chain: GeneratedChain, before: GeneratedChain | undefined): GeneratedChain {
  const isBuiltIn = chain.policy !== undefined;
  if (!before || !(isBuiltIn || chain.name === KUBE_FIREWALL)) return chain;
  const there = new Set(before.rules.map(({ text }) => text));
  const fresh = chain.rules.filter(({ text }) => !there.has(text));
  return { ...before, rules: isBuiltIn ? [...fresh, ...before.rules] : [...before.rules, ...fresh] };
}

/** Input of a node's tables. */
export interface Composition {
  readonly node: string;
  readonly order: WriterOrder;
  readonly host: WriterHost;
  /** Rules that kube-proxies of other modes left, the oldest first. */
  readonly leftovers: readonly GeneratedXtables[];
}

/**
 * The iptables rules of a node on which several programs write, each in its turn: what was left of a kube-proxy of
 * another mode stands there when kube-proxy starts.
 */
export function composeTables(
  proxy: GeneratedXtables,
  { node, order, host, leftovers }: Composition,
): GeneratedXtables {
  const tables = new Tables();
  const ruleBy =
    (id: WriterId) =>
    (text: string): GeneratedRule => ({
      text,
      origin: { kind: 'Node', name: node, field: '', why: phrase(`kubernetes.writers.by-${id}`) },
    });
  for (const id of startOrder(order)) {
    if (id === PROXY) for (const written of [...leftovers, proxy]) tables.takeProxy(written);
    else for (const step of ruleWriter(id).start(host)) tables.take(step, ruleBy(id));
  }
  return { tables: new Map(PRINTED.flatMap((name) => [...tables.all].filter(([own]) => own === name))) };
}
