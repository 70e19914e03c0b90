import { completeCluster } from '../../kubernetes/complete';
import { COMPILED_MODES, releaseProblem } from '../../kubernetes/proxy';
import type { KernelState, SyncInput } from '../../kubernetes/proxy/mode';
import { phrase } from '../../lib/phrase';
import { rulesetFromLines } from '../../linux/xtables/ruleset-text';
import type { TableName } from '../../linux/hooks';
import type { XtRuleset, XtTable } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import { diffTable } from '../ruleset-diff/diff-rulesets';
import type { ChainDifference } from '../ruleset-diff/types';
import { differenceOf, foreignChain } from './differences';
import type { Difference, Reconstruction } from './types';

/** What of a reconstruction is compiled. */
export type Compiling = Pick<Reconstruction, 'mode' | 'release' | 'node' | 'cluster' | 'config'>;

/** What kube-proxy would write for a reconstructed cluster; undefined if that mode and release cannot be compiled. */
export function recompile(made: Compiling, family: IpFamily): KernelState | undefined {
  const mode = COMPILED_MODES.find(({ id }) => id === made.mode);
  if (!mode || releaseProblem(mode, made.release.release)) return undefined;
  return mode.syncProxyRules(syncInputOf(made, family));
}

/** What kube-proxy of the reconstructed node sees. */
export function syncInputOf({ cluster, node, config, release }: Compiling, family: IpFamily): SyncInput {
  return { cluster: completeCluster(cluster), node, family, config, release: release.release };
}

/** Rules of tables that only a part was pasted of say nothing of what is missing. */
type Shown = XtTable & { readonly whole?: boolean };

/** What recompiling the cluster does not give back of one family's iptables rules, by chain and rule. */
export function compareXtables(
  made: Compiling,
  family: IpFamily,
  observed: XtRuleset,
  state: KernelState,
): Difference[] {
  const compiled = rulesetFromLines(state.xtables.tables, family);
  const names = new Set<TableName>([...observed.tables.keys(), ...compiled.tables.keys()]);
  return [...names].flatMap((table) => {
    const seen: Shown | undefined = observed.tables.get(table);
    if (!seen) return [];
    const wanted = compiled.tables.get(table);
    const differences = diffTable({ family, table, before: wanted, after: seen });
    return differences.flatMap((difference) => explain(made, difference, seen));
  });
}

function explain(made: Compiling, difference: ChainDifference, seen: Shown): Difference[] {
  const { family, table, chain, owner, kind, previous } = difference;
  if (kind === 'added') return foreignChain(made.mode, difference, seen);
  const common = { family, table, chain, ...(owner === undefined ? {} : { owner }) };
  if (kind === 'removed') {
    if (seen.whole === false) return [];
    return [
      { ...common, kind: 'missing', text: chain, why: phrase('reconstruct.difference.missing-chain', { chain }) },
    ];
  }
  const edits = difference.edits.flatMap((edit) =>
    edit.kind === 'removed' && seen.whole === false ? [] : [differenceOf(made.mode, difference, edit)],
  );
  if (kind !== 'renamed') return edits;
  const why = phrase('reconstruct.difference.renamed', { chain, expected: previous ?? '' });
  return [{ ...common, kind: 'changed', text: chain, why }];
}
