import type { ProxyModeId } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import { oncePerObject } from '../../lib/once-per-object';
import { isBuiltIn } from '../../linux/xtables/chains';
import { isXtTable } from '../../linux/hooks';
import type { XtTable } from '../../linux/xtables/types';
import { ownerOfChain } from '../owners';
import type { ChainDifference, RuleEdit } from '../ruleset-diff/types';
import { jumpOf } from '../rule-facts';
import type { Difference } from './types';

/** Chains only one mode makes; first match decides. */
const OF_MODE: readonly (readonly [pattern: RegExp, mode: ProxyModeId])[] = [
  [/^KUBE-(?:IPVS-|SOURCE-RANGES-FIREWALL$|NODE-PORT$|LOAD-BALANCER$|FIRE-WALL$)/, 'ipvs'],
  [/^KUBE-(?:PORTALS-(?:CONTAINER|HOST)|NODEPORT-(?:CONTAINER|HOST|NON-LOCAL))$/, 'userspace'],
  [/^KUBE-(?:SVC|SVL|SEP|XLB|EXT|FW)-|^KUBE-(?:EXTERNAL-SERVICES|NODEPORTS)$/, 'iptables'],
];

/** The one mode that makes a chain of this name; undefined if several do, or none. */
export function modeOfChain(chain: string): ProxyModeId | undefined {
  return OF_MODE.find(([pattern]) => pattern.test(chain))?.[1];
}

const OF_SERVICE = /^KUBE-(?:SVC|SVL|SEP|XLB|EXT|FW)-/;
/** Written by kubelet, whose release need not be kube-proxy's. */
const OF_KUBELET = /^KUBE-(?:KUBELET-|IPTABLES-HINT|MARK-DROP|HOSTPORTS|HP-|FIREWALL$)/;

/** Is it kubelet's, whatever release kube-proxy is of? */
export function isOfKubelet(chain: string): boolean {
  return OF_KUBELET.test(chain);
}

/** A whole chain that recompiling does not give. */
export function foreignChain(mode: ProxyModeId, difference: ChainDifference, table: XtTable): Difference[] {
  const { family, chain, edits } = difference;
  const owner = ownerOfChain(chain);
  const common = { family, table: difference.table, chain, text: chain, ...(owner === undefined ? {} : { owner }) };
  const other = modeOfChain(chain);
  const values = { chain, rules: edits.length };
  if (other !== undefined && other !== mode) {
    return [
      { ...common, kind: 'other-mode', why: phrase('reconstruct.difference.other-mode', { ...values, mode: other }) },
    ];
  }
  if (OF_SERVICE.test(chain)) {
    const id = isReferred(table, chain) ? 'unreadable-chain' : 'stale-chain';
    const why =
      id === 'stale-chain'
        ? phrase('reconstruct.difference.stale-chain', values)
        : phrase('reconstruct.difference.unreadable-chain', values);
    return [{ ...common, kind: id === 'stale-chain' ? 'stale' : 'changed', why }];
  }
  if (owner === 'kube-proxy' && !isOfKubelet(chain)) {
    return [{ ...common, kind: 'stale', why: phrase('reconstruct.difference.old-chain', values) }];
  }
  return [
    {
      ...common,
      kind: 'foreign',
      why: phrase('reconstruct.difference.foreign-chain', { ...values, owner: owner ?? '?' }),
    },
  ];
}

/** Does a rule of the table lead to the chain? All targets are found once. */
function isReferred(table: XtTable, target: string): boolean {
  return targetsOf(table).has(target);
}

const targetsOf = oncePerObject(({ chains }: XtTable): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const chain of chains.values()) {
    for (let index = 0; index < chain.length; index++) {
      const text = chain.text?.(index);
      const written = text === undefined ? undefined : /-[jg] (\S+)$/.exec(text)?.[1];
      const target = written ?? jumpOf(chain.rule(index));
      if (target !== undefined) found.add(target);
    }
  }
  return found;
});

/** One rule that stands in one of the two only. */
export function differenceOf(mode: ProxyModeId, difference: ChainDifference, edit: RuleEdit): Difference {
  const { family, table, chain, owner } = difference;
  const common = { family, table, chain, text: edit.text, ...(owner === undefined ? {} : { owner }) };
  if (edit.kind === 'removed') {
    const why = edit.moved
      ? phrase('reconstruct.difference.moved', { chain })
      : phrase('reconstruct.difference.missing-rule', { chain });
    return { ...common, kind: edit.moved ? 'changed' : 'missing', why };
  }
  const at = { ...common, index: edit.index };
  const target = /-[jg] (\S+)/.exec(edit.text)?.[1] ?? '';
  const other = modeOfChain(target);
  if (other !== undefined && other !== mode) {
    return { ...at, kind: 'other-mode', why: phrase('reconstruct.difference.other-mode-rule', { chain, mode: other }) };
  }
  const builtIn = isXtTable(table) && isBuiltIn(table, chain);
  if (builtIn && !target.startsWith('KUBE-')) {
    return {
      ...at,
      kind: 'foreign',
      why: phrase('reconstruct.difference.foreign-rule', { chain, owner: ownerOfChain(target) ?? '?' }),
    };
  }
  const why = edit.moved
    ? phrase('reconstruct.difference.moved', { chain })
    : phrase('reconstruct.difference.extra-rule', { chain });
  return { ...at, kind: 'changed', why };
}
