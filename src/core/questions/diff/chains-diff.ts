import type { AnyTableName } from '../../linux/hooks';
import { ownerOfChain } from '../../paste/owners';
import { chainEdits } from './chain-diff';
import type { ChainDiff, Remade } from './diff-rulesets';

/** A chain of one dump only, with its rules. */
interface LoneChain {
  readonly name: string;
  readonly rules: readonly string[];
}

/** The part of a name that a hash makes: of kube-proxy's chains, portmap's, Calico's. */
const HASHED =
  /\b(KUBE-[A-Z]+-|CNI-[A-Z]+-|cali-[a-z]+-|(?:service|endpoint|external|local|firewall|affinity)-)[\w+/=.:]+/g;
const FAMILY_OF_NAME =
  /^(?:(KUBE-[A-Z]+-|CNI-[A-Z]+-|cali-[a-z]+-)[\w+=]+|((?:service|endpoint|external|local|firewall|affinity)-)[A-Z2-7]{8}-.+)$/;

/**
 * Chains that went and came with the same rules under another hash: a Service that was renamed, a release that hashes
 * otherwise. First those whose comments agree, too, then by rules alone; of several alike as many on either side are
 * paired in their order, for they differ by nothing but the hash.
 */
export function renamedChains(gone: readonly LoneChain[], come: readonly LoneChain[]): Map<string, string> {
  const renamed = new Map<string, string>();
  for (const look of [withoutHashes, withoutNames]) {
    const old = new Set(renamed.values());
    const before = bySignature(
      gone.filter(({ name }) => !old.has(name)),
      look,
    );
    const after = bySignature(
      come.filter(({ name }) => !renamed.has(name)),
      look,
    );
    for (const [signature, names] of before) {
      const fresh = after.get(signature) ?? [];
      if (fresh.length === names.length) fresh.forEach((name, at) => renamed.set(name, names[at] ?? name));
    }
  }
  return renamed;
}

/** Empty chains all look alike: none of them is taken. */
function bySignature(chains: readonly LoneChain[], look: (rule: string) => string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { name, rules } of chains) {
    const [, ofIptables, ofNftables] = FAMILY_OF_NAME.exec(name) ?? [];
    const kind = ofIptables ?? ofNftables;
    if (kind === undefined || rules.length === 0) continue;
    const signature = [kind, ...rules.map(look)].join('\n');
    const known = found.get(signature);
    if (known) known.push(name);
    else found.set(signature, [name]);
  }
  return found;
}

/** A rule without what a hash decides. */
const withoutHashes = (rule: string): string => rule.replaceAll(HASHED, '$1*');

/** A rule without what a name or its hash decides. */
function withoutNames(rule: string): string {
  return withoutHashes(rule).replaceAll(/--comment (?:"[^"]*"|\S+)|\bcomment "[^"]*"/g, 'comment *');
}

/** A chain as it is compared. */
export interface ListedChain {
  readonly rules: readonly string[];
  readonly policy?: string;
  /** Where a base chain of nftables is hooked in. */
  readonly base?: string;
  /** Whether it is there is only how the dump was made. */
  readonly incidental?: boolean;
}

interface Compared {
  readonly table: AnyTableName;
  readonly before: ReadonlyMap<string, ListedChain>;
  readonly after: ReadonlyMap<string, ListedChain>;
}

/** What of two tables' chains differs, and the names of those that do not. */
export function diffChains(compared: Compared): { readonly changed: ChainDiff[]; readonly same: string[] } {
  const { before, after } = compared;
  const renamed = renamesBetween(before, after);
  const old = new Set(renamed.values());
  const gone = [...before.keys()].filter((name) => !after.has(name) && !old.has(name));
  const changed: ChainDiff[] = [];
  const same: string[] = [];
  for (const chain of [...after.keys(), ...gone]) {
    const difference = diffChain(compared, chain, renamed.get(chain));
    if (difference) changed.push(difference);
    else same.push(chain);
  }
  return { changed, same };
}

/** New names of chains, with the names they had. */
function renamesBetween(
  before: ReadonlyMap<string, ListedChain>,
  after: ReadonlyMap<string, ListedChain>,
): Map<string, string> {
  const lone = (chains: ReadonlyMap<string, ListedChain>, others: ReadonlyMap<string, ListedChain>) =>
    [...chains].flatMap(([name, { rules }]) => (others.has(name) ? [] : [{ name, rules }]));
  return renamedChains(lone(before, after), lone(after, before));
}

function diffChain(
  { table, before, after }: Compared,
  chain: string,
  previous: string | undefined,
): ChainDiff | undefined {
  const [a, b] = [before.get(previous ?? chain), after.get(chain)];
  const edits = chainEdits(chain, a?.rules ?? [], b?.rules ?? []);
  const policy = remade(a?.policy, b?.policy);
  const base = remade(a?.base, b?.base);
  const kind = previous === undefined ? (a ? (b ? 'changed' : 'removed') : 'added') : 'renamed';
  if (kind === 'changed' && edits.length === 0 && !policy && !base) return undefined;
  if ((a ?? b)?.incidental && kind !== 'changed') return undefined;
  const owner = ownerOfChain(chain);
  return {
    table,
    chain,
    kind,
    edits,
    ...(policy ? { policy } : {}),
    ...(base ? { base } : {}),
    ...(previous === undefined ? {} : { previous }),
    ...(owner === undefined ? {} : { owner }),
  };
}

function remade(before: string | undefined, after: string | undefined): Remade | undefined {
  return before === undefined || after === undefined || before === after ? undefined : { before, after };
}
