import { findChangedSpan } from './changed-span';
import type { ChainMemo } from './chain-memo';
import type { PacketChain } from './packet-table';

/** A chain by itself, whoever leads to it. */
export interface ChainFacts {
  readonly chain: PacketChain;
  /** The number of what its rules say; undefined: one has no words for it. */
  readonly said: number | undefined;
  /** Chains that its rules lead to, as often as they do. */
  readonly led: readonly string[];
  /** The one that each rule leads to, `''` for none; of long chains whose rules lead to one at most. */
  readonly targets?: readonly string[];
}

/** Chains of so many rules are read again only where they have changed. */
const LONG = 64;

/** The chain that a rule leads to at most one of. */
const targetAt = (chain: PacketChain, index: number): string => chain.leadsTo(index)[0] ?? '';

/** A number of what a chain's own rules say; undefined: one has no words for it. */
function sayRules(chain: PacketChain, table: string, memo: ChainMemo): number | undefined {
  const lines = [`${table} ${chain.policy ?? ''}`];
  for (let index = 0; index < chain.length; index++) {
    const rule = chain.says?.(index);
    if (rule === undefined) return undefined;
    lines.push(rule);
  }
  return memo.number(lines.join('\n'));
}

const listTargets = (chain: PacketChain, from = 0, to = chain.length): string[] =>
  Array.from({ length: to - from }, (_, i) => targetAt(chain, from + i));

const withTargets = (chain: PacketChain, said: number, targets: readonly string[]): ChainFacts => ({
  chain,
  said,
  led: targets.filter((each) => each !== ''),
  targets,
});

/** A long chain beside one of its name that it has most rules of: what it says is told by what it says otherwise. */
function readAgain(chain: PacketChain, { chain: was, said, targets = [] }: ChainFacts, memo: ChainMemo): ChainFacts {
  const span = findChangedSpan(was.length, chain.length, (one, other) => was.says?.(one) === chain.says?.(other));
  const own = Array.from({ length: span.after - span.from }, (_, i) => chain.says?.(span.from + i));
  const isSame = own.length === 0 && span.before === span.from && was.policy === chain.policy;
  const words = [`${said} ${chain.policy ?? ''} ${span.from} ${span.before}`, ...own];
  const now = isSame && said !== undefined ? said : memo.number(words.join('\n'));
  const middle = listTargets(chain, span.from, span.after);
  return withTargets(chain, now, [...targets.slice(0, span.from), ...middle, ...targets.slice(span.before)]);
}

/** Reads what a chain of a table is by itself; `before`: what one of its name was, whose rules it may have. */
export function readChainFacts(
  chain: PacketChain,
  { table, memo, forks }: { readonly table: string; readonly memo: ChainMemo; readonly forks: boolean },
  before?: ChainFacts,
): ChainFacts {
  if (before?.targets && chain.length >= LONG) return readAgain(chain, before, memo);
  const said = sayRules(chain, table, memo);
  if (!forks && said !== undefined && chain.length >= LONG)
    return withTargets(
      chain,
      said,
      memo.once(`targets ${said}`, () => listTargets(chain)),
    );
  const led = (): readonly string[] => Array.from({ length: chain.length }, (_, i) => chain.leadsTo(i)).flat();
  return { chain, said, led: said === undefined ? led() : memo.once(`led ${said}`, led) };
}
