import { completeCluster } from '../../kubernetes/complete';
import { PROXY_MODES, releaseProblem } from '../../kubernetes/proxy';
import type { KernelState, SyncInput } from '../../kubernetes/proxy/mode';
import { minorOf } from '../../kubernetes/release';
import { phrase } from '../../lib/phrase';
import { rulesetFromLines } from '../../linux/xtables/ruleset-text';
import type { TableName } from '../../linux/hooks';
import type { XtRuleset, XtTable } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import { diffTable } from '../ruleset-diff/diff-rulesets';
import type { ChainDifference } from '../ruleset-diff/types';
import { differenceOf, foreignChain } from './differences';
import { withProxyPortsOf } from './proxy-ports';
import type { Difference, Reconstruction } from './types';

/** What of a reconstruction is compiled. */
export type Compiling = Pick<Reconstruction, 'mode' | 'release' | 'node' | 'cluster' | 'config'>;

/** The release {@link recompile} compiles: the guessed one, or the oldest of the mode that can be; undefined: none can. */
export function compiledRelease({
  mode: id,
  release: { release },
}: Pick<Compiling, 'mode' | 'release'>): string | undefined {
  const mode = PROXY_MODES.find((each) => each.id === id);
  if (!mode) return undefined;
  if (!releaseProblem(mode, release)) return release;
  return minorOf(release) < minorOf(mode.since) ? mode.since : undefined;
}

/** What kube-proxy would write for a reconstructed cluster; undefined if nothing of the mode can be compiled. */
export function recompile(made: Compiling, family: IpFamily): KernelState | undefined {
  const mode = PROXY_MODES.find(({ id }) => id === made.mode);
  if (!mode || compiledRelease(made) === undefined) return undefined;
  return mode.syncProxyRules(syncInputOf(made, family));
}

/** What kube-proxy of the reconstructed node sees. */
export function syncInputOf(made: Compiling, family: IpFamily): SyncInput {
  const { cluster, node, config, release } = made;
  return { cluster: completeCluster(cluster), node, family, config, release: compiledRelease(made) ?? release.release };
}

/** Rules of tables that only a part was pasted of say nothing of what is missing. */
type Shown = XtTable & { readonly whole?: boolean };

/** What recompiling the cluster does not give back of one family's iptables rules, by chain and rule. */
export function compareXtables(
  made: Compiling,
  family: IpFamily,
  observed: XtRuleset,
  { xtables }: KernelState,
): Difference[] {
  const written = rulesetFromLines(xtables.tables, family);
  const compiled = made.mode === 'userspace' ? withProxyPortsOf(written, observed, family) : written;
  const names = new Set<TableName>([...observed.tables.keys(), ...compiled.tables.keys()]);
  return [...names].flatMap((table) => {
    const seen: Shown | undefined = observed.tables.get(table);
    if (!seen) return [];
    const wanted = compiled.tables.get(table);
    const differences = diffTable({ family, table, before: wanted, after: seen });
    return differences.flatMap((difference) => explain(made, difference, seen));
  });
}

const COMMENT = / ?-m comment --comment (?:"(?:[^"\\]|\\.)*"|\S+)/;

/** The same rules as nft lists them. */
export function withoutComments(state: KernelState): KernelState {
  const tables = [...state.xtables.tables].map(([name, chains]) => {
    const bare = [...chains].map(([chain, { rules, ...rest }]) => {
      const said = rules.map((rule) => ({ ...rule, text: rule.text.replace(COMMENT, '').trim() }));
      return [chain, { ...rest, rules: said }] as const;
    });
    return [name, new Map(bare)] as const;
  });
  return { ...state, xtables: { tables: new Map(tables) } };
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
