import type { ProxyModeId } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import { isBuiltIn, type XtTable, type XtRuleset, type XtChain } from '../../linux/xtables/types';
import { isXtTable, type TableName } from '../../linux/hooks';
import { ownerOfChain } from '../../paste/owners';
import { type ChainDifference, type RuleEdit, diffTable } from '../diff/diff-rulesets';
import { findJump } from '../../paste/layers';
import type { Difference, Reconstruction } from '../../paste/proxy/types';
import { completeCluster } from '../../kubernetes/complete';
import { PROXY_MODES } from '../../kubernetes/proxy';
import { releaseProblem } from '../../kubernetes/release-problem';
import type { KernelState, SyncInput } from '../../kubernetes/proxy/mode';
import { getMinor } from '../../kubernetes/release';
import { rulesetFromLines, type ChainLines } from '../../linux/xtables/ruleset-text';
import type { IpFamily } from '../../net/ip';
import { listChainRules } from '../diff/chain-diff';
import { withProxyPortsOf } from './proxy-ports';

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
function foreignChain(mode: ProxyModeId, difference: ChainDifference, { targets }: Shown): Difference[] {
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
    const id = targets().has(chain) ? 'unreadable-chain' : 'stale-chain';
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

/** All chains and targets that rules of a table lead to. */
function listTargets({ chains }: XtTable): ReadonlySet<string> {
  const found = new Set<string>();
  for (const chain of chains.values()) {
    for (let index = 0; index < chain.length; index++) {
      const text = chain.text?.(index);
      const written = text === undefined ? undefined : /-[jg] (\S+)$/.exec(text)?.[1];
      const target = written ?? findJump(chain.rule(index));
      if (target !== undefined) found.add(target);
    }
  }
  return found;
}

/** One rule that stands in one of the two only. */
function makeDifference(mode: ProxyModeId, difference: ChainDifference, edit: RuleEdit): Difference {
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
  return getMinor(release) < getMinor(mode.since) ? mode.since : undefined;
}

/** Compiles a reconstructed cluster as kube-proxy would; undefined if nothing of the mode can be compiled. */
export function recompile(made: Compiling, family: IpFamily): KernelState | undefined {
  const mode = PROXY_MODES.find(({ id }) => id === made.mode);
  if (!mode || compiledRelease(made) === undefined) return undefined;
  return mode.syncProxyRules(makeSyncInput(made, family));
}

/** The input of a sync of kube-proxy on the reconstructed node, of one family. */
export function makeSyncInput(made: Compiling, family: IpFamily): SyncInput {
  const { cluster, node, config, release } = made;
  return { cluster: completeCluster(cluster), node, family, config, release: compiledRelease(made) ?? release.release };
}

/** Rules of tables that only a part was pasted of say nothing of what is missing. */
type Listed = XtTable & { readonly whole?: boolean };

/** `targets`: what its rules lead to. */
type Shown = Listed & { readonly targets: () => ReadonlySet<string> };

/** Lists what recompiling the cluster does not give back of one family's iptables rules, by chain and rule; empty: all. */
export function compareXtables(
  made: Pick<Compiling, 'mode'>,
  family: IpFamily,
  observed: XtRuleset,
  { xtables }: KernelState,
): Difference[] {
  const written = rulesetFromLines(xtables.tables, family);
  const compiled =
    made.mode === 'userspace' ? withProxyPortsOf(written, observed, family) : withUnseenOf(written, observed, family);
  const names = new Set<TableName>([...observed.tables.keys(), ...compiled.tables.keys()]);
  return [...names].flatMap((table) => {
    const listed: Listed | undefined = observed.tables.get(table);
    if (!listed) return [];
    let found: ReadonlySet<string> | undefined;
    const seen: Shown = { ...listed, targets: () => (found ??= listTargets(listed)) };
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

function explain(made: Pick<Compiling, 'mode'>, difference: ChainDifference, seen: Shown): Difference[] {
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
    edit.kind === 'removed' && seen.whole === false ? [] : [makeDifference(made.mode, difference, edit)],
  );
  if (kind !== 'renamed') return edits;
  const why = phrase('reconstruct.difference.renamed', { chain, expected: previous ?? '' });
  return [{ ...common, kind: 'changed', text: chain, why }];
}

const BALANCING = /^KUBE-(?:SVC|SVL|XLB)-/;
const JUMP = / ?-j (KUBE-SEP-\S+)$/;

/**
 * Rules with the names that others have for endpoints whose chains they do not show: what such a name was hashed of
 * nobody can tell, so that only its place among its neighbours says whether kube-proxy would write it. `seen`: what was
 * pasted.
 */
function withUnseenOf(written: XtRuleset, seen: XtRuleset, family: IpFamily): XtRuleset {
  const [own, theirs] = [written.tables.get('nat'), seen.tables.get('nat')];
  const names = own && theirs ? unseenNames(own, theirs, family) : new Map<string, string>();
  if (!own || names.size === 0) return written;
  const renamed = (name: string): string => names.get(name) ?? name;
  const lines = new Map<string, ChainLines>();
  for (const [name, chain] of own.chains) {
    const rules = listChainRules(chain, family).map((text) => ({
      text: text.replaceAll(/KUBE-SEP-[A-Z2-7]{16}/g, renamed),
    }));
    lines.set(renamed(name), { ...(chain.policy === undefined ? {} : { policy: chain.policy }), rules });
  }
  const nat = rulesetFromLines(new Map<TableName, Map<string, ChainLines>>([['nat', lines]]), family).tables.get('nat');
  return nat ? { tables: new Map([...written.tables, ['nat', nat]]) } : written;
}

/** Own name of an endpoint's chain -> the pasted one that stands in its place and leads out of the text. */
function unseenNames(own: XtTable, seen: XtTable, family: IpFamily): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, chain] of seen.chains) {
    const written = BALANCING.test(name) ? own.chains.get(name) : undefined;
    if (!written) continue;
    const targets = jumps(chain, family);
    if (targets.every((target) => isShown(seen, target))) continue;
    const [mine, wanted] = [jumps(written, family), targets];
    if (mine.length !== wanted.length) continue;
    for (const [index, target] of wanted.entries()) {
      if (!isShown(seen, target)) names.set(mine[index] ?? '', target);
    }
  }
  return names;
}

function isShown({ chains }: XtTable, name: string): boolean {
  return (chains.get(name)?.length ?? 0) > 0;
}

function jumps(chain: XtChain, family: IpFamily): string[] {
  return listChainRules(chain, family).flatMap((text) => JUMP.exec(text)?.[1] ?? []);
}
