import type { TableName } from '../../../linux/hooks';
import type { GeneratedRule, Origin, SyncInput } from '../mode';
import { syncProxyRules } from './sync-proxy-rules';

/** One rule of a node and what it is there for. */
export interface ExplainedRule {
  readonly table: TableName;
  readonly chain: string;
  /** 0-based in its chain. */
  readonly index: number;
  readonly text: string;
  readonly origin: Origin;
}

/** Names an object whose rules are wanted. */
export type ObjectName = Pick<Origin, 'kind' | 'namespace' | 'name'>;

/** All rules on a node that an object asked for, in the order of tables and chains. */
export function rulesOfObject(input: SyncInput, wanted: ObjectName): ExplainedRule[] {
  const found: ExplainedRule[] = [];
  for (const [table, chains] of syncProxyRules(input).xtables.tables) {
    for (const chain of chains.values()) {
      for (const [index, rule] of chain.rules.entries()) {
        const { origin } = rule;
        if (isOf(origin, wanted)) found.push({ table, chain: chain.name, index, text: rule.text, origin });
      }
    }
  }
  return found;
}

function isOf(origin: GeneratedRule['origin'], { kind, namespace, name }: ObjectName): boolean {
  return origin.kind === kind && origin.namespace === namespace && origin.name === name;
}
