import type { IpSet } from '../../linux/ipset/types';
import { isBuiltIn } from '../../linux/xtables/chains';
import type { XtChain, XtRuleset, XtTable } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import { ownerOfChain } from '../owners';
import { chainEdits, rulesOf } from './chain-diff';
import { renamedChains } from './renames';
import { setDifferences } from './set-diff';
import type { ChainDifference, RulesetDifference } from './types';

/** What of one node a comparison looks at. */
export interface DumpedRules {
  readonly xtables: Readonly<Partial<Record<IpFamily, XtRuleset>>>;
  readonly ipsets?: Iterable<IpSet>;
}

/**
 * Two dumps of iptables rules (before and after, node A and node B): chains that came and went, those
 * renamed, and inside the others which rules. Families and tables that only one dump has are compared
 * with nothing. Never throws.
 */
export function diffRulesets(before: DumpedRules, after: DumpedRules): RulesetDifference {
  const chains = (['ipv4', 'ipv6'] as const).flatMap((family) => {
    const [a, b] = [before.xtables[family], after.xtables[family]];
    return diffFamily(family, a, b);
  });
  return { chains, sets: setDifferences(before.ipsets ?? [], after.ipsets ?? []) };
}

function diffFamily(family: IpFamily, before: XtRuleset | undefined, after: XtRuleset | undefined): ChainDifference[] {
  const names = new Set([...(before?.tables.keys() ?? []), ...(after?.tables.keys() ?? [])]);
  return [...names].flatMap((name) =>
    diffTable({ family, table: name, before: before?.tables.get(name), after: after?.tables.get(name) }),
  );
}

interface Compared {
  readonly family: IpFamily;
  readonly table: XtTable['name'];
  readonly before: XtTable | undefined;
  readonly after: XtTable | undefined;
}

/** The differences of one table of one family; a missing table has no chains. */
export function diffTable({ family, table, before, after }: Compared): ChainDifference[] {
  const left = before?.chains ?? new Map<string, XtChain>();
  const right = after?.chains ?? new Map<string, XtChain>();
  const gone = [...left.keys()].filter((name) => !right.has(name));
  const come = [...right.keys()].filter((name) => !left.has(name));
  const lone = (chains: ReadonlyMap<string, XtChain>, name: string) => ({
    name,
    rules: rulesOf(chains.get(name), family),
  });
  const renamed = renamedChains(
    gone.map((name) => lone(left, name)),
    come.map((name) => lone(right, name)),
  );
  const old = new Set(renamed.values());
  const order = [...right.keys(), ...gone.filter((name) => !old.has(name))];
  return order.flatMap((chain): ChainDifference[] => {
    const previous = renamed.get(chain);
    const [a, b] = [left.get(previous ?? chain), right.get(chain)];
    const difference = diffChain(family, chain, a, b);
    const kind = previous === undefined ? (a ? (b ? 'changed' : 'removed') : 'added') : 'renamed';
    if (kind === 'changed' && difference.edits.length === 0 && !difference.policy) return [];
    if (isEmptyBuiltIn(table, chain, kind === 'added' ? b : a) && kind !== 'changed') return [];
    const owner = ownerOfChain(chain);
    return [
      {
        family,
        table,
        chain,
        kind,
        ...difference,
        ...(previous === undefined ? {} : { previous }),
        ...(owner === undefined ? {} : { owner }),
      },
    ];
  });
}

/** A hook's chain without rules is there or is not by how a dump was made. */
function isEmptyBuiltIn(table: XtTable['name'], name: string, chain: XtChain | undefined): boolean {
  return isBuiltIn(table, name) && (chain?.length ?? 0) === 0 && (chain?.policy ?? 'ACCEPT') === 'ACCEPT';
}

function diffChain(
  family: IpFamily,
  name: string,
  before: XtChain | undefined,
  after: XtChain | undefined,
): Pick<ChainDifference, 'edits' | 'policy'> {
  const edits = chainEdits(name, rulesOf(before, family), rulesOf(after, family));
  if (!before?.policy || !after?.policy || before.policy === after.policy) return { edits };
  return { edits, policy: { before: before.policy, after: after.policy } };
}
