import type { AnyTableName } from '../../linux/hooks';
import { ownerOfChain } from '../owners';
import { chainEdits } from './chain-diff';
import { renamedChains } from './renames';
import type { ChainDiff, Remade } from './types';

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
