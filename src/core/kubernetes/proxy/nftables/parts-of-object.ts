import type { Origin, SyncInput } from '../mode';
import { elementText } from './restore';
import { syncProxyRules } from './sync-proxy-rules';

/** One rule of a chain, or one element of a set or map, and what it is there for. */
export interface ExplainedPart {
  readonly kind: 'rule' | 'element';
  /** The chain, set or map. */
  readonly owner: string;
  /** 0-based in its owner. */
  readonly index: number;
  readonly text: string;
  readonly origin: Origin;
}

/** All rules and elements on a node that an object asked for, in the order they are written; sets come first. */
export function partsOfObject(
  input: SyncInput,
  { kind, namespace, name }: Pick<Origin, 'kind' | 'namespace' | 'name'>,
): ExplainedPart[] {
  const { nftables } = syncProxyRules(input);
  if (!nftables) return [];
  const elements = [...nftables.sets.values()].flatMap((set) =>
    set.elements.map((element, index): ExplainedPart => {
      return { kind: 'element', owner: set.name, index, text: elementText(element), origin: element.origin };
    }),
  );
  const rules = [...nftables.chains.values()].flatMap((chain) =>
    chain.rules.map((rule, index): ExplainedPart => {
      return { kind: 'rule', owner: chain.name, index, text: rule.text, origin: rule.origin };
    }),
  );
  return [...elements, ...rules].filter(
    ({ origin }) => origin.kind === kind && origin.namespace === namespace && origin.name === name,
  );
}
